import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inOneTurn, inShortTurn } from '#tests/turns.ts'

// More than are looked at in one piece, which is 1,000, on each of two dates.
const many = 2_600

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.tokenOf(people.admin)
  await hub.owner.query(`update member set date_financial = null where business_id = 'harbourside'`)
  await hub.owner.query(
    `insert into member (business_id, member_key, venue_no, first_name, last_name, membership_type, date_financial)
     select 'harbourside', gen_random_uuid(), '1', 'Many', n::text, (array['Ordinary', 'Junior', 'Life'])[1 + n % 3],
       (array['2031-06-30', '2031-06-16', '2031-06-29']::date[])[1 + n % 7 % 3]
     from generate_series(1, $1) n`,
    [many],
  )
})
afterAll(() => hub.close())

const noonOf = (day: string) => setClock(hub, new Date(`${day}T02:00:00Z`))
const tell = (payload: object = {}) => hub.tasks.tell_standings!(payload as never, { isLast: false })

test('each who stands otherwise since the day turned is told so once, wherever the work was cut', async () => {
  await noonOf('2031-06-30')
  await inOneTurn(() => tell())
  await hub.owner.query('delete from member_change')
  await noonOf('2031-07-01')
  // Cut after each piece, and its place lost with the process: the business keeps its own.
  for (let pieces = 0; pieces < 4; pieces++)
    await inShortTurn(() => tell({ left: [{ businessId: 'harbourside', after: '' }] }))
  await inOneTurn(() => tell())
  await inOneTurn(() => tell())
  // Those who ended the day before, in grace of 14 days or without any, and those whose grace has ended with it.
  const { rows } = await hub.owner.query<{
    type: string
    date: string
    title: string
    n: number
    twice: number
  }>(
    `select m.membership_type as type, m.date_financial::text as date, c.title, count(*)::int as n,
       (count(*) - count(distinct m.member_id))::int as twice
     from member_change c join member m using (business_id, member_id) group by 1, 2, 3 order by 1, 2, 3`,
  )
  const of = (type: number, date: number) =>
    Array.from({ length: many }, (_, i) => i + 1).filter((n) => n % 3 === type && (n % 7) % 3 === date).length
  expect(rows).toEqual([
    { type: 'Junior', date: '2031-06-30', title: 'Membership lapsed', n: of(1, 0), twice: 0 },
    { type: 'Ordinary', date: '2031-06-16', title: 'Membership lapsed', n: of(0, 1), twice: 0 },
    { type: 'Ordinary', date: '2031-06-30', title: 'Membership in grace', n: of(0, 0), twice: 0 },
  ])
})
