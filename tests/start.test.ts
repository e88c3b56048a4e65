import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '#platform/settings'
import { cloneDatabase } from '#tests/database.ts'
import { isLong } from '#tests/long.ts'
import { createOwnedDatabase, inBytes } from '#tests/owned-database.ts'
import { startServer } from '#tests/processes/server.ts'

/** The words of a start that ends with a sentence, after the line that says which version it was. */
const endsWith = (sentence: string) => new RegExp(`ended with 1: Hub ${version}\n${sentence}$`)

/** Signs in with an account of the demo, and tells the status. */
async function signInTo({ url }: { url: string }): Promise<number> {
  const answer = await fetch(`${url}/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'admin@harbourside.example', password: 'demo-password' }),
  })
  return answer.status
}

describe('a start that cannot be', () => {
  it('names the setting that is wrong', async () => {
    await expect(startServer({ PORT: 'abc' })).rejects.toThrow(
      /ended with 1: The setting PORT must be a number\.$/,
    )
  })

  it('says that no database answers', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nothing'
    await expect(startServer({ DATABASE_URL })).rejects.toThrow(
      endsWith('No PostgreSQL answers at DATABASE_URL: start it, or correct the setting\\.'),
    )
  })

  it('says that its HOST is nowhere, and of which setting that is', async () => {
    await expect(startServer({ HOST: 'nowhere.invalid' })).rejects.toThrow(
      endsWith('The setting HOST is nowhere\\.invalid, which is no address that this machine knows: .*\\.'),
    )
  })

  // The sentence is held by run-command.test.ts.
  it.runIf(isLong)('says of a database nowhere that it is DATABASE_URL', async () => {
    const DATABASE_URL = 'postgres://nobody@nowhere.invalid/nothing'
    await expect(startServer({ DATABASE_URL })).rejects.toThrow(
      endsWith('No PostgreSQL answers at DATABASE_URL: start it, or correct the setting\\.'),
    )
  })

  // The sentence is held by doctor.test.ts.
  it.runIf(isLong)('says that the database keeps bytes rather than letters', async () => {
    const database = await createOwnedDatabase(inBytes)
    await expect(startServer({ DATABASE_URL: database.url })).rejects.toThrow(
      endsWith('The database owned_\\w+ is encoded in SQL_ASCII, and Hub needs UTF8\\. .*;'),
    )
    await database.drop()
  })

  // The sentence is held by migrate.test.ts.
  it.runIf(isLong)('names the migration that changed after it was applied', async () => {
    const database = await cloneDatabase()
    const owner = new pg.Client(database.url)
    await owner.connect()
    await owner.query(`update migration set checksum = 'of another file' where name = '0013-points.sql'`)
    await owner.end()
    await expect(startServer({ DATABASE_URL: database.url })).rejects.toThrow(
      endsWith('The migration 0013-points\\.sql has changed since it was applied to this database: .*\\.'),
    )
    await database.drop()
  })

  it.each(['PORT', 'HUB_METRICS_PORT'])('says that its %s is taken', async (setting) => {
    const database = await cloneDatabase()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(startServer({ DATABASE_URL: database.url, [setting]: String(port) })).rejects.toThrow(
      endsWith(`The port ${port} of 127.0.0.1 is taken: .*\\.`),
    )
    other.close()
    await database.drop()
  })
})

describe('a start with nothing but a folder', () => {
  it('brings its own database with the demo data, and takes it along when it is ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-start-'))
    const settings = { HUB_DATA_DIR: folder, HUB_DEMO: '', HUB_SECRET: '' }
    const server = await startServer(settings, { isUnbundled: true })
    expect(await signInTo(server)).toBe(200)
    expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(true)

    // As browsers open them ahead: nobody ever asks anything on it.
    const ahead = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(ahead, 'connect')
    const { code, output } = await server.stop('SIGINT')
    expect(code).toBe(0)
    ahead.destroy()
    expect(output).toContain('super@hub.example')
    expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false)
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('a start without the demo, on a database that has it', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    database = await cloneDatabase()
  })
  afterAll(() => database.drop())
  const start = (HUB_DEMO: string) => startServer({ DATABASE_URL: database.url, HUB_DEMO })

  it('closes its accounts and says so', async () => {
    const without = await start('')
    expect(await signInTo(without)).toBe(403)
    expect((await without.stop()).output).toMatch(/^The demo is off, .*admin@harbourside\.example, .*\.$/m)
  })

  // Held by server/demo/access/access.test.ts, without a server.
  it.runIf(isLong)('opens them when it is asked for again', async () => {
    const again = await start('on')
    expect(await signInTo(again)).toBe(200)
    expect((await again.stop()).output).toContain('The demo is on: its accounts, which were closed, are open')
  })
})
