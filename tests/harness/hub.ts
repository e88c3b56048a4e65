import { randomBytes } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import type { z } from 'zod'
import { api } from '#contract'
import { type Endpoint, stream } from '#contract/endpoint.ts'
import { createHub } from '#hub'
import { demoPassword, demoTillSecret } from '#server/demo/access'
import { cloneDatabase, superuserUrl, testSettings } from './database.ts'

type Input<Row extends Endpoint> = {
  params?: z.input<Row['params']>
  query?: z.input<Row['query']>
  body?: z.input<Row['body']>
  headers?: Record<string, string>
}

/** What a call answered. `body` is typed as the contract's output: a test that meets a refusal reads `error`. */
export type Answer<Row extends Endpoint> = {
  status: number
  body: z.output<Row['output']>
  error: { ErrorMessage: string; ErrorCode: string; Errors?: Record<string, string>; RequestId: string }
  headers: Record<string, unknown>
}

/** Someone who makes calls; `null` is a stranger without a token. */
export type Caller = <Row extends Endpoint>(row: Row, input?: Input<Row>) => Promise<Answer<Row>>

export type TestHub = Awaited<ReturnType<typeof startTestHub>>

/** The whole server on a copy of the demo database of its own, with routes of the test's own if it wants some. */
export async function startTestHub(
  environment: Record<string, string> = {},
  addRoutes: (app: FastifyInstance) => unknown = () => undefined,
) {
  const { url, drop } = await cloneDatabase()
  const settings = testSettings(url, environment)
  const secret = randomBytes(32).toString('hex')
  // Pages are read by those who look at them, in a browser.
  const hub = await createHub({ settings, databaseUrl: url, secret, pages: null })
  addRoutes(hub.app)
  await hub.app.ready()
  const owner = new pg.Client(superuserUrl(url))
  await owner.connect()
  // The triggers of what it writes run as the database's owner, who has to say of which business.
  await owner.query(`set app.business_id = 'harbourside'`)
  const tokens = new Map<string, Promise<string>>()

  const signIn = async (email: string) => {
    const answer = await hub.app.inject({
      method: 'POST',
      url: api.signIn.path,
      payload: { email, password: demoPassword },
    })
    return answer.json<{ token: string }>().token
  }
  const tokenOf = (email: string) => {
    if (!tokens.has(email)) tokens.set(email, signIn(email))
    return tokens.get(email)!
  }
  return {
    ...hub,
    databaseUrl: url,
    /** With it another process on this database knows the same sessions. */
    secret,
    /** Somebody who sees every row: for looking at what a call left behind. */
    owner,
    tokenOf,
    /** Calls as this demo account. */
    as: (email: string | null): Caller => callerOf(hub.app, email ? () => tokenOf(email) : null),
    /** Calls with this very token: in one of several sessions of an account. */
    withToken: (token: string): Caller => callerOf(hub.app, async () => token),
    /** Calls as a till: that of the demo at Harbourside's first venue, if no other key is given. */
    asTill: (key = demoTillSecret): Caller => callerOf(hub.app, async () => key),
    /** Does it in a transaction of the owner, which is committed once the call that is begun within waits for it. */
    meanwhile: async <T>(statement: string, values: unknown[], call: () => Promise<T>): Promise<T> => {
      await owner.query('begin')
      await owner.query(statement, values)
      const called = call()
      await waitsFor(owner)
      await owner.query('commit')
      return called
    },
    close: async () => {
      await hub.app.close()
      await owner.end()
      await drop()
    },
  }
}

/** Resolves once somebody waits for what the owner's transaction holds. */
async function waitsFor(owner: pg.Client): Promise<void> {
  const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  for (let tries = 0; tries < 500; tries++) {
    if ((await owner.query(waiting)).rowCount) return
    await setTimeout(20)
  }
  throw new Error('Nobody waits for it.')
}

function callerOf(app: FastifyInstance, token: (() => Promise<string>) | null): Caller {
  return async (row, { params = {}, query = {}, body, headers = {} } = {}) => {
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((params as Record<string, string>)[name] ?? name),
    )
    const answer = await app.inject({
      method: row.method,
      url: path,
      query: query as Record<string, string>,
      headers: { ...(token && { authorization: `Bearer ${await token()}` }), ...headers },
      ...(body !== undefined && { payload: payloadOf(body) }),
      // A stream never ends: that it begins is its answer.
      ...(row.output === stream && { payloadAsStream: true }),
    })
    if (row.output === stream) return beginningOf(answer)
    const isJson = String(answer.headers['content-type']).includes('json')
    const content = answer.body ? (isJson ? answer.json() : answer.body) : undefined
    return { status: answer.statusCode, body: content, error: content, headers: answer.headers }
  }
}

/** What a stream begins with, or why it doesn't; nobody listens on. */
async function beginningOf({ statusCode: status, headers, stream: open }: LightMyRequestResponse) {
  const answer = open()
  const hasBegun = String(headers['content-type']).startsWith('text/event-stream')
  const content = hasBegun ? undefined : await json(answer)
  answer.destroy()
  return { status, body: content, error: content, headers }
}

/** A body with a file in it goes as a form, every other as JSON. */
function payloadOf(body: unknown): object {
  const fields = Object.entries(body as Record<string, unknown>)
  if (!fields.some(([, value]) => value instanceof File)) return body as object
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

/** The demo accounts, by what they are. */
export const people = {
  superAdmin: 'super@hub.example',
  admin: 'admin@harbourside.example',
  reception: 'reception@harbourside.example',
  promotions: 'promotions@harbourside.example',
  finance: 'finance@harbourside.example',
  door: 'door@harbourside.example',
  otherAdmin: 'admin@valley-golf.example',
  disabled: 'disabled@harbourside.example',
} as const
