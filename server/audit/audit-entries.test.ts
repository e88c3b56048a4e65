import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Entered, enterTrail } from '#tests/reading/trail.ts'

let hub: TestHub
let admin: Caller
const params = { businessId: 'harbourside' }
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  // A sign-in is an entry, too: it is there before the tests look.
  await hub.tokenOf(people.admin)
})
afterAll(() => hub.close())

const enter = (...given: Entered) => enterTrail(hub, ...given)
const list = (query: object = {}) => admin(api.listAudit, { params, query: { limit: 500, ...query } })
const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.Results.map((entry) => entry.EntryId)

describe('the trail of a business', () => {
  test('tells who, when, from where, what, before and after', async () => {
    const id = await enter('harbourside', 0)
    const { body } = await list({ limit: 1 })
    expect(body.Results).toEqual([
      {
        EntryId: id,
        At: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        ActorName: 'Ada Auditor',
        IsByAdministrator: false,
        Address: '203.0.113.7',
        Action: 'updateVenue',
        Title: 'Change a venue',
        RecordKind: 'Venue',
        RecordId: '7',
        RecordName: 'Rooftop',
        Before: { Name: 'Roof' },
        After: { Name: 'Rooftop' },
      },
    ])
  })

  test('has what people do here, the moment they did it', async () => {
    await hub.as(people.finance)(api.getMe)
    const { body } = await list({ limit: 1, person: 'fran' })
    expect(body.Results).toMatchObject([
      { ActorName: 'Fran Finance', Action: 'signIn', Address: '127.0.0.1' },
    ])
  })

  test('is newest first and goes on page by page, without a gap or a repeat', async () => {
    // Several of one moment: their order is by number.
    await hub.owner.query(
      `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title)
       select 'harbourside', '2020-01-01', 'x', 'Twin', '', '', 'signIn', 'Sign in' from generate_series(1, 7)`,
    )
    const all = idsOf(await list({ person: 'twin' }))
    const seen: string[] = []
    let query: Record<string, string | number> = { limit: 3, person: 'twin' }
    for (;;) {
      const { body } = await admin(api.listAudit, { params, query })
      seen.push(...body.Results.map((entry) => entry.EntryId))
      if (!body._links.next) break
      query = Object.fromEntries(new URL(body._links.next.href).searchParams)
    }
    expect(seen).toHaveLength(7)
    expect(seen).toEqual(all)
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)))
  })

  test("never shows another business's entries, nor the platform's", async () => {
    const foreign = await enter('valley-golf', 0)
    const platform = await enter('*', 0)
    const ids = idsOf(await list())
    expect(ids).not.toContain(foreign)
    expect(ids).not.toContain(platform)
    for (const entryId of [foreign, platform, '999999999']) {
      const { status, error } = await admin(api.getAuditEntry, { params: { ...params, entryId } })
      expect(status).toBe(404)
      expect(error.ErrorMessage).toBe('The entry was not found.')
    }
  })

  test.each([people.reception, people.finance, people.door])('is closed to %s', async (email) => {
    for (const row of [api.listAudit, api.listAuditActions, api.exportAudit]) {
      const { status, error } = await hub.as(email)(row, { params })
      expect(status).toBe(403)
      expect(error.ErrorMessage).toContain("'Manage Users'")
    }
  })
})

describe('one entry', () => {
  test('is found by its number', async () => {
    const entryId = await enter('harbourside', 1)
    const { body } = await admin(api.getAuditEntry, { params: { ...params, entryId } })
    expect(body).toMatchObject({ EntryId: entryId, RecordName: 'Rooftop' })
  })

  test('of a member has what people call their options, offered or not, not the keys', async () => {
    const superAdmin = hub.as(people.superAdmin)
    const level = { params: { ...params, list: 'MemberLevel' } } as const
    await superAdmin(api.addOption, { ...level, body: { Key: 'MEL-GOLD', Value: 'Gold of Melbourne' } })
    await superAdmin(api.updateOption, {
      params: { ...level.params, key: 'MEL-GOLD' },
      body: { IsRetired: true },
    })
    const change = {
      Before: { MemberLevel: 'MEL-GOLD', FirstName: 'MEL-GOLD' },
      After: { MemberLevel: 'long gone', FirstName: 'Mel' },
    }
    const named = { ...change, Before: { MemberLevel: 'Gold of Melbourne', FirstName: 'MEL-GOLD' } }
    const entryId = await enter('harbourside', 1, { RecordKind: 'Member', RecordName: 'Mel', ...change })
    const { body } = await admin(api.getAuditEntry, { params: { ...params, entryId } })
    expect(body).toMatchObject(named)
    const { body: csv } = await admin(api.exportAudit, { params, query: { record: 'Mel' } })
    expect(csv).toContain('Member level: Gold of Melbourne → long gone')
    const elsewhere = await enter('harbourside', 1, change)
    const other = await admin(api.getAuditEntry, { params: { ...params, entryId: elsewhere } })
    expect(other.body).toMatchObject(change)
  })

  test('of no number is refused', async () => {
    const { status, error } = await admin(api.getAuditEntry, { params: { ...params, entryId: "1' or 1=1" } })
    expect(status).toBe(400)
    expect(error.ErrorMessage).toBe('An entry is named by its number.')
  })
})

