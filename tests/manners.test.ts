import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, stream } from '#contract/endpoint.ts'
import { demoTillSecret } from '#server/demo/access'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
let ids: Record<string, string>
beforeAll(async () => {
  hub = await startTestHub()
  ids = await recordIds(hub.owner, 'harbourside')
})
afterAll(() => hub.close())

const rows = Object.entries(api as Record<string, Endpoint>)

/** Where a row is called with its sample: with ids that are there, or with ones that name nothing. */
function urlOf(name: string, row: Endpoint, known: Record<string, string> = {}): string {
  const { params, query } = samples[name as keyof typeof samples]
  const named = { businessId: 'harbourside', ...known, ...params } as Record<string, string | number>
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => String(named[param] ?? param))
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString()
  return search ? `${path}?${search}` : path
}

const tokenFor = async (row: Endpoint) =>
  row.access.kind === 'till' ? demoTillSecret : await hub.tokenOf(people.superAdmin)

describe('a call that needs no body', () => {
  const without = rows.filter(([, row]) => row.method !== 'GET' && row.body.safeParse(undefined).success)
  const bodies: [type: string | undefined, payload: string | undefined][] = [
    [undefined, undefined],
    ['application/json', undefined],
    ['application/json', ''],
    ['application/json; charset=utf-8', '{}'],
    [undefined, '{}'],
    ['text/plain', ''],
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', ''],
    ['multipart/form-data; boundary=b', ''],
    ['nonsense', ''],
  ]

  test.each(without)('%s takes an empty one, whatever it says to be', async (name, row) => {
    const authorization = `Bearer ${await tokenFor(row)}`
    for (const [type, payload] of bodies) {
      const answer = await hub.app.inject({
        method: row.method,
        url: urlOf(name, row),
        headers: { authorization, ...(type && { 'content-type': type }) },
        ...(payload !== undefined && { payload }),
      })
      expect([400, 413, 415], `${type} ${payload}: ${answer.body}`).not.toContain(answer.statusCode)
    }
  })

  test.each(['', '{}'])('takes %j that comes in pieces and says nothing of its type', async (payload) => {
    const [name, row] = without.find(([each]) => each === 'duplicateEvent')!
    const answer = await hub.app.inject({
      method: row.method,
      url: urlOf(name, row, ids),
      headers: { authorization: `Bearer ${await tokenFor(row)}`, 'transfer-encoding': 'chunked' },
      payload: Readable.from([Buffer.from(payload)]),
    })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test('takes nothing else', async () => {
    const answer = await hub.as(people.admin)(api.duplicateEvent, {
      params: { businessId: 'harbourside', eventId: ids.eventId! },
      body: { EventName: 'Another' } as never,
    })
    expect(answer.error).toMatchObject({
      ErrorCode: 'invalid_input',
      ErrorMessage: 'The request takes no body.',
    })
    expect(answer.error).not.toHaveProperty('Errors')
  })
})

describe('HEAD', () => {
  const reads = rows.filter(([, row]) => row.method === 'GET')
  // What each answer has of its own: when, its number, what is left of a limit, the seconds in a file's name.
  const ofItsOwn = /^(date|x-request-id|x-ratelimit-.*|connection|keep-alive|transfer-encoding)$/
  const comparable = (headers: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !ofItsOwn.test(name))
        .map(([name, value]) => [name, String(value).replaceAll(/-\d\d(?=[-.])/g, '')]),
    )

  test.each(reads.filter(([, row]) => row.output !== stream))('%s answers as GET does', async (name, row) => {
    const headers = { authorization: `Bearer ${await tokenFor(row)}` }
    const url = urlOf(name, row, ids)
    const whole = await hub.app.inject({ method: 'GET', url, headers })
    const head = await hub.app.inject({ method: 'HEAD', url, headers })
    expect(head.statusCode).toBe(whole.statusCode)
    expect(head.body).toBe('')
    // What measures the machine (a table's bytes) may be longer a moment later: then only the names are the same.
    const isSteady = async () => {
      const again = await hub.app.inject({ method: 'GET', url, headers })
      return whole.headers['content-length'] === again.headers['content-length']
    }
    const isSame = head.headers['content-length'] === whole.headers['content-length']
    const compared =
      isSame || (await isSteady())
        ? comparable
        : (all: Record<string, unknown>) => Object.keys(comparable(all))
    expect(compared(head.headers)).toEqual(compared(whole.headers))
  })

  test('of what is sent as it comes ends at once', async () => {
    const headers = { authorization: `Bearer ${await hub.tokenOf(people.superAdmin)}` }
    for (const [name, row] of reads.filter(([, { output }]) => output === stream)) {
      const head = await hub.app.inject({ method: 'HEAD', url: urlOf(name, row, ids), headers })
      expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
        200,
        'text/event-stream',
        '',
      ])
    }
  })
})

describe('a moment', () => {
  const list = (startDate: string, endDate: string) =>
    hub.as(people.admin)(api.listAudit, {
      params: { businessId: 'harbourside' },
      query: { startDate, endDate },
    })

  test('is understood in UTC, with an offset, and as a day', async () => {
    await hub.owner.query(`
      insert into audit_entry (business_id, at, actor_id, actor_name, action, title, address, request_id)
      values ('harbourside', '2001-05-05T12:00:00Z', '', 'Sam', 'x', 'Long ago', '', '')`)
    const found = async (from: string, to: string) => (await list(from, to)).body.Results?.length
    expect(await found('2001-05-05T12:00:00Z', '2001-05-05T12:00:01Z')).toBe(1)
    expect(await found('2001-05-05T22:00:00+10:00', '2001-05-05T22:00:01+10:00')).toBe(1)
    expect(await found('2001-05-05', '2001-05-06')).toBe(1)
    expect(await found('2001-05-06', '2001-05-07')).toBe(0)
  })

  test('is refused in a sentence where it is none', async () => {
    expect((await list('yesterday', '2001-02-31')).error.Errors).toEqual({
      startDate: 'Start date must be a time, such as 2026-11-15T09:30:00Z.',
      endDate: 'End date must be a time, such as 2026-11-15T09:30:00Z.',
    })
    expect((await list('0000-06-15', '9999-12-31T23:59:59-23:59')).error.Errors).toEqual({
      startDate: 'Start date must be a time, such as 2026-11-15T09:30:00Z.',
      endDate: 'End date must be a time, such as 2026-11-15T09:30:00Z.',
    })
  })
})
