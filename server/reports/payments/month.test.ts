import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { zonedTime } from '#contract/events/event-times.ts'
import { counterMethods, type PaidFor, type PaymentMethod } from '#contract/payments/payment-words.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { clubForm, type Patron, patronOf } from '#tests/people/patron.ts'
import { limitReloads } from '#tests/records/reloads.ts'
import { allRowsOf, days, sum } from '#tests/samples/report-rows.ts'
import { clubCard, tillOf } from '#tests/till.ts'

const business = { businessId: 'harbourside' }
const sportingForm = { form: 'harbourside-sporting-renewal' }
const period = { startDate: days(60), endDate: new Date(Date.now() + 600_000).toISOString() }
let hub: TestHub
let patron: Patron
let numbers: string[]
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  patron = patronOf(hub)
  await limitReloads(hub, { MaximumBalance: null, MaximumReloadPerDay: 100_000, AllowsHolderReload: true })
  const { rows } = await hub.owner.query<{ number: string }>(`
    select membership_number as number from member
    where business_id = 'harbourside' and deleted_at is null and birth_date is not null order by 1 desc limit 90`)
  numbers = rows.map(({ number }) => number)
})
afterAll(() => hub.close())

/** What the test itself takes down of everything that moved: no figure of Hub's is in it but the price. */
type Moved = { day: string; method: PaymentMethod; paidFor: PaidFor; cents: number }
let moved: Moved[] = []
let owing = 0

/** Takes down what the newest entries say happened on a day of the past month, and has them be of that day. */
async function note(daysAgo: number, entry: Omit<Moved, 'day'>) {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  await hub.owner.query(
    `update payment_entry set at = $1 where entry_id = (select max(entry_id) from payment_entry)`,
    [at],
  )
  moved.push({ ...entry, day: zonedTime(at, 'Australia/Sydney').date })
}

const Act = fc.record({
  paidFor: fc.constantFrom('Application', 'Renewal'),
  way: fc.constantFrom('online', 'counter', 'parts', 'discount', 'part only', 'nothing'),
  method: fc.constantFrom(...counterMethods),
  share: fc.integer({ min: 1, max: 99 }),
  ending: fc.constantFrom('kept', 'kept', 'rejected', 'part back'),
  daysAgo: fc.integer({ min: 0, max: 30 }),
})
type Act = typeof Act extends fc.Arbitrary<infer One> ? One : never

async function begun({ paidFor }: Act) {
  const [secret, form] =
    paidFor === 'Application'
      ? [await patron.apply(), clubForm]
      : [await patron.identify(numbers.pop()!, sportingForm), sportingForm]
  if (paidFor === 'Renewal')
    await patron.call(api.saveSession, {
      params: form,
      body: { Secret: secret, Answers: { MembershipType: 'Sporting', HasAcceptedTerms: true } },
    })
  const { SessionId: sessionId, PaymentUrl, AmountDue } = await patron.submit(secret, form)
  return { sessionId, url: PaymentUrl, due: Math.round(AmountDue! * 100) }
}

async function carryOut(act: Act) {
  const { paidFor, way, method, share, daysAgo } = act
  const { sessionId, url, due } = await begun(act)
  const params = { ...business, sessionId }
  const take = async (cents: number, by: (typeof counterMethods)[number]) => {
    const body = { Method: by, Amount: cents / 100, Reference: null }
    expect((await hub.as(people.admin)(api.takePayment, { params, body })).status).toBe(200)
    await note(daysAgo, { method: by, paidFor, cents })
  }
  const part = Math.max(1, Math.floor((due * share) / 100))
  if (way === 'online') {
    await patron.pay(url)
    await note(daysAgo, { method: 'CardOnline', paidFor, cents: due })
  }
  if (way === 'discount') {
    const body = { Amount: part / 100, Reason: 'Volunteer' }
    await hub.as(people.admin)(api.giveDiscount, { params, body })
  }
  if (way === 'parts' || way === 'part only') await take(part, method)
  if (way === 'parts' || way === 'discount') await take(due - part, method)
  if (way === 'counter') await take(due, method)
  if (way === 'part only') owing += due - part
  if (way === 'nothing') owing += due
  await patron.work()
  if (way !== 'part only' && way !== 'nothing') await end(act, sessionId)
}

/** Some are rejected, whose online payments go back by themselves; some get a part back at the counter. */
async function end({ paidFor, way, ending, share, daysAgo }: Act, sessionId: string) {
  const params = { ...business, sessionId }
  const row = paidFor === 'Renewal' ? api.rejectRenewalRequest : api.rejectMembershipRequest
  const later = Math.max(0, daysAgo - 3)
  if (ending === 'rejected') {
    const { body } = await hub.as(people.admin)(row, {
      params,
      body: { Note: null, IsRefunded: true, NotifyBy: 'none' },
    })
    await patron.work()
    const [paid] = body.Payments.filter(({ Provider }) => Provider === 'Test')
    if (way === 'online')
      await note(later, { method: 'CardOnline', paidFor, cents: -Math.round(paid!.AmountPaid! * 100) })
  }
  if (ending === 'part back' && way !== 'online') {
    const read = paidFor === 'Renewal' ? api.getRenewalRequest : api.getMembershipRequest
    const { body } = await hub.as(people.admin)(read, { params })
    const paid = body.Payments.findLast(({ Provider }) => Provider === 'Counter')!
    const cents = Math.max(1, Math.floor(paid.AmountPaid! * share))
    const refund = { Amount: cents / 100, Reason: 'Too much', NotifyBy: 'none' } as const
    const given = await hub.as(people.admin)(api.refundAtCounter, {
      params: { ...business, paymentId: paid.PaymentId },
      body: refund,
    })
    expect(given.status).toBe(200)
    await note(later, { method: paid.Method, paidFor, cents: -cents })
  }
}

