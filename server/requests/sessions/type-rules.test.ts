import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { newRules, type TypeRules } from '#contract/requests/type-rules.ts'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'

const harbourside = { businessId: 'harbourside' }

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
})
afterAll(() => hub.close())
beforeEach(() => offer({}))

/** Has the form for renewals offer these types, for nothing, with rules that differ from those of a new form. */
async function offer(rules: Partial<TypeRules>, life: Partial<TypeRules> = {}): Promise<void> {
  const types = [
    { Key: 'Ordinary', Fee: 45, TaxPercent: 10, Rules: { ...newRules('Renewal'), ...rules } },
    { Key: 'Life', Fee: 0, TaxPercent: 10, Rules: { ...newRules('Renewal'), ...life } },
  ]
  await hub.owner.query(
    `update request_form set config = jsonb_set(config, '{MembershipTypes}', $2::jsonb) where form_id = $1`,
    [renewalForm.form, JSON.stringify(types)],
  )
}
/** A member whose membership runs out soon, and differs from others in this. */
async function member(number: string, values: Record<string, string | null> = {}): Promise<void> {
  const all = { membership_type: 'Ordinary', status: 'Active', date_financial: inDays(10), ...values }
  for (const [column, value] of Object.entries(all))
    await hub.owner.query(
      `update member set ${column} = $2 where business_id = 'harbourside' and membership_number = $1`,
      [number, value],
    )
}
/** Shows that it is the member, without the codes that are counted. */
async function prove(secret: string): Promise<void> {
  const { SessionId } = await patron.open(secret, renewalForm)
  await hub.owner.query(`update request_session set proven_at = now() where session_id = $1`, [SessionId])
}
const save = (Secret: string, MembershipType: string) =>
  patron.call(api.saveSession, {
    params: renewalForm,
    body: { Secret, Answers: { MembershipType, HasAcceptedTerms: true } },
  })
/** Begins to renew, and has shown who they are. */
async function begun(number: string) {
  const secret = await patron.identify(number)
  await prove(secret)
  return { secret, session: await patron.open(secret, renewalForm) }
}
async function sent(number: string, type = 'Ordinary') {
  const { secret } = await begun(number)
  await save(secret, type)
  return { secret, session: await patron.submit(secret, renewalForm) }
}
async function detail(sessionId: string) {
  const { body } = await hub.as(people.admin)(api.getRenewalRequest, {
    params: { ...harbourside, sessionId },
  })
  return body
}
async function financial(number: string): Promise<string> {
  const { rows } = await hub.owner.query<{ day: string }>(
    `select date_financial::text as day from member where business_id = 'harbourside' and membership_number = $1`,
    [number],
  )
  return rows[0]!.day
}

describe('who may renew', () => {
  test.each(['Suspended', 'Deceased'])('is nobody who is %s, whatever the form says', async (status) => {
    await offer({ Statuses: ['Active', status] })
    await member('10201', { status })
    const { secret, session } = await begun('10201')
    expect(session).toMatchObject({
      OfferedTypes: [],
      RefusedBecause: 'This membership can not be renewed online. Please contact us.',
    })
    expect((await save(secret, 'Ordinary')).error.ErrorMessage).toBe(session.RefusedBecause)
  })

  test('is who has one of the statuses, where the form says which', async () => {
    await offer({ Statuses: ['Active'] }, { Statuses: ['Active'] })
    await member('10202', { status: 'Inactive' })
    expect((await begun('10202')).session.OfferedTypes).toEqual([])
    await member('10202')
    expect((await begun('10202')).session.OfferedTypes).toEqual(['Ordinary', 'Life'])
  })

  test('may come from the types that are named', async () => {
    await offer({}, { From: ['Life'] })
    await member('10203')
    const { secret, session } = await begun('10203')
    expect(session).toMatchObject({ OfferedTypes: ['Ordinary'], RefusedBecause: null })
    const { status, error } = await save(secret, 'Life')
    expect([status, error.ErrorMessage]).toEqual([
      400,
      'This membership can not be chosen by those who have yours.',
    ])
  })

  test.each([
    [91, []],
    [90, ['Ordinary']],
    [-30, ['Ordinary']],
    [-31, []],
  ])('may do so within the window: %i days before the end leaves %j', async (days, types) => {
    await offer({ DaysBefore: 90, DaysAfter: 30 }, { From: ['Social'] })
    await member('10204', { date_financial: inDays(days) })
    expect((await begun('10204')).session.OfferedTypes).toEqual(types)
  })

  test('is told until when they are renewed, and nobody else is', async () => {
    await member('10205', { date_financial: '2999-06-30' })
    const secret = await patron.identify('10205')
    const stranger = await patron.open(secret, renewalForm)
    expect(stranger.RefusedBecause).toBe('This membership is renewed already.')
    await prove(secret)
    const own = await patron.open(secret, renewalForm)
    expect(own.RefusedBecause).toBe('You are already renewed until 30 June 2999.')
  })
})

