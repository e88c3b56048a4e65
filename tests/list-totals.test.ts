import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import { type Endpoint, mostCounted, superAdministrator, type Total } from '#contract/endpoint.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

type Page = { Results: unknown[]; _links: { next?: { href: string } }; Total?: Total | null }
type CountedRow = Endpoint<'GET', z.ZodType, z.ZodType, z.ZodType, z.ZodType<Page>>
type List = readonly [name: string, row: CountedRow]
type Query = Readonly<Record<string, string | number>>

const has = (schema: z.ZodType, field: string) => schema instanceof z.ZodObject && field in schema.shape
const rows = Object.entries(api as unknown as Record<string, CountedRow>)
const paged = rows.filter(([, { query }]) => has(query, 'continuationToken'))
const lists = paged.filter(([, { query }]) => has(query, 'count'))

let hub: TestHub
let callers: Record<'everyone' | 'confined' | 'elsewhere', { call: Caller; params: Record<string, string> }>
beforeAll(async () => {
  hub = await startTestHub()
  const harbourside = await recordsOf('harbourside')
  callers = {
    everyone: { call: hub.as(people.admin), params: harbourside },
    confined: { call: await confinedAdmin(hub), params: harbourside },
    elsewhere: { call: hub.as(people.superAdmin), params: await recordsOf('valley-golf') },
  }
})
afterAll(() => hub.close())

async function recordsOf(businessId: string): Promise<Record<string, string>> {
  const found = await recordIds(hub.owner, businessId)
  // Lists of a pass are asked for under its member.
  const { rows: passes } = await hub.owner.query<{ memberId: string }>(
    `select member_id as "memberId" from pass where pass_id = $1`,
    [found['invitationId']],
  )
  return { ...found, ...passes[0], businessId, pointsTypeId: 'Points' }
}

