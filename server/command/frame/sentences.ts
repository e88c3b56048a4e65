import { MigrationError } from '#platform/database'
import { Refusal } from '#platform/refusals'
import { SettingsError } from '#platform/settings'
import { BackupTrouble } from '#server/backup/archive'
import { CommandTrouble } from './command.ts'

const noDatabaseAnswers = 'No PostgreSQL answers at DATABASE_URL: start it, or correct the setting.'
const refusedUser = 'The PostgreSQL at DATABASE_URL refused the user or password.'
const notMigrated = 'This database is not one of Hub, or not migrated: hub migrate does it.'

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: noDatabaseAnswers,
  ENOTFOUND: noDatabaseAnswers,
  EAI_AGAIN: noDatabaseAnswers,
  ETIMEDOUT: noDatabaseAnswers,
  '28P01': refusedUser,
  '28000': refusedUser,
  '3D000': 'The database that DATABASE_URL names is not there: create it first.',
  // A table, a schema, or the role of the server.
  '42P01': notMigrated,
  '3F000': notMigrated,
  '57P01': 'PostgreSQL ended the connection: nothing was finished. Try it again.',
  ENOSPC: 'The disk is full: nothing was finished.',
}

const fileSentences: Readonly<Record<string, string>> = {
  ENOENT: "isn't there",
  EACCES: "can't be used: this user may not",
  EPERM: "can't be used: this user may not",
  EROFS: "can't be written: the file system is read-only",
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'is in something that is no folder',
}

const sayThemselves = [CommandTrouble, SettingsError, MigrationError, BackupTrouble, Refusal]

/** What somebody at a keyboard has to know of an error, without its stack. */
export function sentenceOf(error: unknown): string {
  if (sayThemselves.some((kind) => error instanceof kind)) return (error as Error).message
  // Of several addresses of one host, each has failed.
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error)
  const { code = '', path } = first as NodeJS.ErrnoException
  if (path && fileSentences[code]) return `${path} ${fileSentences[code]}.`
  if (sentences[code]) return sentences[code]
  if (first.message === 'timeout expired') return noDatabaseAnswers
  if (/role "hub_app" does not exist/.test(first.message)) return notMigrated
  return `It failed: ${first.message.split('\n')[0]}`
}
