import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, stream } from '#contract/endpoint.ts'
import { demoPassword, demoTillSecret } from '#server/demo/access'
import { forgedTokens, hostileBody, hostileText, type Random, seeded } from '#tests/hostile.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

// In its long form every operation is called so many times more, and with numbers nobody has seen before.
const callsPerOperation = inLong(400, 2)
const seed = inLong(Date.now(), 20_261_115)
const mostGrowthBytes = 48 * 1024 * 1024

type Operation = {
  operationId: string
  security: object[]
  parameters: { name: string; in: string }[]
  requestBody?: object
}
type Document = { paths: Record<string, Record<string, Operation>> }

let hub: TestHub
let ids: Record<string, string>
let operations: (Operation & { path: string; method: string })[]
let tokens: { mine: string; theirs: string; till: string; forged: readonly string[] }
beforeAll(async () => {
  hub = await startTestHub()
  ids = await recordIds(hub.owner, 'harbourside')
  const { paths } = (await hub.app.inject('/api/openapi.json')).json<Document>()
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  const mine = await hub.tokenOf(people.superAdmin)
  tokens = {
    mine,
    theirs: await hub.tokenOf(people.otherAdmin),
    till: demoTillSecret,
    forged: forgedTokens(mine),
  }
})
afterAll(() => hub.close())

/** The memory that is in use, when all that isn't has been thrown away. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
  gc()
  return process.memoryUsage().heapUsed
}

const signInCalls = new Set(['signIn', 'requestReset', 'linkMicrosoft', 'setPassword'])
// With a business and an event that are there it would go on sending.
const endless = new Set(
  Object.keys(api).filter((name) => (api as Record<string, Endpoint>)[name]?.output === stream),
)
// One that is suspended lets nobody in.
const suspended = { businessId: 'valley-golf' }

let callers = 0

function hostileCall(random: Random, operation: (typeof operations)[number]) {
  const { operationId, path, method, security, parameters, requestBody } = operation
  const sample = samples[operationId as keyof typeof samples]
  const known = {
    ...(endless.has(operationId) ? { businessId: 'no-such-business' } : ids),
    ...sample.params,
    ...(operationId === 'suspendBusiness' && suspended),
  } as Record<string, unknown>
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    random.next() < 0.2
      ? hostileText(random)
      : encodeURIComponent(String((known[name] as string | number | undefined) ?? name)),
  )
  const query = Object.entries((sample.query ?? {}) as Record<string, string | number>).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  for (const each of parameters.filter((one) => one.in === 'query'))
    if (random.next() < 0.3) query.push(`${each.name}=${hostileText(random)}`)
  const search = query.join('&')
  const right = security.length === 0 ? '' : 'apiKey' in security[0]! ? tokens.till : tokens.mine
  const token = random.next() < 0.75 ? right : random.pick([...tokens.forged, tokens.theirs, tokens.till])
  const body = requestBody && hostileBody(random, sample.body)
  callers++
  return {
    method: method as 'GET',
    url: search ? `${url}?${search}` : url,
    // Limits by address would soon answer for everything else.
    remoteAddress: signInCalls.has(operationId)
      ? '10.8.8.8'
      : `10.7.${Math.floor(callers / 250) % 250}.${callers % 250}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': body.type }),
      ...(random.next() < 0.2 && {
        'idempotency-key': random.pick(['', 'k', 'k'.repeat(300), '\u00ff', 'a b']),
      }),
      ...(random.next() < 0.1 && { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-host': 'evil.example' }),
      ...(random.next() < 0.1 && { cookie: 'hub_session=forged; __Host-hub_session=forged; =; ;;' }),
    },
    ...(body && { payload: body.payload }),
  }
}

type Trouble = { operation: string; status: number; request: string; answer: string }

async function rounds(random: Random, count: number): Promise<Trouble[]> {
  const troubles: Trouble[] = []
  for (let round = 0; round < count; round++)
    await Promise.all(
      operations.map(async (operation) => {
        const call = hostileCall(random, operation)
        const { statusCode, body } = await hub.app.inject(call)
        const isRefusal = statusCode >= 400
        const isSentence = !isRefusal || /"(ErrorMessage|code)":"[^"]+/.test(body)
        if ((statusCode >= 500 && statusCode !== 503) || !isSentence)
          troubles.push({
            operation: operation.operationId,
            status: statusCode,
            request: JSON.stringify(call).slice(0, 600),
            answer: body.slice(0, 300),
          })
      }),
    )
  return troubles
}

test(
  `hostile calls of every operation are answered in a sentence, without a fault and without growth (seed ${seed})`,
  {
    timeout: inLong(3_600_000, 120_000),
  },
  async () => {
    const random = seeded(seed)
    const troubles = await rounds(random, Math.ceil(callsPerOperation / 2))
    const before = memoryInUse()
    troubles.push(...(await rounds(random, Math.ceil(callsPerOperation / 2))))
    const growth = memoryInUse() - before
    expect(troubles).toEqual([])
    expect(growth).toBeLessThan(mostGrowthBytes)
  },
)

test('whoever belongs here is let in after it', async () => {
  const payload = { email: people.finance, password: demoPassword }
  const answer = await hub.app.inject({
    method: 'POST',
    url: api.signIn.path,
    remoteAddress: '10.6.6.6',
    payload,
  })
  expect(answer.statusCode).toBe(200)
  const { pool } = hub.database
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})
