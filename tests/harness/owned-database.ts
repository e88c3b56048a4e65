import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { appRole, migrate, migrationNames } from '#platform/database'
import { superuserUrl } from './database.ts'

/**
 * Makes a database and an owner of the same name who is nobody special: no superuser, bound by row-level security,
 * allowed to make no roles.
 */
export async function createOrdinaryOwner(superuser: pg.Client, clusterUrl: string, name: string, more = '') {
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [appRole])
  if (!rowCount) await superuser.query(`create role ${appRole} nologin`)
  await hashQuickly(superuser)
  await superuser.query(`create role ${name} login password '${name}' nosuperuser nobypassrls nocreaterole`)
  await superuser.query(`grant ${appRole} to ${name}`)
  await superuser.query(`create database ${name} owner ${name} ${more}`)
  const url = new URL(`/${name}`, clusterUrl)
  url.username = url.password = name
  return url.href
}

/** Has passwords that are set from now on cost next to nothing: tests open thousands of connections. Before 16 they can't. */
export async function hashQuickly(superuser: pg.Client): Promise<void> {
  await superuser.query(
    `select set_config(name, '1', false) from pg_settings where name = 'scram_iterations'`,
  )
}

/** What is made of a database where nobody says otherwise and the machine has no locale, as Debian's with LANG=C. */
export const inBytes = `encoding 'SQL_ASCII' template template0 locale_provider libc locale 'C'`

/** A database of such an owner, for the caller alone. */
export async function createOwnedDatabase(more?: string) {
  const template = process.env.TEST_DATABASE_URL ?? ''
  const superuser = new pg.Client(superuserUrl(new URL('/postgres', template).href))
  await superuser.connect()
  const name = `owned_${randomBytes(6).toString('hex')}`
  return {
    url: await createOrdinaryOwner(superuser, template, name, more),
    drop: async () => {
      await superuser.query(`drop database ${name} with (force)`)
      await superuser.query(`drop role ${name}`)
      await superuser.end()
    },
  }
}

/** Migrates as far as a former version went. */
export async function migrateUntil(url: string, last: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-migrations-'))
  const all = fileURLToPath(new URL('../../server/migrations/', import.meta.url))
  for (const name of migrationNames()) if (name <= last) cpSync(join(all, name), join(folder, name))
  await migrate(url, undefined, pathToFileURL(`${folder}/`))
  rmSync(folder, { recursive: true, force: true })
}
