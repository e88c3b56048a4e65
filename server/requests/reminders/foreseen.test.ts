import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { inDays } from '#tests/days.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { lettersTo, memberOf, type Patron, patronOf, renewalForm, reviewAll } from '#tests/people/patron.ts'

const harbourside = { businessId: 'harbourside' }
let hub: TestHub
let admin: Caller
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  admin = hub.as(people.admin)
  patron = patronOf(hub)
  await hub.owner.query(`update member set date_financial = null where business_id = 'harbourside'`)
  await hub.owner.query(`delete from renewal_reminder`)
  await hub.owner.query(
    `update request_form set config = jsonb_set(config, '{Reminders}', $2::jsonb) where form_id = $1`,
    [
      renewalForm.form,
      JSON.stringify([
        { Days: -14, Channel: 'email' },
        { Days: -3, Channel: 'email' },
        { Days: -3, Channel: 'sms' },
      ]),
    ],
  )
})
afterAll(() => hub.close())

const set = async (number: string, day: string) =>
  hub.owner.query(
    `update member set date_financial = $2, membership_type = 'Ordinary', deleted_at = null
     where business_id = 'harbourside' and membership_number = $1`,
    [number, day],
  )
const query = { formId: renewalForm.form }
const preview = async (asked: object = {}) =>
  (await admin(api.previewReminders, { params: harbourside, query: { ...query, limit: 100, ...asked } })).body
    .Results
const days = async () =>
  (await admin(api.countForeseenReminders, { params: harbourside, query })).body.Results
const sent = async (asked: object = {}) =>
  (await admin(api.listRenewalReminders, { params: harbourside, query: asked })).body.Results
const remind = () => patron.perform('send_renewal_reminders', { by: 'the test' })

test('who gets what on which day is foreseen, also who can not be reached', async () => {
  await set('10300', inDays(20))
  await set('10301', inDays(5))
  await hub.owner.query(
    `update member set home_contact = home_contact - 'MobileNumber' where membership_number = '10301'`,
  )
  // Too far away, and over.
  await set('10302', inDays(60))
  await set('10303', inDays(-1))
  expect(
    (await preview()).map(({ Day, MembershipNumber, Days, Channel, IsReached }) => [
      Day,
      MembershipNumber,
      Days,
      Channel,
      IsReached,
    ]),
  ).toEqual([
    [inDays(2), '10301', -3, 'email', true],
    [inDays(2), '10301', -3, 'sms', false],
    [inDays(6), '10300', -14, 'email', true],
    [inDays(17), '10300', -3, 'email', true],
    [inDays(17), '10300', -3, 'sms', true],
  ])
  expect(await days()).toEqual([
    { Day: inDays(2), Count: 1, UnreachedCount: 1 },
    { Day: inDays(6), Count: 1, UnreachedCount: 0 },
    { Day: inDays(17), Count: 2, UnreachedCount: 0 },
  ])
  expect(await preview({ day: inDays(6) })).toHaveLength(1)
})

test('goes on from page to page', async () => {
  const all = await preview()
  const first = await admin(api.previewReminders, { params: harbourside, query: { ...query, limit: 2 } })
  const rest = Object.fromEntries(new URL(first.body._links.next!.href).searchParams)
  const second = await admin(api.previewReminders, {
    params: harbourside,
    query: { ...query, ...rest, limit: 100 },
  })
  expect([...first.body.Results, ...second.body.Results]).toEqual(all)
})

test('what is foreseen for today is what goes out, and is foreseen no more', async () => {
  await set('10304', inDays(14))
  // Missed while the server was down.
  await set('10305', inDays(12))
  const today = (await preview({ day: inDays(0) })).map(({ MembershipNumber }) => MembershipNumber)
  expect(new Set(today)).toEqual(new Set(['10304', '10305']))
  await remind()
  expect(new Set((await sent()).map(({ MembershipNumber }) => MembershipNumber))).toEqual(new Set(today))
  expect(await preview({ day: inDays(0) })).toEqual([])
})