/** Reloads, paid at a till and taken back, and by the holder. */
async function reloadCards(cents: number) {
  const card = await clubCard(hub)
  const till = tillOf(hub)
  const reloaded = (method: PaymentMethod, amount: number) =>
    note(0, { method, paidFor: 'CardReload', cents: amount })
  await till.reload(card.number, cents / 100)
  await reloaded('Cash', cents)
  const { body } = await till.reload(card.number, 7.5, { Tender: 'Card', Reference: 'T-1' })
  await reloaded('CardAtCounter', 750)
  await till.voidReload(body)
  await reloaded('CardAtCounter', -750)
  await hub.as(null)(api.beginHolderReload, { body: { Secret: card.Secret, Amount: 20 } })
  await patron.work()
  const held = await hub.as(null)(api.readHolderReload, { body: { Secret: card.Secret, HasPaid: false } })
  await patron.pay(held.body.Latest!.PaymentUrl)
  await reloaded('CardOnline', 2000)
}

const finance = () => hub.as(people.finance)
const totals = async (query: object = {}) =>
  (await finance()(api.sumPayments, { params: business, query: { ...period, ...query } })).body
const cents = (dollars: number) => Math.round(dollars * 100)
const added = (wanted: (one: Moved) => boolean) =>
  moved.filter(wanted).reduce((all, one) => all + one.cents, 0)
const reloadsOf = (pack: { Reloads: { Amount: number }[] }) =>
  pack.Reloads.reduce((all, { Amount }) => all + cents(Amount), 0)

async function figures() {
  const query = { ...period }
  const pack = (await finance()(api.getClosePack, { params: business, query })).body
  const renewals = (await finance()(api.sumRenewalApplications, { params: business, query })).body
  const listed = await allRowsOf(hub, api.listPayments, { ...query, limit: '100' })
  return { all: await totals(), pack, renewals, listed, ofRenewals: await totals({ paidFor: 'Renewal' }) }
}

test('a month of payments agrees between Payments, the reports, the close pack and a sum of its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Act, { minLength: 6, maxLength: 10 }),
      fc.integer({ min: 1, max: 9000 }),
      async (acts, reload) => {
        ;[moved, owing] = [[], 0]
        const before = await figures()
        const methods = Object.fromEntries(before.all.ByMethod.map((row) => [row.Method, cents(row.Net)]))
        const daysBefore = Object.fromEntries(before.all.ByDay.map((row) => [row.Day, cents(row.Net)]))
        for (const act of acts) await carryOut(act)
        await reloadCards(reload)
        const after = await figures()

        const all = added(() => true)
        expect(cents(after.all.Net) - cents(before.all.Net)).toBe(all)
        expect(cents(after.all.Taken - after.all.Refunded)).toBe(cents(after.all.Net))
        expect(cents(sum(after.listed, 'Amount'))).toBe(cents(after.all.Net))
        expect(cents(sum(after.listed, 'TaxAmount'))).toBe(cents(after.all.NetTax))
        for (const { Method, Net } of after.all.ByMethod)
          expect([Method, cents(Net) - (methods[Method] ?? 0)]).toEqual([
            Method,
            added((one) => one.method === Method),
          ])
        for (const { Day, Net } of after.all.ByDay)
          expect([Day, cents(Net) - (daysBefore[Day] ?? 0)]).toEqual([Day, added((one) => one.day === Day)])

        const fees = added((one) => one.paidFor !== 'CardReload')
        expect(cents(after.pack.Fees.Net) - cents(before.pack.Fees.Net)).toBe(fees)
        expect(cents(after.pack.Fees.Owing) - cents(before.pack.Fees.Owing)).toBe(owing)
        expect(reloadsOf(after.pack) - reloadsOf(before.pack)).toBe(all - fees)
        const ofRenewals = added((one) => one.paidFor === 'Renewal')
        for (const figure of [
          [after.renewals.TotalAmountPaidIncludingTax, before.renewals.TotalAmountPaidIncludingTax],
          [after.ofRenewals.Net, before.ofRenewals.Net],
        ])
          expect(cents(figure[0]!) - cents(figure[1]!)).toBe(ofRenewals)
        expect(cents(after.renewals.TotalTaxAmount) - cents(before.renewals.TotalTaxAmount)).toBe(
          cents(after.ofRenewals.NetTax) - cents(before.ofRenewals.NetTax),
        )
      },
    ),
    { numRuns: 3, endOnFailure: true },
  )
}, 120_000)