describe('the filters', () => {
  let pool: string
  let deck: string
  beforeAll(async () => {
    pool = await enter('harbourside', 600, {
      ActorName: 'Una Ünal',
      RecordName: '100%_Pool',
      RecordId: 'p-1',
    })
    deck = await enter('harbourside', 300, {
      ActorName: 'Una Ünal',
      Action: 'deleteVenue',
      RecordName: 'Deck',
    })
  })
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  test.each([
    ['part of a name, whatever its case', { person: ' UNA ü' }, () => [deck, pool]],
    ['an action', { person: 'una', action: 'deleteVenue' }, () => [deck]],
    ['part of a record', { person: 'una', record: 'dec' }, () => [deck]],
    ['signs that mean something to the database', { person: 'una', record: '%_' }, () => [pool]],
    ["a record's id", { record: 'p-1' }, () => [pool]],
    ['a start', { person: 'una', startDate: ago(400) }, () => [deck]],
    ['an end', { person: 'una', endDate: ago(400) }, () => [pool]],
    ['a range without entries', { person: 'una', startDate: ago(500), endDate: ago(400) }, () => []],
    ['nobody’s name', { person: 'zebedee' }, () => []],
  ])('find %s', async (_, query, expected) => {
    expect(idsOf(await list(query))).toEqual(expected())
  })

  test('refuse a date that is none', async () => {
    expect((await list({ startDate: 'yesterday' })).status).toBe(400)
  })

  test('offer the kinds of actions this business has, each once, by title', async () => {
    await enter('valley-golf', 1, { Action: 'onlyThere', Title: 'Only there' })
    await enter('harbourside', 20, { Action: 'renamed', Title: 'An older name' })
    await enter('harbourside', 10, { Action: 'renamed', Title: 'A newer name' })
    const { body } = await admin(api.listAuditActions, { params })
    expect(body.Results).toContainEqual({ Action: 'renamed', Title: 'A newer name' })
    const { rows } = await hub.owner.query<{ action: string }>(
      `select distinct action from audit_entry where business_id = 'harbourside'`,
    )
    expect(body.Results.map((kind) => kind.Action).toSorted()).toEqual(
      rows.map((row) => row.action).toSorted(),
    )
    const titles = body.Results.map((kind) => kind.Title)
    expect(titles).toEqual(titles.toSorted())
  })

  test('offer nothing where nothing was done', async () => {
    const { body } = await hub.as(people.superAdmin)(api.listAuditActions, {
      params: { businessId: 'summit-bowls' },
    })
    expect(body.Results).toEqual([])
  })
})

describe('the CSV file', () => {
  const download = async (query: object = {}) => {
    const answer = await admin(api.exportAudit, { params, query })
    return { ...answer, lines: (answer.body as string).trimEnd().split('\r\n') }
  }

  test('has the entries that the filters leave, in words', async () => {
    await enter('harbourside', 0, {
      ActorName: 'Cass V.',
      RecordName: '=Evil()',
      Before: { Name: 'A', Venues: ['1', '2'] },
      After: { Name: 'B', Venues: [] },
    })
    const { headers, lines } = await download({ person: 'cass' })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''audit-harbourside-\d\d-\d\d-\d{4}-\d\d-\d\d-\d\d\.csv$/,
    )
    expect(lines[0]).toBe(
      '\uFEFFWhen (Australia/Sydney),Who,What,Kind,Record,Record kind,Record id,Changes,From,By a super administrator',
    )
    expect(lines.slice(1).map((line) => line.replace(/^[^,]+,/, ''))).toEqual([
      `Cass V.,changed the venue =Evil(),Change a venue,'=Evil(),Venue,7,"Name: A → B; Venues: 1, 2 → -",203.0.113.7,No`,
    ])
  })

  test('goes on past one batch', async () => {
    await hub.owner.query(
      `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title, record_id)
       select 'harbourside', now() - make_interval(secs => n % 10), 'x', 'Bulk', '', '', 'signIn', 'Sign in', n
       from generate_series(1, 2500) n`,
    )
    const { lines } = await download({ person: 'bulk' })
    expect(new Set(lines.map((line) => line.split(',')[6])).size).toBe(2501)
    expect(lines).toHaveLength(2501)
  })

  test('of nothing is a header', async () => {
    expect((await download({ person: 'zebedee' })).lines).toHaveLength(1)
  })
})
