import fc from 'fast-check'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { Periods, type SomePeriod } from '#tests/samples/periods.ts'

// What cards come to is the sum of them, of any program and in any period, however much of it is kept.
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const Deed = fc.record({
  kind: fc.constantFrom('send', 'send', 'send', 'change', 'remove', 'keep'),
  number: fc.nat({ max: 20 }),
  cents: fc.nat({ max: 50_000 }),
  minutesAgo: fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 600_000 })),
})
type Deed = typeof Deed extends fc.Arbitrary<infer Value> ? Value : never

const keep = () => hub.tasks['keep_record_sums']!({} as never, { isLast: false })
const within = (query: Sql) => hub.database.transaction('harbourside', (tx) => tx.run(query))
const program = (number: number) => sql`(
  select card_program_id from card_program where business_id = 'harbourside' order by 1 offset ${number % 3} limit 1)`

/** Each in a transaction of its own, all of them at once. */
const deeds: Record<Deed['kind'], (deed: Deed) => Promise<unknown>> = {
  send: ({ number, cents, minutesAgo }) =>
    within(sql`
      insert into card (business_id, card_id, card_program_id, first_name, last_name, initial_cents, offer_expiry_date, channels,
        issued_by_id, issued_by_name, created_at)
      values ('harbourside', 'sums-' || ${number}::int, ${program(number)}, 'A', 'B', ${cents}, current_date, '{sms}', 'u1', 'Ann',
        now() - make_interval(mins => ${minutesAgo})) on conflict do nothing`),
  change: ({ number, cents, minutesAgo }) =>
    within(sql`
      update card set card_program_id = ${program(number)}, initial_cents = ${cents},
        created_at = now() - make_interval(mins => ${minutesAgo})
      where business_id = 'harbourside' and card_id = 'sums-' || ${(number + 1) % 20}::int`),
  remove: ({ number }) =>
    within(sql`delete from card where business_id = 'harbourside' and card_id = 'sums-' || ${number}::int`),
  keep,
}

async function expectAgreement(query: SomePeriod & { cardProgramId?: string }) {
  const { rows } = await hub.owner.query<object>(
    `select count(*)::int as "Count", coalesce(sum(initial_cents), 0)::float8 / 100 as "InitialCardValue" from card
     where business_id = 'harbourside' and coalesce(card_program_id = $1, true) and coalesce(created_at >= $2, true)
       and coalesce(created_at < $3, true)`,
    [query.cardProgramId, query.startDate, query.endDate],
  )
  const params = { businessId: 'harbourside' }
  const { body } = await hub.as(people.finance)(api.sumCardsByMember, { params, query })
  expect(body, JSON.stringify(query)).toEqual(rows[0])
}

test('what is added up is what the cards come to, whatever happens', async () => {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select card_program_id as id from card_program where business_id = 'harbourside' order by 1 limit 3`,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(Deed, { minLength: 5, maxLength: 25 }),
      fc.array(Periods, { minLength: 3, maxLength: 5 }),
      async (some, periods) => {
        await Promise.all(some.map((deed) => deeds[deed.kind](deed)))
        const queries = [{}, ...periods].flatMap((period) => [
          period,
          ...rows.map(({ id }) => ({ ...period, cardProgramId: id })),
        ])
        for (const query of queries) await expectAgreement(query)
        await keep()
        for (const query of queries) await expectAgreement(query)
      },
    ),
    { numRuns: inLong(40, 10), endOnFailure: true },
  )
})
