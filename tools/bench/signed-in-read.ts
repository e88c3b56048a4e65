import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure.ts'
import { ratesInTurn } from './load.ts'

const path = '/api/bench/harbourside/venues/1'

/** A signed-in read of one row through the whole path, against a bare Fastify route that runs the same SQL. */
export async function signedInRead(databaseUrl: string): Promise<Figure[]> {
  const server = fork(fileURLToPath(new URL('servers/signed-in-read-server.ts', import.meta.url)), [
    databaseUrl,
  ])
  const [{ full, bare, token }] = (await once(server, 'message')) as [
    { full: string; bare: string; token: string },
  ]
  const headers = { authorization: `Bearer ${token}` }
  const [whole, plain] = await ratesInTurn([
    { url: full + path, headers },
    { url: bare + path, headers },
  ])
  server.disconnect()
  return [
    {
      what: 'Signed-in read of one row / bare Fastify',
      measured: whole! / plain!,
      wanted: 0.8,
      detail: `${whole} and ${plain} requests/s`,
    },
  ]
}
