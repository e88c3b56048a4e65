import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { growRecords } from '#tests/records/many.ts'

// What a list finds by words is what a plain look at every row finds, whichever way it goes: by an index, some way through the list,
// or both.
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await growRecords(hub.owner, 3_000)
  // Words that are in two places of a row, accents, and a sign.
  await hub.owner.query(`
    update request_session set display_name = 'Zoë Ünlikely', email = 'quill@example.com'
      where business_id = 'harbourside' and session_id in ('Renewal-7', 'Registration-9');
    update payment set reference = 'Zq#77' where business_id = 'harbourside' and payment_id in ('many-7', 'many-8');
    update card set first_name = 'Xq', last_name = 'Zoë' where business_id = 'harbourside' and card_id in ('many-3', 'many-2900');
    update visitor_entry set first_name = 'Zoë' where business_id = 'harbourside' and visit_id in ('many-3', 'many-2900');
    update member set deleted_at = now() where business_id = 'harbourside' and member_id =
      (select member_id from visitor_entry where business_id = 'harbourside' and visit_id = 'many-5')`)
  // As autovacuum would within minutes.
  await hub.owner.query('analyze')
})
afterAll(() => hub.close())

const member = `left join member m on m.business_id = x.business_id and m.member_id = x.member_id`
const inText = (text: string) =>
  `(select coalesce(bool_and(position(plain(word) in plain(${text})) > 0), true) from unnest($1::text[]) word)`
const mobileAtHome = `regexp_replace(regexp_replace(x.mobile, '[^0-9+]', '', 'g'), '^[+]61', '0')`
const request = (kind: string) => `
  select session_id as id from request_session x ${member} where x.business_id = 'harbourside' and kind = '${kind}' and x.deleted_at is null
    and ${inText(`concat_ws(' ', x.display_name, x.email, x.mobile, ${mobileAtHome}, x.session_id, m.membership_number)`)}
  order by requested_at desc, session_id desc`

/** Each list with what a plain look finds. */
const lists: readonly (readonly [name: keyof typeof api, id: string, plain: string])[] = [
  ['listMembershipRequests', 'SessionId', request('Registration')],
  ['listRenewalRequests', 'SessionId', request('Renewal')],
  [
    'listCardOrders',
    'OrderId',
    `select order_id as id from card_order x where business_id = 'harbourside' and ${inText('search_text')} order by created_at desc, order_id desc`,
  ],
  [
    'listPayments',
    'EntryId',
    `select e.entry_id::text as id from payment_entry e join payment p using (business_id, payment_id)
     left join request_session s using (business_id, session_id)
     left join card c on c.business_id = p.business_id and c.card_id = p.card_id
     left join member m on m.business_id = p.business_id and m.member_id = coalesce(s.member_id, c.member_id)
     where e.business_id = 'harbourside' and ${inText(`concat_ws(' ', coalesce(s.display_name, concat_ws(' ', c.first_name, c.last_name)),
       m.membership_number, p.reference, 'P-' || p.number)`)} order by e.at desc, e.entry_id desc`,
  ],
  [
    'listVisitors',
    'VisitId',
    `select visit_id as id from visitor_entry x ${member} where x.business_id = 'harbourside'
       and ${inText(`x.first_name || ' ' || x.last_name || ' ' || coalesce(m.first_name || ' ' || m.last_name, '')`)}
     order by day desc, signed_in_at desc, visit_id desc`,
  ],
]

const words = [
  'zoe',
  'Zoë',
  'ünlikely',
  'ünlikely quill',
  'xq',
  'XQ zoe',
  'q',
  'z',
  'a',
  'li',
  'smith',
  'smith 1',
  'olivia smith',
  'example.com',
  '00',
  '7',
  'p-',
  'zq#77',
  '#',
  '#77 zoe',
  'many-29',
  'renewal-7',
  'ref12 p-1',
  '10',
  'guest no29',
  'nobody-at-all',
  '',
]

type Page = { Results: Record<string, string>[] }

// In the short form each list is asked for a third of them, the next list for the next.
const asked = lists.map(
  ([name, id, plain], place) =>
    [
      name,
      id,
      plain,
      inLong(
        words,
        words.filter((_, at) => at % 3 === place % 3),
      ),
    ] as const,
)

describe.each(asked)('%s', (name, id, plain, its) => {
  test.each(its)('by %o', async (q) => {
    const { status, body } = await hub.as(people.admin)(api[name] as Endpoint, {
      params: { businessId: 'harbourside' },
      query: { q, limit: 40 },
    })
    expect(status).toBe(200)
    const { rows } = await hub.owner.query<{ id: string }>(`${plain} limit 40`, [
      q.split(' ').filter(Boolean),
    ])
    expect((body as Page).Results.map((row) => row[id])).toEqual(rows.map((row) => row.id))
  })
})

test.each(['7', '77@example', 'many', 'Y', 'nobody'])('messages by %s', async (q) => {
  const { body } = await hub.as(people.superAdmin)(api.listOutbox, { query: { q, limit: 40 } })
  const { rows } = await hub.owner.query<{ id: string }>(
    `select m.id::text from outbox_message m where lower(concat_ws(chr(10), recipient, subject, kind)) like '%' || lower($1) || '%'
     order by m.id desc limit 40`,
    [q],
  )
  expect(body.Results.map(({ MessageId }) => MessageId)).toEqual(rows.map((row) => row.id))
})