describe('nobody is reminded', () => {
  const wanted = async (number: string) => {
    const rows = await preview()
    const memberId = (await memberOf(hub, number)).id
    const { body } = await admin(api.getMemberOutlook, { params: { ...harbourside, memberId } })
    const isForeseen = rows.some(({ MembershipNumber }) => MembershipNumber === number)
    expect(body.ReminderDates.length > 0).toBe(isForeseen)
    return isForeseen
  }
  const change = (number: string, columns: string) =>
    hub.owner.query(
      `update member set ${columns} where business_id = 'harbourside' and membership_number = $1`,
      [number],
    )

  test.each([
    ['deceased', '10310', 'Deceased'],
    ['expelled, by the name of the status', '10311', 'X1'],
    ['suspended', '10312', 'Suspended until May'],
    ['banned', '10313', 'BANNED'],
    ['resigned', '10314', 'Resigned'],
  ])('who is %s', async (_, number, status) => {
    await hub.owner.query(
      `insert into option_list_item (business_id, list, key, value, position)
       values ('harbourside', 'Status', 'X1', 'Expelled', 99) on conflict do nothing`,
    )
    await set(number, inDays(20))
    expect(await wanted(number)).toBe(true)
    await change(number, `status = '${status}'`)
    expect(await wanted(number)).toBe(false)
    await change(number, `status = null, date_financial = null`)
  })

  test('whose membership never runs out', async () => {
    await set('10315', inDays(20))
    const never = (value: boolean) =>
      hub.owner.query(
        `update option_list_item set never_lapses = $1 where list = 'MembershipType' and key = 'Ordinary'`,
        [value],
      )
    await never(true)
    expect(await wanted('10315')).toBe(false)
    await never(false)
    expect(await wanted('10315')).toBe(true)
    await change('10315', `date_financial = null`)
  })

  test('whose renewal is with the business, unless a stranger sent it without paying', async () => {
    await set('10316', inDays(20))
    await reviewAll(hub, renewalForm)
    const secret = await patron.identify('10316')
    const Answers = { MembershipType: 'Ordinary', HasAcceptedTerms: true }
    await patron.call(api.saveSession, { params: renewalForm, body: { Secret: secret, Answers } })
    const { PaymentUrl } = await patron.submit(secret, renewalForm)
    expect(await wanted('10316')).toBe(true)
    await patron.pay(PaymentUrl)
    expect(await wanted('10316')).toBe(false)
    await change('10316', `date_financial = null`)
  })
})

test('tells what came of each: nothing yet, opened, unsubscribed, renewed', async () => {
  const linkOf = async (number: string) => {
    const { email } = await memberOf(hub, number)
    return /#stop=(\S+)/.exec((await lettersTo(hub, email)).at(-1)!.body)![1]!
  }
  const outcome = async (number: string) => (await sent()).find((row) => row.MembershipNumber === number)
  expect(await outcome('10304')).toMatchObject({ Outcome: 'Nothing yet', OpenedDate: null })
  const opened = await linkOf('10304')
  await patron.call(api.identifyMember, { params: renewalForm, body: { Secret: opened } })
  expect(await outcome('10304')).toMatchObject({
    Outcome: 'Opened',
    OpenedDate: expect.any(String) as string,
  })
  const stop = await linkOf('10305')
  await patron.call(api.stopReminders, { params: renewalForm, body: { Secret: stop } })
  expect(await outcome('10305')).toMatchObject({ Outcome: 'Unsubscribed', HasOptedOut: true })
  await set('10304', inDays(379))
  expect(await outcome('10304')).toMatchObject({ Outcome: 'Renewed' })
  expect((await sent({ outcome: 'Unsubscribed' })).map((row) => row.MembershipNumber)).toEqual(['10305'])
  expect(await sent({ outcome: 'Opened' })).toEqual([])
  expect(await sent({ formId: 'harbourside-sporting-renewal' })).toEqual([])
})

test('a closed form, and one that is none, foresees nothing', async () => {
  const asked = (formId: string) => admin(api.previewReminders, { params: harbourside, query: { formId } })
  expect((await asked('harbourside-membership')).status).toBe(404)
  expect((await asked('nothing')).status).toBe(404)
  await hub.owner.query(`update request_form set is_open = false where form_id = $1`, [renewalForm.form])
  expect(await preview()).toEqual([])
})
