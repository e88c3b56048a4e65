import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import { migrate } from './migrate.ts'

test('a migration gives way to whoever uses what it changes, and is applied once they are done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-migrations-'))
  writeFileSync(join(folder, 'next.sql'), 'alter table venue add probe integer')
  const { url, drop } = await cloneDatabase()
  const reader = new pg.Client(url)
  const other = new pg.Client(url)
  await Promise.all([reader.connect(), other.connect()])
  await reader.query('begin')
  await reader.query('select count(*) from venue')

  const said: string[] = []
  const migrating = migrate(url, (line) => void said.push(line), pathToFileURL(`${folder}/`))
  await expect.poll(() => said).toContain('next.sql waits for somebody who uses what it changes')
  // Meanwhile others get their turn.
  expect((await other.query('select count(*) from venue')).rowCount).toBe(1)
  await reader.query('commit')
  await migrating
  expect((await other.query('select probe from venue limit 1')).rowCount).toBe(1)
  await Promise.all([reader.end(), other.end()])
  await drop()
  rmSync(folder, { recursive: true, force: true })
})
