import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'hub-embedded-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (log: string[] = []) =>
  startEmbeddedPostgres({ folder, log: (line) => log.push(line), durable: false })

async function ask(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<{ answer: string }>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A process of its own that starts the database in the folder and tells its address. */
async function startElsewhere() {
  const script = `
    import { startEmbeddedPostgres } from '#platform/postgres'
    const { url } = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, log() {}, durable: false })
    console.log(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: String(url).trim() }
}

describe('the embedded PostgreSQL', () => {
  it('keeps what it holds over a restart', async () => {
    const first = await start()
    await ask(first.url, `create table kept as select 'here' as answer`)
    await first.stop()
    const second = await start()
    expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 'here' }])
    await second.stop()
  })

  it('wants a password, and keeps it for its owner alone', async () => {
    const postgres = await start()
    const url = new URL(postgres.url)
    url.password = 'guessed'
    await expect(ask(url.href, 'select')).rejects.toThrow('password authentication failed')
    expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
    await postgres.stop()
  })

  it('refuses a folder that a running Hub uses', async () => {
    const { child } = await startElsewhere()
    await expect(start()).rejects.toThrow(`Another Hub (process ${child.pid}) uses the data folder`)
    child.kill('SIGKILL')
    await once(child, 'close')
  })

  it('starts again in a folder whose Hub was killed outright', async () => {
    const { child, url } = await startElsewhere()
    await ask(url, `create table acknowledged as select 'yes' as answer`)
    child.kill('SIGKILL')
    const again = await start()
    expect(await ask(again.url, 'select answer from acknowledged')).toEqual([{ answer: 'yes' }])
    await again.stop()
    expect(existsSync(join(folder, 'data/postmaster.pid'))).toBe(false)
  })

  it('is started again when it is killed itself', async () => {
    const log: string[] = []
    const postgres = await start(log)
    const [postmaster] = await ask(
      postgres.url,
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as answer`,
    )
    process.kill(Number(postmaster?.answer), 'SIGKILL')
    await expect
      .poll(() => ask(postgres.url, `select 'yes' as answer`).catch(() => []))
      .toEqual([{ answer: 'yes' }])
    expect(log).toContain('PostgreSQL ended unexpectedly and is started again.')
    await postgres.stop()
  })

  it('minds no lock whose number belongs to another program by now', async () => {
    writeFileSync(join(folder, 'data/postmaster.pid'), `${process.pid}\n`)
    const postgres = await start()
    expect(await ask(postgres.url, `select 'yes' as answer`)).toEqual([{ answer: 'yes' }])
    await postgres.stop()
  })

  it('says in a sentence which folder it cannot use', async () => {
    const file = join(folder, 'password')
    await expect(startEmbeddedPostgres({ folder: file, log: () => undefined })).rejects.toThrow(
      `The data folder ${file} can't be used`,
    )
  })
})
