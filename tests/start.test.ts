import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import { startServer } from '#tests/server.ts'

// Whole processes take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('a start that cannot be', () => {
  it('names the setting that is wrong', async () => {
    await expect(startServer({ PORT: 'abc' })).rejects.toThrow(
      /ended with 1: The setting PORT must be a number\.$/,
    )
  })

  it('says that no database answers', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nothing'
    await expect(startServer({ DATABASE_URL })).rejects.toThrow(
      /ended with 1: No PostgreSQL answers at DATABASE_URL\.$/,
    )
  })

  it('says that its port is taken', async () => {
    const database = await cloneDatabase()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(startServer({ DATABASE_URL: database.url, PORT: String(port) })).rejects.toThrow(
      new RegExp(`ended with 1: The port ${port} of 127.0.0.1 is taken: .*\\.$`),
    )
    other.close()
    await database.drop()
  })
})

describe('a start with nothing but a folder', () => {
  it('brings its own database with the demo data, and takes it along when it is ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-start-'))
    const server = await startServer({ HUB_DATA_DIR: folder })
    const answer = await fetch(`${server.url}/identity/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email: 'admin@harbourside.example', password: 'demo-password' }),
    })
    expect(answer.status).toBe(200)
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
