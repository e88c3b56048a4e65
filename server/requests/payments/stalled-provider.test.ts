import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Backstage, PaymentService } from '#server/payments'
import { startRefundHub, type RefundHub } from '#tests/records/refunds.ts'
import { findUnfinished } from './index.ts'

let here: RefundHub
beforeAll(async () => {
  here = await startRefundHub()
})
afterAll(() => here.close())

// Time passes while the provider is waited for, and not otherwise.
let waitedMs = 0
beforeEach(() => {
  waitedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => waitedMs)
})
afterEach(() => vi.restoreAllMocks())

/** Looks for what is unfinished, with a provider that answers nothing for so long; tells which payments it was asked about. */
async function lookAround(answersAfterMs: number, onAsked = async () => {}): Promise<string[]> {
  const asked: string[] = []
  const silent = async (checkoutId: string): Promise<never> => {
    asked.push(checkoutId)
    waitedMs += answersAfterMs
    await onAsked()
    throw new Error('no answer')
  }
  const payments = { provider: 'Stripe', find: silent } as unknown as PaymentService
  const around: Backstage = {
    database: here.hub.database,
    payments,
    publicUrl: () => 'https://club.example',
    paymentMode: 'Stripe',
  }
  await expect(findUnfinished(around)).rejects.toThrow('no answer')
  return asked
}

/** Payments of a business that are open for longer than it takes. */
async function forget(businessId: string, count: number): Promise<void> {
  await here.hub.owner.query(
    `insert into request_payment (business_id, session_id, provider, state, description, amount_cents, tax_cents, checkout_id,
       created_at)
     select business_id, session_id, 'Stripe', 'Open', '', 100, 0, business_id || '/' || n, now() - interval '10 minutes'
     from (select business_id, session_id from request_session where business_id = $1 limit 1) one, generate_series(1, $2) n`,
    [businessId, count],
  )
}
const jobsOf = async (task: string) => {
  const { rows } = await here.hub.owner.query<{ n: number }>(
    `select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1`,
    [task],
  )
  return rows[0]!.n
}

test('a provider that does not answer has a turn, and what needs none is done before', async () => {
  await forget('harbourside', 30)
  await here.rejected()
  const { rowCount } = await here.hub.owner.query(
    `update request_session set next_step = 'User Completed', submitted_at = now() - interval '10 minutes', waits_because = null
     where session_id = (select session_id from request_session where business_id = 'harbourside' and kind = 'Renewal'
       and deleted_at is null and finalised_at is null limit 1)`,
  )
  expect(rowCount).toBe(1)
  await here.hub.owner.query(`delete from graphile_worker._private_jobs`)
  const before: number[][] = []
  const asked = await lookAround(20_000, async () => {
    before.push([await jobsOf('refund_payment'), await jobsOf('carry_out_renewal')])
  })
  expect(before[0]).toEqual([1, expect.toSatisfy((count: number) => count >= 1)])
  expect(asked).toHaveLength(1)
})

test('many of one business keep no other business’s waiting', async () => {
  await forget('valley-golf', 1)
  const asked = await lookAround(6_000)
  expect(asked).toHaveLength(2)
  expect(asked).toContain('valley-golf/1')
})
