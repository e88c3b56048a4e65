import fc from 'fast-check'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { paidForNames, paymentMethods, recordStates } from '#contract/payments/payment-words.ts'
import { addUpAnew } from '#server/reports/sums'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { type AskedOfPayments, paymentsAnew } from '#tests/reading/payment-sums.ts'
import { Periods } from '#tests/samples/periods.ts'

// What payments come to is the sum of their entries, whoever writes and however much of it is kept: to the cent, by every filter, and by
// the days of any zone.
const params = { businessId: 'harbourside' }
const zones = ['Australia/Sydney', 'Australia/Adelaide', 'Asia/Kathmandu', 'America/Los_Angeles']
let hub: TestHub
let confined: Caller
beforeAll(async () => {
  hub = await startTestHub()
  confined = await confinedAdmin(hub, people.reception, '2')
  await hub.owner.query(`
    update request_session set venue_no = '2' where business_id = 'harbourside' and session_id in
      (select session_id from request_session where business_id = 'harbourside' order by session_id limit 4)`)
})
afterAll(() => hub.close())

const keep = () => hub.tasks['keep_record_sums']!({} as never, { isLast: false })

const Deed = fc.record({
  kind: fc.constantFrom(
    'pay',
    'pay',
    'pay',
    'refund',
    'refund',
    'reload',
    'backdate',
    'remove',
    'keep',
    'anew',
  ),
  number: fc.nat({ max: 25 }),
  cents: fc.integer({ min: 1, max: 90_000 }),
  minutesAgo: fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 90_000 }), fc.nat({ max: 900_000 })),
})
type Deed = typeof Deed extends fc.Arbitrary<infer Value> ? Value : never

const within = (query: Sql) => hub.database.transaction('harbourside', (tx) => tx.run(query))

/** Each in a transaction of its own, all of them at once: some as the server does it, some as nobody should. */
const deeds: Record<Deed['kind'], (deed: Deed) => Promise<unknown>> = {
  pay: ({ number, cents, minutesAgo }) =>
    within(sql`
      insert into request_payment (business_id, payment_id, session_id, provider, state, description, amount_cents, tax_cents,
        paid_cents, paid_at, method, reference)
      select 'harbourside', 'sums-' || ${number}::int, session_id, 'Counter', 'Paid', 'Fee', ${cents}, ${Math.round(cents / 11)},
        ${cents}, now() - make_interval(mins => ${minutesAgo}), ${paymentMethods[number % paymentMethods.length]},
        'terminal' || ${number}::int || ' ~'
      from request_session where business_id = 'harbourside' order by session_id offset ${number % 9} limit 1
      on conflict do nothing`),
  refund: ({ number, cents }) =>
    within(sql`
      update request_payment set refunded_cents = least(paid_cents, refunded_cents + ${cents})
      where business_id = 'harbourside' and payment_id = 'sums-' || ${number}::int`),
  reload: ({ number, cents, minutesAgo }) =>
    within(sql`
      select note_payment(row('harbourside', 'reload-' || ${number}::int, null, 'CardReload', 'Cash', 'Till', '', ${cents}, 0, 0,
        'AUD', 'terminal' || ${number}::int, null, (select min(card_id) from card join member using (business_id, member_id)
          where business_id = 'harbourside' and venue_no = '1'), now() - make_interval(mins => ${minutesAgo}), null)::payment)`),
  backdate: ({ number, minutesAgo }) =>
    within(sql`
      update payment_entry set at = at - make_interval(mins => ${minutesAgo})
      where business_id = 'harbourside' and payment_id = 'sums-' || ${number}::int`),
  remove: ({ number }) =>
    within(
      sql`delete from payment_entry where business_id = 'harbourside' and payment_id = 'reload-' || ${number}::int`,
    ),
  keep,
  anew: () => addUpAnew(hub.database, 'harbourside'),
}

const Asked = fc
  .record({
    method: fc.option(fc.constantFrom(...paymentMethods)),
    paidFor: fc.option(fc.constantFrom(...paidForNames)),
    state: fc.option(fc.constantFrom(...recordStates)),
    q: fc.constantFrom(null, null, null, null, 'terminal1', '~'),
    period: Periods,
  })
  .map(({ period, ...filters }): AskedOfPayments => ({
    ...period,
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
  }))

