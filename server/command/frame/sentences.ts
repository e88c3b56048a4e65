import { firstCause, MigrationError, whyUnreachable } from '#platform/database'
import { Refusal } from '#platform/refusals'
import { SettingsError } from '#platform/settings'
import { BackupTrouble } from '#server/backup/archive'
import { CommandTrouble } from './command.ts'

const notMigrated = 'This database is not one of Hub, or not migrated: hub migrate does it.'

const cutOff = 'PostgreSQL ended the connection: nothing was finished. Try it again.'

const sentences: Readonly<Record<string, string>> = {
  // A table, a schema, a function.
  '42P01': notMigrated,
  '3F000': notMigrated,
  '42883': notMigrated,
  '42501': 'This role of the database may not do that: DATABASE_URL has to be of the owner of its tables.',
  '25006': 'The database only reads: DATABASE_URL has to be of the primary.',
  '57P01': cutOff,
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

/** A number as people write it. */
export const figure = (value: number) => Math.round(value).toLocaleString('en-AU')

/** What somebody at a keyboard has to know of an error, without its stack. */
export function sentenceOf(error: unknown): string {
  if (sayThemselves.some((kind) => error instanceof kind)) return (error as Error).message
  const unreachable = whyUnreachable(error)
  if (unreachable) return unreachable
  const first = firstCause(error)
  const { code = '', path } = first as NodeJS.ErrnoException
  if (path && fileSentences[code]) return `${path} ${fileSentences[code]}.`
  if (sentences[code]) return sentences[code]
  // The database's own refusals of a cut say themselves what to do.
  if (code.startsWith('HP')) return `${first.message}.`
  if (first.message === 'Connection terminated unexpectedly') return cutOff
  if (/role "hub_app" does not exist/.test(first.message)) return notMigrated
  return `It failed: ${first.message.split('\n')[0]}`
}
