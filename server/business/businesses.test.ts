import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '#contract'
import { registerWords } from '#contract/business/register-words.ts'
import { messages } from '#contract/messages.ts'
import { nameInOneLine } from '#contract/words/one-line.ts'
import { madeUpEntries } from '#server/business/register'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

const entries = madeUpEntries().filter((entry) => entry.name.startsWith('Derwent'))
const entry = (i: number) => {
  const { abn, name, state, postcode } = entries[i]!
  return { ABN: abn, Name: name, State: state, Postcode: postcode }
}
const namesOf = (answer: { body: { Results: { DisplayName: string }[] } }) =>
  answer.body.Results.map((business) => business.DisplayName)

describe('the list of businesses', () => {
  test('shows a super administrator all of them, by name', async () => {
    const names = namesOf(await superAdmin(api.listBusinesses))
    expect(names).toEqual(['Harbourside Leagues Club', 'Summit Bowls', 'Valley Golf Club'])
  })

  test('shows a tied user their own, with its venues and licences', async () => {
    const { body } = await hub.as(people.door)(api.listBusinesses)
    expect(body.Results).toEqual([
      {
        BusinessId: 'harbourside',
        DisplayName: 'Harbourside Leagues Club',
        LicencedHubProducts: ['pay', 'check', 'HubMembership'],
        VenueSummaries: [
          { DisplayName: 'Harbourside Main Club', VenueNo: '1' },
          { DisplayName: 'Harbourside Sports Bar', VenueNo: '2' },
        ],
        Standing: 'Open',
        IsVisitNeeded: false,
        TimeZone: 'Australia/Sydney',
        Revision: expect.any(String),
      },
    ])
  })

  test.each([
    ['GOLF', ['Valley Golf Club']],
    ['  leagues ', ['Harbourside Leagues Club']],
    ['%', []],
    ['_', []],
    ["o'; drop table business; --", []],
  ])('searched for "%s" finds %j', async (q, expected) => {
    expect(namesOf(await superAdmin(api.listBusinesses, { query: { q } }))).toEqual(expected)
  })

  test('goes on from page to page by its own link, filters and all', async () => {
    const seen: string[] = []
    let answer = await superAdmin(api.listBusinesses, { query: { limit: 1, q: 'l' } })
    for (;;) {
      seen.push(...namesOf(answer))
      const href = answer.body._links.next?.href
      if (!href) break
      const query = Object.fromEntries(new URL(href).searchParams)
      answer = await superAdmin(api.listBusinesses, { query })
    }
    expect(seen).toEqual(['Harbourside Leagues Club', 'Summit Bowls', 'Valley Golf Club'])
  })

  test.each(['nonsense', 'WyJhIl0.AAAAAAAA', ''])(
    'refuses the damaged token "%s"',
    async (continuationToken) => {
      const answer = await superAdmin(api.listBusinesses, { query: { continuationToken } })
      expect(answer).toMatchObject({
        status: 400,
        error: { ErrorMessage: 'The continuation token is damaged.' },
      })
    },
  )

  test.each([0, 501, 'many'])('refuses the limit %s', async (limit) => {
    const answer = await superAdmin(api.listBusinesses, { query: { limit } })
    expect(answer.status).toBe(400)
    expect(answer.error.Errors).toHaveProperty('limit')
  })
})

