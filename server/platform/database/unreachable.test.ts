import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, makeLocalChain } from '#server/wallets/signing'
import { hubCommand } from '#tests/command.ts'
import { superuserUrl } from '#tests/database.ts'
import { createOwnedDatabase } from '#tests/owned-database.ts'
import { requireSteadyReplica, wayTo, whyUnreachable } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-unreachable-'))
const fileOf = (name: string, text: string) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

let database: Awaited<ReturnType<typeof createOwnedDatabase>>
let superuser: pg.Client
let chain: Chain
let expired: Chain
beforeAll(async () => {
  database = await createOwnedDatabase()
  superuser = new pg.Client(superuserUrl(database.url))
  await superuser.connect()
  const longAgo = new Date('2001-01-01')
  ;[chain, expired] = await Promise.all([
    makeLocalChain('pass.hub.test', 'TEAM000001'),
    makeLocalChain('pass.hub.test', 'TEAM000001', longAgo),
  ])
})
afterAll(async () => {
  await superuser.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const whyNotTo = (url: string) => wayTo(url).then(() => 'it is reached', whyUnreachable)

/** What answers as PostgreSQL does until both speak TLS. */
async function whyNotBy(query: string, { certificate, key }: Chain): Promise<string | null> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, cert: certificate, key }).on('error', () => undefined)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const why = await whyNotTo(`postgres://hub:secret@127.0.0.1:${port}/hub?${query}`)
  server.close()
  return why
}

describe('what PostgreSQL refuses', () => {
  test('is told in its own words, where it says more than the user or the password', async () => {
    const role = new URL(database.url).username
    await superuser.query(`alter role ${role} nologin`)
    expect(await whyNotTo(database.url)).toBe(
      `The PostgreSQL at DATABASE_URL refused Hub: role "${role}" is not permitted to log in.`,
    )
    await superuser.query(`alter role ${role} login`)
    expect(await whyNotTo(database.url)).toBe('it is reached')
  })

  test('is told of a database that is not there', async () => {
    expect(await whyNotTo(new URL('/nowhere', database.url).href)).toBe(
      'The database that DATABASE_URL names is not there: create it first.',
    )
  })

  test('is told where it has no TLS', async () => {
    expect(await whyNotTo(`${database.url}?sslmode=verify-full`)).toMatch(
      /has no TLS, and sslmode asks for it/,
    )
  })
})

describe('a file that the address names', () => {
  test.each([
    [
      "isn't there",
      () => join(folder, 'none.pem'),
      /^The file .+none\.pem that .+ can't be read: it isn't there\.$/,
    ],
    ['is a folder', () => folder, /^The file that .+ can't be read: EISDIR/],
  ])('%s', async (_what, file, sentence) => {
    const url = `${database.url}?sslmode=verify-full&sslrootcert=${file()}`
    expect(await whyNotTo(url)).toMatch(sentence)
    expect((await hubCommand(['ledger', 'check'], { DATABASE_URL: url })).complained).toMatch(sentence)
    // A replica may be away.
    await requireSteadyReplica(url)
  })

  test('is no certificate', async () => {
    const file = fileOf(
      'none-at-all.pem',
      '-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n',
    )
    expect(await whyNotBy(`sslmode=verify-full&sslcert=${file}&sslkey=${file}`, chain)).toMatch(
      /^TLS to the PostgreSQL at DATABASE_URL can't begin: /,
    )
  })
})

describe('a certificate', () => {
  test('of nobody that is trusted', async () => {
    expect(await whyNotBy('sslmode=verify-full', chain)).toMatch(/is of nobody whom this machine trusts/)
  })

  test('for another name', async () => {
    const file = fileOf('authority.pem', chain.authority)
    expect(await whyNotBy(`sslmode=verify-full&sslrootcert=${file}`, chain)).toMatch(
      /^The certificate of the PostgreSQL at DATABASE_URL is for another name: /,
    )
  })

  test('that has expired', async () => {
    const file = fileOf('expired.pem', expired.authority)
    expect(await whyNotBy(`sslmode=verify-full&sslrootcert=${file}`, expired)).toBe(
      'The certificate of the PostgreSQL at DATABASE_URL has expired: renew it there.',
    )
  })
})
