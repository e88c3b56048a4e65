import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { paidForNames, paymentMethods, recordStates } from '#contract/payments/payment-words.ts'
import { superuserUrl } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

// The kind of its payment, which every entry has with it, is what the payment says, whoever takes and gives back at the same time.
let hub: TestHub
let others: pg.Client[]
beforeAll(async () => {
  hub = await startTestHub()
  others = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = new pg.Client(superuserUrl(hub.databaseUrl))
      await client.connect()
      await client.query(`set app.business_id = 'harbourside'`)
      return client
    }),
  )
})
afterAll(async () => {
  await Promise.all(others.map((client) => client.end()))
  await hub.close()
})

const wrong = `
  select e.entry_id from payment_entry e join payment p using (business_id, payment_id)
  where e.payment_kind is distinct from p.method || ' ' || p.paid_for || ' ' ||
    case when p.refunded_cents = 0 then 'Paid' when p.refunded_cents = p.amount_cents then 'Refunded' else 'PartlyRefunded' end`

// Always the same, and in no order: of each payment something is taken, or given back, or neither.
const given = (payment: number, turn: number) => ((payment * 7 + turn * 5) % 4) * 25

test('every entry has the kind of its payment, while others take and give back', async () => {
  await Promise.all(
    others.map(async (client, place) => {
      for (let turn = 0; turn < 40; turn++) {
        const payment = (turn * 3 + place) % 12
        await client.query(
          `insert into request_payment (business_id, payment_id, session_id, provider, state, description, amount_cents, tax_cents,
             paid_cents, paid_at, method)
           select 'harbourside', 'kind-' || $1, min(session_id), 'Counter', 'Paid', 'Fee', 100, 0, 100, now(), $2 from request_session
           where business_id = 'harbourside' on conflict (business_id, payment_id) do update set refunded_cents = $3`,
          [payment, paymentMethods[payment % paymentMethods.length], given(payment, turn)],
        )
      }
    }),
  )
  expect((await hub.owner.query(wrong)).rows).toEqual([])
  const { rows } = await hub.owner.query(`select distinct payment_kind from payment_entry`)
  expect(rows.length).toBeGreaterThan(6)
})

test('what the filters leave is what the payments say', async () => {
  const { rows } = await hub.owner.query<{ id: string; kind: string }>(
    `select entry_id::text as id, payment_kind as kind from payment_entry where business_id = 'harbourside'
     order by at desc, entry_id desc`,
  )
  const ask = async (query: object) => {
    const params = { businessId: 'harbourside' }
    const { body } = await hub.as(people.finance)(api.listPayments, {
      params,
      query: { limit: 500, ...query },
    })
    const { body: counted } = await hub.as(people.finance)(api.listPayments, {
      params,
      query: { count: 'true', ...query },
    })
    expect(counted.Total?.Count).toBe(body.Results.length)
    return body.Results.map(({ EntryId }) => EntryId)
  }
  for (const method of [undefined, ...paymentMethods])
    for (const paidFor of [undefined, ...paidForNames])
      for (const state of [undefined, ...recordStates]) {
        const asked = { ...(method && { method }), ...(paidFor && { paidFor }), ...(state && { state }) }
        const fits = (kind: string) => Object.values(asked).every((part) => kind.split(' ').includes(part))
        expect(await ask(asked), JSON.stringify(asked)).toEqual(
          rows.filter(({ kind }) => fits(kind)).map(({ id }) => id),
        )
      }
})
