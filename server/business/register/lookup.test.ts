import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { messages } from '#contract/messages.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { madeUpEntries } from './local-register.ts'

describe('the local register', () => {
  let hub: TestHub
  let look: Caller
  beforeAll(async () => {
    hub = await startTestHub()
    look = hub.as(people.superAdmin)
  })
  afterAll(() => hub.close())
  const harbourside = madeUpEntries().find((entry) => entry.name === 'Harbourside Leagues Club')!

  test('finds by part of a name, at most twenty', async () => {
    const { body } = await look(api.lookupAbn, { params: { type: 'name' }, query: { q: 'CLUB' } })
    expect(body.Results).toHaveLength(20)
    expect(body.Results.every((record) => record.Name.includes('Club'))).toBe(true)
  })

  test.each([
    ['abn', harbourside.abn.replace(/^(..)(...)/, '$1 $2 ')],
    ['acn', harbourside.acn],
  ] as const)('finds by %s and says that it is registered', async (type, q) => {
    const { body } = await look(api.lookupAbn, { params: { type }, query: { q } })
    expect(body.Results).toEqual([
      { ABN: harbourside.abn, Name: harbourside.name, State: 'NSW', Postcode: '2000', IsRegistered: true },
    ])
  })

  test.each([
    ['abn', '11111111111', 'This ABN is not valid.'],
    ['acn', '123', 'This ACN is not valid.'],
  ] as const)('refuses the %s %s', async (type, q, sentence) => {
    const { status, error } = await look(api.lookupAbn, { params: { type }, query: { q } })
    expect({ status, sentence: error.ErrorMessage }).toEqual({ status: 400, sentence })
  })

  test('refuses another type of lookup', async () => {
    const { status, error } = await look(api.lookupAbn, {
      params: { type: 'phone' as 'abn' },
      query: { q: '1' },
    })
    expect(status).toBe(400)
    expect(error.ErrorMessage).toBe('The lookup type must be one of abn, acn or name.')
  })
})

describe('the Australian Business Register', () => {
  let hub: TestHub
  const asked: string[] = []
  const answers: Record<string, unknown> = {
    '/json/MatchingNames.aspx': {
      Names: [{ Abn: '51824753556', Name: 'Tax Club', State: 'ACT', Postcode: '2600', Score: 100 }],
      Message: '',
    },
    '/json/AbnDetails.aspx': {
      Abn: '51824753556',
      EntityName: 'Tax Club',
      AddressState: 'ACT',
      AddressPostcode: '2600',
      Message: '',
    },
    '/json/AcnDetails.aspx': {
      Abn: '',
      EntityName: '',
      AddressState: null,
      AddressPostcode: null,
      Message: 'No record found',
    },
  }
  const register = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://register')
    asked.push(url.searchParams.toString())
    if (url.searchParams.get('name') === 'broken') response.writeHead(500).end('<html>')
    else response.end(`callback(${JSON.stringify(answers[url.pathname])})`)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve))
    hub = await startTestHub({
      HUB_ABR_GUID: '01234567-89ab-4cde-8f01-23456789abcd',
      HUB_ABR_URL: `http://127.0.0.1:${(register.address() as AddressInfo).port}`,
    })
  })
  afterAll(async () => {
    await hub.close()
    register.close()
  })
  const look = (type: 'name' | 'abn' | 'acn', q: string) =>
    hub.as(people.superAdmin)(api.lookupAbn, { params: { type }, query: { q } })
  const taxClub = {
    ABN: '51824753556',
    Name: 'Tax Club',
    State: 'ACT',
    Postcode: '2600',
    IsRegistered: false,
  }

  test('is asked by name with the GUID', async () => {
    expect((await look('name', 'tax')).body.Results).toEqual([taxClub])
    expect(asked.at(-1)).toBe('name=tax&maxResults=20&guid=01234567-89ab-4cde-8f01-23456789abcd')
  })

  test('is asked by ABN', async () => {
    expect((await look('abn', '51 824 753 556')).body.Results).toEqual([taxClub])
  })

  test('finds nothing for a number it does not know', async () => {
    expect((await look('acn', '004085616')).body.Results).toEqual([])
  })

  test('that does not answer is said in the sentence', async () => {
    const { status, error } = await look('name', 'broken')
    expect({ status, sentence: error.ErrorMessage }).toEqual({
      status: 502,
      sentence: messages.business.lookupFailed,
    })
  })
})