describe('a new business', () => {
  test('gets an id from its name and no licences', async () => {
    const { status, body } = await superAdmin(api.createBusiness, { body: entry(0) })
    expect(status).toBe(200)
    expect(body).toEqual({
      BusinessId: 'derwent-leagues-club',
      DisplayName: 'Derwent Leagues Club',
      VenueSummaries: [],
      LicencedHubProducts: [],
      Standing: 'Open',
      IsVisitNeeded: false,
      TimeZone: 'Australia/Hobart',
      Revision: expect.any(String),
    })
    const found = await superAdmin(api.listBusinesses, { query: { businessId: body.BusinessId } })
    expect(namesOf(found)).toEqual(['Derwent Leagues Club'])
  })

  test('of an ABN that is here already is refused with the sentence', async () => {
    await superAdmin(api.createBusiness, { body: entry(1) })
    const again = await superAdmin(api.createBusiness, { body: entry(1) })
    expect(again.status).toBe(409)
    expect(again.error.ErrorMessage).toBe(messages.business.alreadyRegistered('Hub'))
  })

  test('of a name that is taken gets a numbered id, also when several are made at once', async () => {
    const answers = await Promise.all(
      [2, 3, 4].map((i) => superAdmin(api.createBusiness, { body: { ...entry(i), Name: 'Twin Club!' } })),
    )
    expect(answers.map(({ body }) => body.BusinessId).toSorted()).toEqual([
      'twin-club',
      'twin-club-2',
      'twin-club-3',
    ])
  })

  test.each([
    [{ ABN: '' }, messages.business.abnRequired],
    [{ ABN: undefined as unknown as string }, messages.business.abnRequired],
    [{ ABN: '51824753557' }, 'This ABN is not valid.'],
    [{ Name: 'Two\nLines' }, nameInOneLine],
    // What follows is shown from right to left, as another name.
    [{ Name: 'Derwent \u202EbulC' }, nameInOneLine],
    [{ Name: 'Derwent\u200B' }, nameInOneLine],
  ])('with %j is refused', async (wrong, sentence) => {
    const { status, error } = await superAdmin(api.createBusiness, { body: { ...entry(5), ...wrong } })
    expect(status).toBe(400)
    expect(error.Errors).toEqual({ [Object.keys(wrong)[0]!]: sentence })
    expect(error.ErrorMessage).toBe(sentence)
  })

  test('is recorded: who, from where, what', async () => {
    await superAdmin(api.createBusiness, { body: entry(6) })
    const { rows } = await hub.owner.query(`select * from audit_entry where record_name = $1`, [
      entry(6).Name,
    ])
    expect(rows).toMatchObject([
      {
        business_id: 'derwent-hotel',
        actor_name: 'Sam Super',
        address: '127.0.0.1',
        title: 'Create a business',
        after: { ABN: entry(6).ABN },
      },
    ])
  })
})

describe('the register', () => {
  const unknown = { ABN: '51 824 753 556', Name: 'Tax Club', State: 'ACT', Postcode: '2600' }
  const kept = async (businessId: string) =>
    (await superAdmin(api.getBusinessSettings, { params: { businessId } })).body

  test('gives a new business its legal name, whatever it is called', async () => {
    const { body } = await superAdmin(api.createBusiness, { body: { ...entry(7), Name: 'The Derwent' } })
    expect(await kept(body.BusinessId)).toMatchObject({
      DisplayName: 'The Derwent',
      LegalName: entry(7).Name,
      AbnConfirmedDate: expect.any(String),
    })
  })

  test('that does not know an ABN has it refused, unless that is meant', async () => {
    const refused = await superAdmin(api.createBusiness, { body: unknown })
    expect([refused.status, refused.error.ErrorCode]).toEqual([409, 'abn_unknown'])
    expect(refused.error.ErrorMessage).toBe(registerWords.unknown)
    const { body } = await superAdmin(api.createBusiness, { body: { ...unknown, IsAbnUnconfirmed: true } })
    expect(await kept(body.BusinessId)).toMatchObject({ LegalName: null, AbnConfirmedDate: null })
  })

  test('that can not be reached has it refused, unless that is meant', async () => {
    const alone = await startTestHub({
      HUB_ABR_GUID: '01234567-89ab-4cde-8f01-23456789abcd',
      HUB_ABR_URL: 'http://127.0.0.1:1',
    })
    onTestFinished(() => alone.close())
    const create = alone.as(people.superAdmin)
    expect((await create(api.createBusiness, { body: unknown })).error).toMatchObject({
      ErrorCode: 'register_unreachable',
      ErrorMessage: registerWords.unreachable,
    })
    const meant = { ...unknown, IsAbnUnconfirmed: true }
    expect((await create(api.createBusiness, { body: meant })).status).toBe(200)
  })
})
