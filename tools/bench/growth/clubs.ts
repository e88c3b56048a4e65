import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { z } from 'zod'
import { type Endpoint, file } from '#contract/endpoint.ts'
import { call, signIn } from '#tools/operate/calls.ts'
import { fillClub } from './club-rows.ts'

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: object }
type Caller = <Row extends Endpoint>(row: Row, input?: Input) => Promise<z.output<Row['output']>>

export type Club = {
  readonly businessId: string
  readonly members: number
  readonly venueNo: string
  /** Some of the members of that venue. */
  readonly some: readonly string[]
  /** One who has points and a card. */
  readonly holder: { readonly memberId: string; readonly cardId: string }
  readonly superAdmin: Caller
  /** Somebody who may do everything for the members of that venue alone. */
  readonly confined: Caller
}

export type Clubs = {
  readonly large: Club
  readonly small: Club
  readonly owner: pg.Client
  /** Does a job: the turn that is told, or the one that is queued, and all that are queued by these. */
  readonly carryOut: (task: string, payload?: object) => Promise<void>
}

/** Works with two clubs that have the same but for how many members there are, and the server that both are on. */
export async function withClubs<Result>(
  databaseUrl: string,
  work: (clubs: Clubs) => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  // Before there is a server: it remembers whom it knows.
  const [big, little] = [
    await fillClub(owner, {
      businessId: 'harbourside',
      venueNo: '2',
      email: 'promotions@harbourside.example',
    }),
    await fillClub(owner, { businessId: 'valley-golf', venueNo: '1', email: 'admin@valley-golf.example' }),
  ]
  const server = fork(fileURLToPath(new URL('../servers/growth-server.ts', import.meta.url)), [databaseUrl])
  try {
    const [{ url }] = (await once(server, 'message')) as [{ url: string }]
    const open = async ({ email, ...club }: typeof big): Promise<Club> => ({
      ...club,
      superAdmin: await callerIn(club.businessId, url, 'super@hub.example'),
      confined: await callerIn(club.businessId, url, email),
    })
    const carryOut = (task: string, payload?: object) => takeTurns({ server, owner }, task, payload)
    return await work({ large: await open(big), small: await open(little), owner, carryOut })
  } finally {
    server.disconnect()
    await owner.end()
  }
}

// A token is good for ten minutes.
const signsInAfterMs = 5 * 60_000

async function callerIn(businessId: string, url: string, email: string): Promise<Caller> {
  let session = await signIn(url, email)
  let since = performance.now()
  return async <Row extends Endpoint>(row: Row, { params, ...input }: Input = {}) => {
    if (performance.now() - since > signsInAfterMs) {
      since = performance.now()
      session = await signIn(url, email)
    }
    const { status, text } = await call(url, row, session, { ...input, params: { businessId, ...params } })
    if (status !== 200) throw new Error(`${row.title}: ${status} ${text}`)
    return (text && row.output !== file ? JSON.parse(text) : text) as z.output<Row['output']>
  }
}

type Work = { readonly server: ChildProcess; readonly owner: pg.Client }

async function takeTurns({ server, owner }: Work, task: string, payload?: object): Promise<void> {
  for (let turn = payload ?? (await queued(owner, task)); turn; turn = await queued(owner, task)) {
    server.send({ task, payload: turn })
    const [{ failure }] = (await once(server, 'message')) as [{ failure?: string }]
    if (failure) throw new Error(`${task}: ${failure}`)
  }
}

async function queued(owner: pg.Client, task: string): Promise<object | undefined> {
  const { rows } = await owner.query<{ payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning payload`,
    [task],
  )
  return rows[0]?.payload
}