const totals = async (query: AskedOfPayments, who = hub.as(people.finance)) => {
  const { body, status } = await who(api.sumPayments, { params, query: query as never })
  expect(status).toBe(200)
  return body
}

async function expectAgreement(query: AskedOfPayments, zone: string) {
  expect(await totals(query), JSON.stringify({ query, zone })).toEqual(
    await paymentsAnew(hub, query, { zone }),
  )
}

test('what is added up is what the entries come to, whatever happens at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Deed, { minLength: 5, maxLength: 30 }),
      fc.array(Asked, { minLength: 4, maxLength: 8 }),
      fc.constantFrom(...zones),
      async (some, asked, zone) => {
        await hub.owner.query(`update business set time_zone = $1 where business_id = 'harbourside'`, [zone])
        await Promise.all(some.map((deed) => deeds[deed.kind](deed)))
        const queries = [{}, ...asked]
        for (const query of queries) await expectAgreement(query, zone)
        await keep()
        for (const query of queries) await expectAgreement(query, zone)
        const { ByMethod, ...seen } = await totals({}, confined)
        expect({ ...seen, ByMethod }).toEqual(await paymentsAnew(hub, {}, { zone, venueNo: '2' }))
      },
    ),
    { numRuns: inLong(60, 12), endOnFailure: true },
  )
  const { rows } = await hub.owner.query(`select from record_sum_change where business_id = 'harbourside'`)
  expect(rows).toEqual([])
})

test('a period may lie within a millisecond, or end before it begins', async () => {
  const zone = zones[0]!
  await hub.owner.query(`update business set time_zone = $1 where business_id = 'harbourside'`, [zone])
  for (const at of ['2026-03-04 10:07:00.0005Z', '2026-03-04 10:15:00.0005Z', '1969-12-31 23:59:59.9995Z'])
    await hub.owner.query(
      `insert into payment_entry (business_id, payment_id, kind, at, cents, tax_cents)
       select 'harbourside', min(payment_id), 'Taken', $1, 1, 0 from payment where business_id = 'harbourside'`,
      [at],
    )
  for (const [startDate, endDate] of [
    ['2026-03-04T10:07:00.0001Z', '2026-03-04T10:07:00.0009Z'],
    ['2026-03-04T10:07:00.0006Z', '2026-03-04T10:07:00.0009Z'],
    ['2026-03-04T10:07:00.0001Z', '2026-03-04T10:07:00.0004Z'],
    ['2026-03-04T10:15:00.0001Z', '2026-03-04T10:15:00.0006Z'],
    ['2026-03-04T10:00:00Z', '2026-03-04T10:15:00.0004Z'],
    ['2026-03-04T10:20:00Z', '2026-03-04T10:00:00Z'],
    ['2026-03-06T00:00:00Z', '2026-03-02T00:00:00Z'],
    ['1969-12-31T23:59:59.9991Z', '1969-12-31T23:59:59.9996Z'],
    ['1969-12-31T23:59:59.9996Z', '1970-01-01T00:00:00Z'],
  ] as const)
    await expectAgreement({ startDate, endDate }, zone)
})

test('nothing is missing or counted twice while it is added to the sums', async () => {
  await hub.owner.query(
    `insert into payment_entry (business_id, payment_id, kind, at, cents, tax_cents)
     select 'harbourside', payment_id, 'Taken', now() - make_interval(mins => n), 1, 0
     from (select min(payment_id) as payment_id from payment where business_id = 'harbourside') p, generate_series(1, 12000) n`,
  )
  const before = await totals({})
  const turn = { isOver: false }
  const adding = Promise.all([keep(), keep()]).finally(() => void (turn.isOver = true))
  while (!turn.isOver) expect(await totals({})).toEqual(before)
  await adding
  expect(await totals({})).toEqual(before)
  const { rows } = await hub.owner.query(`select from record_sum_change where business_id = 'harbourside'`)
  expect(rows).toEqual([])
})
