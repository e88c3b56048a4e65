import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { growMembers } from '#server/demo/members'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { growRecords } from '#tests/records/many.ts'

// What somebody confined to a venue is shown is what a plain look at every row finds: of few members with many records, of few with
// few, and of more members than are looked up.
let hub: TestHub
const callers: Record<string, Caller> = {}
beforeAll(async () => {
  hub = await startTestHub()
  await growRecords(hub.owner, 3_300)
  await growMembers(hub.databaseUrl, 'harbourside', 6_500, () => undefined)
  await hub.owner.query(`
    insert into venue (business_id, venue_no, display_name, enabled) values ('harbourside', '4', 'Annexe', true);
    update member set venue_no = '3' where business_id = 'harbourside' and membership_number <= '11800';
    update member set venue_no = '4' where business_id = 'harbourside' and member_id in
      (select member_id from card where business_id = 'harbourside' and card_id like 'many-%5');
    update request_session s set venue_no = m.venue_no from member m
      where m.business_id = s.business_id and m.member_id = s.member_id and s.business_id = 'harbourside' and m.venue_no in ('3', '4');
    update venue set deleted_at = null, enabled = true where business_id = 'harbourside';
    update member set deleted_at = now() where business_id = 'harbourside' and member_id in
      (select member_id from card where business_id = 'harbourside' and card_id in ('many-5', 'many-15'));
    update card set member_id = null, issued_by_id = (select uid from business_user where email = '${people.reception}')
      where business_id = 'harbourside' and card_id in ('many-25', 'many-26');
    update card set member_id = null where business_id = 'harbourside' and card_id in ('many-35', 'many-36');
    update visitor_entry set member_id = null, venue_no = '4' where business_id = 'harbourside' and visit_id in ('many-25', 'many-26');
    update visitor_entry set member_id = null where business_id = 'harbourside' and visit_id in ('many-35', 'many-36');
    update payment set session_id = null, paid_for = 'CardReload', card_id = payment_id
      where business_id = 'harbourside' and payment_id in ('many-25', 'many-26', 'many-36', 'many-45')`)
  // As autovacuum would within minutes.
  await hub.owner.query('analyze')
  callers['1'] = await confinedAdmin(hub, people.promotions, '1')
  callers['3'] = await confinedAdmin(hub, people.finance, '3')
  callers['4'] = await confinedAdmin(hub, people.reception, '4')
}, 120_000)
afterAll(() => hub.close())

const who: Readonly<Record<string, string>> = { 1: people.promotions, 3: people.finance, 4: people.reception }
const cardIsSeen = `case when c.member_id is null then c.issued_by_id = $2 else m.venue_no = $1 end`
const cards = `
  select card_id as id from card c left join member m using (business_id, member_id)
  where c.business_id = 'harbourside' and ${cardIsSeen} order by c.created_at desc, card_id desc`
const ofMember = (table: string, id: string, order: string) => `
  select ${id}::text as id from ${table} x join member m using (business_id, member_id)
  where x.business_id = 'harbourside' and m.venue_no = $1 and $2 <> '' order by ${order}`

/** Each list with what a plain look finds. */
const lists: readonly (readonly [name: keyof typeof api, id: string, plain: string])[] = [
  ['listCards', 'CardId', cards],
  ['listCardsByMember', 'CardId', cards],
  ['listCardOrders', 'OrderId', ofMember('card_order', 'order_id', 'x.created_at desc, order_id desc')],
  ['listRenewalReminders', 'ReminderId', ofMember('renewal_reminder', 'id', 'x.id desc')],
  [
    'listVisitors',
    'VisitId',
    `select visit_id as id from visitor_entry v left join member m using (business_id, member_id)
     where v.business_id = 'harbourside' and $2 <> '' and
       case when v.member_id is null then v.venue_no = $1 else m.venue_no = $1 end
     order by day desc, signed_in_at desc, visit_id desc`,
  ],
  [
    'listPayments',
    'EntryId',
    `select e.entry_id::text as id from payment_entry e join payment p using (business_id, payment_id)
     left join request_session s on s.business_id = p.business_id and s.session_id = p.session_id
     left join card c on c.business_id = p.business_id and c.card_id = p.card_id
     left join member m on m.business_id = p.business_id and m.member_id = c.member_id
     where e.business_id = 'harbourside' and (s.venue_no = $1 or (c.card_id is not null and ${cardIsSeen}))
     order by e.at desc, e.entry_id desc`,
  ],
]

async function plainly(plain: string, venueNo: string): Promise<string[]> {
  const { rows: users } = await hub.owner.query<{ uid: string }>(
    'select uid from business_user where email = $1',
    [who[venueNo]],
  )
  const { rows } = await hub.owner.query<{ id: string }>(plain, [venueNo, users[0]!.uid])
  return rows.map(({ id }) => id)
}

type Listed = { Results: Record<string, string>[]; _links: { next?: { href: string } } }

/** All of a list, page by page. */
async function listed(name: keyof typeof api, id: string, venueNo: string): Promise<string[]> {
  const ids: string[] = []
  let continuationToken: string | null = null
  do {
    const { status, body } = await callers[venueNo]!(api[name] as unknown as Endpoint, {
      params: { businessId: 'harbourside' },
      query: { limit: '400', ...(continuationToken && { continuationToken }) },
    })
    expect(status).toBe(200)
    const { Results, _links } = body as Listed
    ids.push(...Results.map((each) => each[id]!))
    const next = _links.next?.href
    continuationToken = next ? new URL(next, 'http://localhost').searchParams.get('continuationToken') : null
  } while (continuationToken)
  return ids
}

test('there are few members at two venues, with many records at one, and more at the other', async () => {
  const { rows } = await hub.owner.query<{ venueNo: string; members: number; cards: number }>(`
    select venue_no as "venueNo", count(distinct member_id)::int as members, count(card_id)::int as cards
    from member left join card using (business_id, member_id)
    where business_id = 'harbourside' and venue_no in ('1', '3', '4') group by 1 order by 1`)
  const [one, three, four] = rows
  expect(one!.members).toBeGreaterThan(2_000)
  expect(three!.members).toBeLessThan(2_000)
  expect(three!.cards).toBeGreaterThan(2_000)
  expect(four!.members).toBeLessThan(2_000)
  expect(four!.cards).toBeLessThan(2_000)
})

describe.each(lists)('%s', (name, id, plain) => {
  test.each(['1', '3', '4'])('to those of venue %s', async (venueNo) => {
    const found = await plainly(plain, venueNo)
    expect(found).not.toEqual([])
    expect(await listed(name, id, venueNo)).toEqual(found)
  })
})
