import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { visitorTexts } from '#contract/visitors/visitor-words.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { harbourside, publishedEvent, sydneyDay } from '#tests/records/events.ts'
import { mergeMembers } from '#tests/records/merges.ts'
import { setVisitorRules, signIn } from '#tests/records/visitors.ts'

let hub: TestHub
let admin: Caller
let eventId: string
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  eventId = await publishedEvent(hub, { EventName: 'Trivia night', EventLocation: 'Harbourside Club' })
  await setVisitorRules(hub, { Clubs: [{ Name: 'Bowls Club', State: 'NSW', IsActive: true }] })
  await enter('Ada')
  await enter('Ben')
  await enter('Cleo', { Kind: 'Reciprocal', ClubName: 'Bowls Club', ClubNumber: '=77' })
})
afterAll(() => hub.close())

const enter = async (FirstName: string, visit: object = {}) =>
  (await signIn(admin, eventId, { FirstName, ...visit })).body.VisitId
const list = async (query: Parameters<typeof read>[0] = {}, by = admin) =>
  (await read(query, by)).body.Results
const read = (query: { [Name in 'from' | 'to' | 'q' | 'memberId' | 'signatures']?: string }, by: Caller) =>
  by(api.listVisitors, { params: harbourside, query: query as never })
const names = async (query: Parameters<typeof read>[0] = {}, by = admin) =>
  (await list(query, by)).map(({ FirstName }) => FirstName)
const memberOf = async (condition: string) =>
  (
    await hub.owner.query<{ id: string; number: string }>(
      `select member_id as id, membership_number as number from member
       where business_id = 'harbourside' and deleted_at is null and status = 'Active' and date_financial > current_date and ${condition}
       order by member_id limit 1`,
    )
  ).rows[0]!

describe('the register', () => {
  test('has the newest first, page by page, and signatures where they are asked for', async () => {
    expect(await names()).toEqual(['Cleo', 'Ben', 'Ada'])
    const first = await admin(api.listVisitors, { params: harbourside, query: { limit: 2 } })
    const next = new URL(first.body._links.next!.href)
    const token = next.searchParams.get('continuationToken')!
    const second = await admin(api.listVisitors, {
      params: harbourside,
      query: { limit: 2, continuationToken: token },
    })
    expect(second.body.Results.map(({ FirstName }) => FirstName)).toEqual(['Ada'])
    expect(first.body.Results[0]).toMatchObject({ IsSigned: true, Signature: null, Day: sydneyDay() })
    expect((await list({ signatures: 'true' }))[0]!.Signature).toBe('M10 20L30 40L50 60')
  })

  test('is narrowed down by days, names of visitors and members, and a member', async () => {
    expect(await names({ from: sydneyDay(), to: sydneyDay() })).toHaveLength(3)
    expect(await names({ to: sydneyDay(-1) })).toEqual([])
    expect(await names({ q: 'CLEO vis' })).toEqual(['Cleo'])
    const [ada] = await list({ q: 'ada' })
    expect(await names({ q: ada!.Host!.Name.toLowerCase() })).toEqual(['Ben', 'Ada'])
    expect(await names({ memberId: ada!.Host!.MemberId })).toEqual(['Ben', 'Ada'])
    const { status } = await read({ from: 'yesterday' }, admin)
    expect(status).toBe(400)
  })

  test('shows who is confined to a venue the guests of its members, and its own visitors', async () => {
    const confined = await confinedAdmin(hub)
    const there = await memberOf(`venue_no = '2'`)
    await enter('Dora', { HostCode: there.number })
    const seen = await list({}, confined)
    expect(seen.every(({ Host, FirstName }) => Host !== null || FirstName === 'Cleo')).toBe(true)
    const { rows } = await hub.owner.query(
      `select v.first_name as name from visitor_entry v left join member m using (business_id, member_id)
       where v.business_id = 'harbourside' and (m.venue_no = '2' or (m.member_id is null and v.venue_no = '2'))`,
    )
    expect(new Set(seen.map(({ FirstName }) => FirstName))).toEqual(new Set(rows.map(({ name }) => name)))
  })

  test('is open to those who manage events alone', async () => {
    expect((await read({}, hub.as(people.door))).status).toBe(403)
    expect((await read({}, hub.as(people.otherAdmin))).status).toBe(404)
  })
})

describe('an entry', () => {
  const act = (visitId: string, Reason: string) =>
    admin(api.voidVisitor, { params: { ...harbourside, visitId }, body: { Reason } })

  test('is voided once, with a reason, stays, and counts as a guest no more', async () => {
    const member = await memberOf(`membership_number <> '10001' and venue_no = '1'`)
    await setVisitorRules(hub, { GuestsPerDay: 1 })
    const visitId = await enter('Typo', { HostCode: member.number })
    expect((await act(visitId, ' x ')).status).toBe(400)
    const { body } = await act(visitId, 'Misspelt')
    expect(body).toMatchObject({ VoidReason: 'Misspelt', VoidedBy: 'Alex Admin' })
    const again = await act(visitId, 'Misspelt')
    expect([again.status, again.error.ErrorMessage]).toEqual([409, visitorTexts.voidedAlready])
    expect(await names({ memberId: member.id })).toEqual(['Typo'])
    expect(await enter('Right', { HostCode: member.number })).toBeDefined()
    const trail = await admin(api.listAudit, { params: harbourside, query: { action: 'voidVisitor' } })
    expect(trail.body.Results[0]).toMatchObject({ RecordKind: 'Visitor', RecordName: 'Typo Visitor' })
  })

  test('follows its member when two are merged', async () => {
    await setVisitorRules(hub)
    const one = await memberOf(`membership_number <> '10001' and venue_no = '1'`)
    const other = await memberOf(
      `member_id <> '${one.id}' and membership_number <> '10001' and venue_no = '1'`,
    )
    await enter('Moved', { HostCode: other.number })
    await mergeMembers(hub, one.id, other.id)
    expect(await names({ memberId: one.id, q: 'moved' })).toEqual(['Moved'])
  })
})

describe('a file of it', () => {
  const fileOf = (format: 'csv' | 'xlsx', query: object = {}) =>
    admin(api.exportVisitors, { params: { ...harbourside, format }, query })

  test('has every entry that the filters leave, and no cell that runs', async () => {
    const { body } = await fileOf('csv', { q: 'cleo' })
    const [head, line, ...rest] = String(body).trim().split('\r\n')
    expect(head).toContain('Day,Signed In,Kind,First Name,Last Name,Address or Suburb,Member,Membership No')
    expect(line).toContain('Reciprocal club,Cleo,Visitor,Newtown')
    expect(line).toContain("'=77")
    expect(rest).toEqual([])
  })

  test('can be a workbook', async () => {
    const { status } = await fileOf('xlsx')
    expect(status).toBe(200)
  })
})