async function ask(who: keyof typeof callers, [name, row]: List, query: Query): Promise<Page> {
  const { call, params } = row.access.kind === superAdministrator.kind ? callers.elsewhere : callers[who]
  const sample = samples[name as keyof typeof samples] as { params?: object; query?: object }
  const { status, body } = await call(row, {
    params: { ...sample.params, ...params },
    query: { ...sample.query, ...query },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** How many rows there are, page by page. */
async function walked(who: keyof typeof callers, list: List, query: Query): Promise<number> {
  let count = 0
  let token: string | null = null
  do {
    const given: Query = token ? { continuationToken: token } : {}
    const page = await ask(who, list, { ...query, limit: 500, ...given })
    expect(page.Total).toBeUndefined()
    count += page.Results.length
    const next = page._links.next?.href
    token = next ? new URL(next).searchParams.get('continuationToken') : null
  } while (token)
  return count
}

// What pages through without telling how many there are, and why.
const uncountedLists: Readonly<Record<string, string>> = {
  listCloseTransactions: 'The line that they are behind says how many.',
  listHeldTransactions: 'A page of patrons, who scroll through their own.',
  listNotices: 'The bell says how many are unread.',
  listUnmatchedHolds: 'There are none, unless something is wrong; the pack says how many.',
  listWhoIsIn: 'It is read whole, and says how many are in.',
  previewReminders: 'They are worked out anew, and counted by day above the list.',
}

test('every list that pages through tells how many it has', () => {
  const others = paged.filter((list) => !lists.includes(list)).map(([name]) => name)
  expect(others.toSorted()).toEqual(Object.keys(uncountedLists).toSorted())
  for (const [name, { output }] of lists) expect(has(output, 'Total'), name).toBe(true)
})

// Of a long trail somebody confined to some venues may read one entry in thousands; of reminders it isn't known whose they are.
const uncounted = (name: string, who: string) =>
  (name === 'listAudit' || name === 'listRenewalReminders') && who === 'confined'

const isOfRecord = ({ path }: CountedRow) => /\{(?!businessId)/.test(path)

function placesOf([name, row]: List): (keyof typeof callers)[] {
  // The other business has no licence for it.
  const isUnlicensed = name === 'listDoubledCodes' || name.startsWith('listMemberImport')
  if (isUnlicensed) return isOfRecord(row) ? ['everyone'] : ['everyone', 'confined']
  // The record may be of a venue that isn't theirs.
  return isOfRecord(row) ? ['everyone', 'elsewhere'] : ['everyone', 'confined', 'elsewhere']
}

describe.each(lists)('%s', (name, row) => {
  const list: List = [name, row]
  test.each(placesOf(list))('counts what it lists to %s', async (who) => {
    const { Total: total, ...page } = await ask(who, list, { count: 'true' })
    expect(page).toEqual({ Results: [], _links: {} })
    expect(total).toEqual(uncounted(name, who) ? null : { Count: await walked(who, list, {}), IsMore: false })
  })

  test('counts what words and dates leave, or says that it does not', async () => {
    for (const query of [{ q: 'harbour' }, { q: 'an' }, { q: 'Smith example' }, { q: 'nobody at all' }]) {
      const { Total: total } = await ask('everyone', list, { ...query, count: 'true' })
      const listed = { Count: await walked('everyone', list, query), IsMore: false }
      expect([null, listed]).toContainEqual(total)
    }
  })
})

describe('narrowed', () => {
  const listOf = (row: unknown) => lists.find(([, each]) => each === row)!
  const totalOf = async (row: unknown, query: Query, who: keyof typeof callers = 'everyone') =>
    (await ask(who, listOf(row), { ...query, count: 'true' })).Total
  const both = async (row: unknown, query: Query, who: keyof typeof callers = 'everyone') => {
    const total = await totalOf(row, query, who)
    expect(total).toEqual({ Count: await walked(who, listOf(row), query), IsMore: false })
    return total!.Count
  }

  test('members are counted by words, numbers and a filter', async () => {
    expect(await both(api.listMembers, { q: 'ryan' })).toBeGreaterThan(0)
    expect(await both(api.listMembers, { q: '10001' })).toBeGreaterThan(0)
    expect(await both(api.listMembers, { membershipNumber: '1000' })).toBeGreaterThan(0)
    expect(await both(api.listMembers, { filter: 'Status=Active' })).toBeGreaterThan(0)
    expect(await both(api.listMembers, { filter: 'Status=Active', q: 'ryan' })).toBeGreaterThan(0)
    // Short words have no index: only a walk could tell.
    expect(await totalOf(api.listMembers, { q: 'a' })).toBeNull()
  })

  test('cards and requests are counted by their filters', async () => {
    expect(await both(api.listCards, { createdFromDate: '2020-01-01T00:00:00Z' })).toBeGreaterThan(0)
    expect(await both(api.listCards, { reportedLost: 'true' })).toBeGreaterThanOrEqual(0)
    expect(await both(api.listMembershipRequests, { isFinalised: 'false' })).toBeGreaterThan(0)
    expect(await both(api.listMembershipRequests, { waiting: 'me' })).toBeGreaterThan(0)
    expect(await both(api.listEvents, { status: 'Published' })).toBeGreaterThan(0)
    expect(await both(api.listUsers, { q: 'harbourside' })).toBeGreaterThan(0)
  })

  test('the trail, messages and requests are counted by their filters', async () => {
    expect(await both(api.listAudit, { by: 'others' })).toBeGreaterThan(0)
    expect(await both(api.listAudit, { startDate: '2020-01-01T00:00:00Z' })).toBeGreaterThan(0)
    expect(await totalOf(api.listAudit, { person: 'admin' })).toBeNull()
    expect(await both(api.listApprovals, { state: 'decided' })).toBeGreaterThanOrEqual(0)
    expect(await both(api.listOutbox, { forBusiness: 'harbourside', state: 'Sent' })).toBeGreaterThanOrEqual(
      0,
    )
    expect(await totalOf(api.listOutbox, { channel: 'email' })).toBeNull()
  })

  test('what the platform has is counted by its filters', async () => {
    expect(await both(api.listBusinesses, {})).toBe(1)
    expect(await both(api.listBusinesses, {}, 'elsewhere')).toBeGreaterThan(1)
    expect(await both(api.listBusinesses, { q: 'valley' }, 'elsewhere')).toBe(1)
    expect(await both(api.listAdministrators, { q: 'super' })).toBeGreaterThan(0)
    expect(await both(api.listVenues, { includeDeleted: 'true' })).toBeGreaterThan(0)
    expect(await both(api.listPlatformAudit, { forBusiness: 'harbourside' })).toBeGreaterThanOrEqual(0)
    expect(await totalOf(api.listPlatformAudit, { person: 'sam' })).toBeNull()
    expect(await both(api.listFailedJobs, { state: 'Failed' })).toBeGreaterThanOrEqual(0)
  })

  test('what became of each is counted where the sending itself knows', async () => {
    const { runId } = callers.everyone.params
    await hub.owner.query(
      `insert into pass_invitation_recipient (business_id, run_id, member_id, outcome)
       select 'harbourside', $1, 'somebody-' || n, case when n % 3 = 0 then 'Skipped' else 'Invited' end
       from generate_series(1, 40) n on conflict do nothing`,
      [runId],
    )
    expect(await both(api.listPassInvitationRecipients, {})).toBeGreaterThanOrEqual(40)
    expect(await both(api.listPassInvitationRecipients, { state: 'Skipped' })).toBeGreaterThanOrEqual(13)
    expect(await totalOf(api.listPassInvitationRecipients, { state: 'Sent' })).toBeNull()
  })

  test('nothing is counted further than there is a word for', async () => {
    await hub.owner.query(
      `insert into business_user (business_id, uid, email, display_name)
       select 'harbourside', 'many-' || n, 'many-' || n || '@harbourside.example', 'One of many' from generate_series(1, $1) n`,
      [mostCounted],
    )
    expect(await totalOf(api.listUsers, {})).toEqual({ Count: mostCounted, IsMore: true })
    expect(await totalOf(api.listUsers, { q: 'one of many' })).toEqual({ Count: mostCounted, IsMore: false })
  })
})