describe('an age', () => {
  const zone = (name: string) =>
    hub.owner.query(`update business set time_zone = $1 where business_id = 'harbourside'`, [name])

  test('counts on the day in the business’s zone, and by the birth date on file', async () => {
    const { rows } = await hub.owner.query<{ born: string }>(
      `select (zone_day('Pacific/Kiritimati') - interval '60 years')::date::text as born`,
    )
    await offer({ MinAge: 60 }, { From: ['Social'] })
    await member('10206', { birth_date: rows[0]!.born, date_financial: null })
    // A day ahead of the other at any hour.
    await zone('Pacific/Kiritimati')
    const there = (await begun('10206')).session
    await zone('Pacific/Midway')
    const here = (await begun('10206')).session
    await zone('Australia/Sydney')
    expect([there.OfferedTypes, here.OfferedTypes]).toEqual([['Ordinary'], []])
    expect(here.RefusedBecause).toContain('The membership you chose is for people from 60 years old.')
  })
})

describe('another type of membership', () => {
  test('for nothing waits for the staff, though the member has shown who they are', async () => {
    await member('10207')
    const { session } = await sent('10207', 'Life')
    expect(session.NextStep).toBe('User Completed')
    expect(await detail(session.SessionId)).toMatchObject({
      WaitsBecause: 'Another type',
      WaitsReason: 'It asks for another type of membership.',
    })
  })

  test('is had without a review only where the form says so', async () => {
    await offer({}, { Review: 'Never' })
    await member('10208')
    expect((await sent('10208', 'Life')).session.IsRenewed).toBe(true)
  })

  test('waits on a form from before there were rules', async () => {
    await hub.owner.query(
      `update request_form set config = jsonb_set(config, '{MembershipTypes}',
         '[{ "Key": "Life", "Fee": 0, "TaxPercent": 10 }]') where form_id = $1`,
      [renewalForm.form],
    )
    await member('10209')
    expect((await sent('10209', 'Life')).session.NextStep).toBe('User Completed')
    await member('10210', { membership_type: 'Life' })
    expect((await sent('10210', 'Life')).session.IsRenewed).toBe(true)
    // And not again at once.
    await member('10210', { membership_type: 'Life', date_financial: inDays(400) })
    expect((await begun('10210')).session.RefusedBecause).toMatch(/^You are already renewed until /)
  })
})

describe('one renewal at a time', () => {
  test('is carried out, of two that are paid at once; the other waits for the staff', async () => {
    await member('10211')
    const [one, other] = [await sent('10211'), await sent('10211')]
    const pay = (url: string | null) =>
      patron.call(api.settleTestPayment, {
        params: { checkoutId: new URL(url!).searchParams.get('id')! },
        body: { IsPaid: true },
      })
    await Promise.all([pay(one.session.PaymentUrl), pay(other.session.PaymentUrl)])
    await Promise.all(
      [one, other].map(({ session }) =>
        patron.perform('carry_out_renewal', { ...harbourside, sessionId: session.SessionId }),
      ),
    )
    const steps = await Promise.all(
      [one, other].map(async ({ secret }) => (await patron.open(secret, renewalForm)).NextStep),
    )
    expect(steps.toSorted()).toEqual(['Completed', 'User Completed'])
    const [year = 0, ...rest] = inDays(10).split('-')
    expect(await financial('10211')).toBe([Number(year) + 1, ...rest].join('-'))
    const waiting = steps[0] === 'Completed' ? other : one
    const { WaitsBecause, WaitsReason } = await detail(waiting.session.SessionId)
    expect(WaitsBecause).toBe('Rules')
    expect(WaitsReason).toMatch(/^The rules of the form do not allow it now\. The member is renewed already/)
  })

  test('is with the staff: no other is sent meanwhile', async () => {
    await offer({ Review: 'Always' })
    await member('10212')
    const { session } = await sent('10212')
    await patron.pay(session.PaymentUrl)
    expect((await begun('10212')).session.RefusedBecause).toBe(
      'A renewal of this membership is with us already. We will write to you as soon as it is decided.',
    )
  })
})

test('who is suspended after sending it has paid for what the staff decide on', async () => {
  await member('10213')
  const { secret, session } = await sent('10213')
  await member('10213', { status: 'Suspended' })
  await patron.pay(session.PaymentUrl)
  expect(await patron.open(secret, renewalForm)).toMatchObject({ NextStep: 'User Completed', AmountPaid: 45 })
  expect(await detail(session.SessionId)).toMatchObject({
    WaitsBecause: 'Rules',
    WaitsReason: 'The rules of the form do not allow it now. The status of the member is Suspended.',
  })
  // What is looked for every few minutes leaves it where it is.
  await hub.owner.query(
    `update request_session set submitted_at = now() - interval '6 minutes' where session_id = $1`,
    [session.SessionId],
  )
  await patron.perform('find_unfinished_requests', {})
  await patron.work()
  expect((await detail(session.SessionId)).Steps.map(({ Step }) => Step)).toEqual(
    expect.arrayContaining(['Waits for the staff']),
  )
  expect(await financial('10213')).toBe(inDays(10))
})
