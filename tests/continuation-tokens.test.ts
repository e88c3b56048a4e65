import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, pathParamNames } from '#contract/endpoint.ts'
import { createSeal } from '#platform/secrets'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
let records: Record<string, string>
beforeAll(async () => {
  hub = await startTestHub()
  const found = await recordIds(hub.owner, 'harbourside')
  // Lists of a pass are asked for under its member.
  const { rows } = await hub.owner.query<{ memberId: string }>(
    `select member_id as "memberId" from pass where pass_id = $1`,
    [found['invitationId']],
  )
  records = { ...found, ...rows[0], pointsTypeId: 'Points' }
})
afterAll(() => hub.close())

// The one list that is asked for with a secret is tried where the secret is: held-transactions.test.ts.
const lists = Object.entries(api as Record<string, Endpoint>).filter(
  ([, { method, query }]) =>
    method === 'GET' && 'shape' in query && 'continuationToken' in (query.shape as object),
)

const encoded = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')

/** The address of a list, without a token. */
function addressOf(name: string, row: Endpoint): URL {
  const sample = samples[name as keyof typeof samples] as { params?: object; query?: Record<string, string> }
  const params: Record<string, unknown> = { ...records, ...sample.params }
  const path = pathParamNames(row.path).reduce(
    (text, each) => text.replace(`{${each}}`, String(params[each])),
    row.path,
  )
  const url = new URL(path, 'http://localhost')
  for (const [key, value] of Object.entries(sample.query ?? {})) url.searchParams.set(key, value)
  url.searchParams.sort()
  return url
}

async function ask(url: URL, continuationToken?: string) {
  const asked = new URL(url)
  if (continuationToken !== undefined) asked.searchParams.set('continuationToken', continuationToken)
  return hub.app.inject({
    url: `${asked.pathname}${asked.search}`,
    headers: { authorization: `Bearer ${await hub.tokenOf(people.superAdmin)}` },
  })
}

async function expectDamaged(url: URL, tokens: readonly string[]) {
  for (const token of tokens) {
    const answer = await ask(url, token)
    expect(answer.statusCode, token).toBe(400)
    expect(answer.json().ErrorMessage, token).toMatch(
      /^The continuation token is damaged\.$|^.+ too long.*\.$|^.+ at the most.*\.$/,
    )
  }
}

// Keys of no list, or of some other.
const keys: unknown[] = [
  [],
  null,
  {},
  7,
  'text',
  [null],
  [{}],
  [[]],
  ['x'],
  [1.5],
  ['x', 'y'],
  [1, 2],
  [{}, {}],
  [null, null],
  ['x', 'y', 'z'],
  ['2026-01-01', {}],
  ['99999-99-99', 'x'],
  ['9'.repeat(30), '9'.repeat(30)],
  ['2026-01-01', '2026-01-01'],
]

describe.each(lists)('%s', (name, row) => {
  test('is there', async () => {
    expect((await ask(addressOf(name, row))).statusCode).toBe(200)
  })

  test('refuses what is no token', () =>
    expectDamaged(addressOf(name, row), [
      '',
      '.',
      'x',
      'x.y',
      '[].',
      'WyJhIl0',
      'WyJhIl0.',
      '💩',
      ' ',
      '.'.repeat(100),
    ]))

  test('refuses tokens that are sealed without the key', async () => {
    const url = addressOf(name, row)
    await expectDamaged(
      url,
      keys.map((key) => {
        const payload = encoded(key)
        const seal = createHash('sha256')
          .update(`${name}?${url.searchParams.toString()} ${payload}`)
          .digest('base64url')
        return `${payload}.${seal.slice(0, 8)}`
      }),
    )
  })

  test('refuses tokens that are sealed with the key of something else', async () => {
    const url = addressOf(name, row)
    const seal = createSeal(hub.secret, 'another purpose')
    await expectDamaged(
      url,
      keys.map(
        (key) =>
          `${encoded(key)}.${seal(`${name} ${url.pathname}?${url.searchParams.toString()} ${encoded(key)}`)}`,
      ),
    )
  })

  test('answers keys of another version of itself with rows or with a sentence', async () => {
    const url = addressOf(name, row)
    const seal = createSeal(hub.secret, 'continuation tokens')
    const statuses = []
    for (const key of keys) {
      const payload = encoded(key)
      const answer = await ask(
        url,
        `${payload}.${seal(`${name} ${url.pathname}?${url.searchParams.toString()} ${payload}`)}`,
      )
      statuses.push(answer.statusCode)
    }
    expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([])
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(keys.length / 2)
  })
})

describe('a true token', () => {
  const tokenOf = async (url: URL) => {
    const { _links } = (await ask(url)).json()
    return new URL(_links.next.href).searchParams.get('continuationToken')!
  }
  const listUrl = (businessId: string, query = '') =>
    new URL(api.listMembers.path.replace('{businessId}', businessId) + query, 'http://localhost')

  test('leads on, with another limit too', async () => {
    const token = await tokenOf(listUrl('harbourside', '?limit=2'))
    expect((await ask(listUrl('harbourside', '?limit=3'), token)).statusCode).toBe(200)
  })

  test('is one in every process that has the secret', async () => {
    const url = listUrl('harbourside')
    const payload = encoded(['b', 'x'])
    const seal = createSeal(hub.secret, 'continuation tokens')
    expect((await ask(url, `${payload}.${seal(`listMembers ${url.pathname}? ${payload}`)}`)).statusCode).toBe(
      200,
    )
  })

  test('is damaged when it is cut, prolonged or has another key in it', async () => {
    const token = await tokenOf(listUrl('harbourside', '?limit=2'))
    const [payload, seal] = token.split('.')
    await expectDamaged(listUrl('harbourside'), [
      token.slice(0, -1),
      token.slice(1),
      `${token}A`,
      `${payload}`,
      `.${seal}`,
      `${encoded(['a', 'b'])}.${seal}`,
      `${payload}.${seal!.toLowerCase()}x`,
    ])
  })

  test('is of no use for another business, list or filter', async () => {
    const token = await tokenOf(listUrl('harbourside', '?limit=2'))
    await expectDamaged(listUrl('valley-golf'), [token])
    await expectDamaged(listUrl('harbourside', '?q=smith'), [token])
    await expectDamaged(addressOf('listBusinesses', api.listBusinesses), [token])
    await expectDamaged(addressOf('listPassConfigurations', api.listPassConfigurations), [token])
  })
})
