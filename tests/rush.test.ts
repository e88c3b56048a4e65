import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, pathParamNames, stream } from '#contract/endpoint.ts'
import { demoPassword, demoTillSecret } from '#server/demo/access'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

// Few, so that twice as many calls at once are soon made: what would hang with ten hangs with two.
const poolSize = 2
const atOnce = 2 * poolSize

let hub: TestHub
let ids: Record<string, string>
beforeAll(async () => {
  hub = await startTestHub({ HUB_DATABASE_CONNECTIONS: String(poolSize) })
  ids = await recordIds(hub.owner, 'harbourside')
})
afterAll(() => hub.close())

/** Whoever passes the gate of the row. */
async function tokenFor({ access }: Endpoint): Promise<string | null> {
  if (access.kind === 'anyone') return null
  return access.kind === 'till' ? demoTillSecret : hub.tokenOf(people.superAdmin)
}

const connectionsInUse = () => {
  const { totalCount, idleCount, waitingCount } = hub.database.pool
  return totalCount - idleCount + waitingCount
}

let callers = 0
/** An address of its own for each call: no limit by address keeps it from where it could hang. */
const someAddress = () => `10.0.${Math.floor(++callers / 250) % 250}.${callers % 250}`

async function calls(name: string, row: Endpoint, records: Record<string, string>) {
  const sample = samples[name as keyof typeof samples]
  const given: Record<string, unknown> = { businessId: 'harbourside', ...records, ...sample.params }
  const token = await tokenFor(row)
  return Promise.all(
    Array.from({ length: atOnce }, () =>
      hub.app.inject({
        method: row.method,
        url: row.path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
          encodeURIComponent(String((given[param] as string | number | undefined) ?? param)),
        ),
        query: (sample.query ?? {}) as Record<string, string>,
        remoteAddress: someAddress(),
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
        ...(sample.body !== undefined && { payload: bodyOf(sample.body) }),
      }),
    ),
  )
}

function bodyOf(body: unknown): object {
  if (!Object.values(body as object).some((value) => value instanceof File)) return body as object
  const form = new FormData()
  for (const [field, value] of Object.entries(body as Record<string, string | File>))
    form.append(field, value)
  return form
}

describe(`${atOnce} calls at once, with ${poolSize} connections, of`, () => {
  // What never ends by itself has its neighbours' way to the database.
  const ending = Object.entries(api as Record<string, Endpoint>).filter(([, { output }]) => output !== stream)
  test.each(ending)('%s are all answered', async (name, row) => {
    // Of records that are there, and of what nobody has: the ways part early. That of what is there goes further.
    const known = pathParamNames(row.path).some((param) => ids[param])
    const answers = known ? await calls(name, row, ids) : []
    if (inLong(true, !known)) answers.push(...(await calls(name, row, {})))
    expect(answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([])
    // Some tell others what has changed when they have answered already.
    await expect.poll(connectionsInUse).toBe(0)
  })
})

test('a sign-in works right after all of them', async () => {
  const answer = await hub.app.inject({
    method: 'POST',
    url: api.signIn.path,
    remoteAddress: someAddress(),
    payload: { email: people.finance, password: demoPassword },
  })
  expect(answer.statusCode).toBe(200)
})

test('work that holds a connection is refused a second one, instead of waiting for it', async () => {
  const nested = hub.database.transaction('harbourside', () =>
    hub.database.transaction('harbourside', () => Promise.resolve()),
  )
  await expect(nested).rejects.toThrow('this work holds a connection already')
})

test('who waits too long for a connection is told to come back, and readiness says so meanwhile', async () => {
  const token = await hub.tokenOf(people.superAdmin)
  const releases: (() => void)[] = []
  const held = Array.from({ length: poolSize }, () =>
    hub.database.transaction('harbourside', () => new Promise<void>((resolve) => releases.push(resolve))),
  )
  await expect.poll(() => releases.length).toBe(poolSize)
  const [waiting, readiness, liveness] = await Promise.all([
    hub.app.inject({ url: api.listBusinesses.path, headers: { authorization: `Bearer ${token}` } }),
    hub.app.inject('/health/ready'),
    hub.app.inject('/health/live'),
  ])
  releases.forEach((release) => release())
  await Promise.all(held)
  expect(waiting.statusCode).toBe(503)
  expect(waiting.json()).toMatchObject({ ErrorMessage: 'Hub is busy. Try again in a moment.' })
  expect(waiting.headers['retry-after']).toBe('1')
  expect([readiness.statusCode, liveness.statusCode]).toEqual([503, 200])
  expect((await hub.app.inject('/health/ready')).statusCode).toBe(200)
})
