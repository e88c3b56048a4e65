import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { lettersTo as lettersOf, memberOf, type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'

const harbourside = { businessId: 'harbourside' }
const sportingForm = { form: 'harbourside-sporting-renewal' }

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
})
afterAll(() => hub.close())

const member = (number: string) => memberOf(hub, number)
const set = (number: string, column: string, value: string | null) =>
  hub.owner.query(
    `update member set ${column} = $2 where business_id = 'harbourside' and membership_number = $1`,
    [number, value],
  )
async function read(number: string) {
  const { id } = await member(number)
  const { body } = await hub.as(people.admin)(api.getMember, { params: { ...harbourside, memberId: id } })
  return body.Results[0]!
}
const lettersTo = (to: string) => lettersOf(hub, to)
/** A renewal of the member, who has shown who they are, submitted and paid. */
async function renewed(number: string, answers = {}, params = renewalForm) {
  const secret = await patron.identify(number, params)
  await patron.enter(secret, await patron.codeFor(secret, number, params), params)
  await patron.call(api.saveSession, {
    params,
    body: { Secret: secret, Answers: { MembershipType: 'Ordinary', HasAcceptedTerms: true, ...answers } },
  })
  const { PaymentUrl } = await patron.submit(secret, params)
  if (PaymentUrl) await patron.pay(PaymentUrl)
  return { secret, ...(await patron.open(secret, params)) }
}

describe('a renewal', () => {
  test('that is paid moves the financial date by the form’s rule, and tells the member', async () => {
    const { email } = await member('10110')
    await set('10110', 'date_financial', inDays(20))
    const session = await renewed('10110')
    const until = (await read('10110')).DateFinancial!
    const [year = 0, ...rest] = inDays(20).split('-')
    expect(until).toBe([Number(year) + 1, ...rest].join('-'))
    expect(session).toMatchObject({ NextStep: 'Completed', AmountPaid: 45, NewFinancialDate: until })
    expect((await lettersTo(email)).at(-1)?.kind).toBe('renewal done')
    expect(await read('10110')).toMatchObject({ DateRenewed: inDays(0), Financial: true })
  })

  test('of a member for life leaves them on the last day there is', async () => {
    await set('10131', 'date_financial', '9999-12-31')
    const session = await renewed('10131')
    expect(session).toMatchObject({ NextStep: 'Completed', NewFinancialDate: '9999-12-31' })
    expect(await read('10131')).toMatchObject({ DateFinancial: '9999-12-31', DateRenewed: inDays(0) })
  })

  test('changes the type and the details that were given, and leaves the rest', async () => {
    const { email } = await member('10111')
    await renewed('10111', { MembershipType: 'Social', MobileNumber: '0400 999 888' })
    expect(await read('10111')).toMatchObject({
      MembershipType: 'Social',
      HomeContactDetails: { EmailAddress: email, MobileNumber: '+61400999888' },
    })
  })

  test('is in the member’s history and on record', async () => {
    const { id } = await member('10112')
    await renewed('10112')
    const { body } = await hub.as(people.admin)(api.listMemberHistory, {
      params: { ...harbourside, memberId: id },
    })
    expect(body.Results[0]).toMatchObject({
      Title: 'Accept a renewal request',
      ActorName: 'Automatic renewal',
    })
  })

  test('is carried out once, however often its job runs', async () => {
    await set('10113', 'date_financial', inDays(0))
    const { SessionId } = await renewed('10113')
    const until = (await read('10113')).DateFinancial
    await patron.perform('carry_out_renewal', { businessId: 'harbourside', sessionId: SessionId })
    expect((await read('10113')).DateFinancial).toBe(until)
  })

  test('that can not be carried out is an error, and can be decided on', async () => {
    const secret = await patron.identify('10114')
    await set('10114', 'deleted_at', new Date().toISOString())
    await patron.call(api.saveSession, {
      params: renewalForm,
      body: { Secret: secret, Answers: { MembershipType: 'Life', HasAcceptedTerms: true } },
    })
    const { SessionId, NextStep } = await patron.submit(secret, renewalForm)
    expect(NextStep).toBe('Error')
    const { body } = await hub.as(people.admin)(api.getRenewalRequest, {
      params: { ...harbourside, sessionId: SessionId },
    })
    expect(body).toMatchObject({ IsError: true, Message: 'The member was not found.' })
  })

  test('that was forgotten is found and finished by a job', async () => {
    const { SessionId } = await renewed('10115')
    await hub.owner.query(
      `update request_session set next_step = 'User Completed', finalised_at = null,
         submitted_at = now() - interval '6 minutes' where session_id = $1`,
      [SessionId],
    )
    await patron.perform('find_unfinished_requests', {})
    await patron.work()
    const { rows } = await hub.owner.query(`select next_step from request_session where session_id = $1`, [
      SessionId,
    ])
    expect(rows).toEqual([{ next_step: 'Completed' }])
  })

  test('of a form that needs a review waits for it', async () => {
    const session = await renewed('10116', { MembershipType: 'Sporting' }, sportingForm)
    expect(session.NextStep).toBe('User Completed')
    const params = { ...harbourside, sessionId: session.SessionId }
    const { body } = await hub.as(people.admin)(api.acceptRenewalRequest, {
      params,
      body: { NotifyBy: 'email' },
    })
    expect(body).toMatchObject({
      NextStep: 'Completed',
      SubmissionFinalisation: { SubmissionAccepted: true },
    })
    expect((await read('10116')).DateFinancial).toMatch(/-06-30$/)
    const again = await hub.as(people.admin)(api.acceptRenewalRequest, { params, body: { NotifyBy: 'none' } })
    expect([again.status, again.error.ErrorCode]).toEqual([409, 'request_finalised'])
  })
})

describe('reminders', () => {
  const remind = () => patron.perform('send_renewal_reminders', {})
  beforeAll(async () => {
    await hub.owner.query(
      `update member set date_financial = current_date + 200 where business_id = 'harbourside'`,
    )
  })

  test('go out on their day, once, to those of the form’s types who have that contact', async () => {
    const due = ['10200', '10201', '10202', '10203']
    for (const number of due) {
      await set(number, 'date_financial', inDays(7))
      await set(number, 'membership_type', 'Ordinary')
    }
    await set('10202', 'membership_type', 'Sporting')
    await set('10203', 'home_contact', '{}')
    await remind()
    await remind()
    const { rows } = await hub.owner.query(
      `select m.membership_number as number, r.days, r.channel from renewal_reminder r join member m using (business_id, member_id)
       where r.at > now() - interval '1 minute' order by 1`,
    )
    expect(rows).toEqual([
      { number: '10200', days: -7, channel: 'email' },
      { number: '10201', days: -7, channel: 'email' },
    ])
    const { email } = await member('10200')
    const letters = await lettersTo(email)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.body).toMatch(/runs until [\s\S]*#link=\S+[\s\S]*#stop=\S+/)
  })

  test('are made up for after a day that the server was down for', async () => {
    await set('10204', 'date_financial', inDays(-9))
    await set('10204', 'membership_type', 'Ordinary')
    await remind()
    const { mobile } = await member('10204')
    expect((await lettersTo(mobile)).map(({ channel }) => channel)).toEqual(['sms'])
  })

  test('know the member: the link renews, and the other one stops them', async () => {
    await set('10205', 'date_financial', inDays(7))
    await set('10205', 'membership_type', 'Ordinary')
    await remind()
    const { id, email } = await member('10205')
    const [letter] = await lettersTo(email)
    const secret = /#stop=(\S+)/.exec(letter!.body)![1]!
    const { body } = await patron.call(api.identifyMember, { params: renewalForm, body: { Secret: secret } })
    expect((await patron.open(body.Secret!, renewalForm)).Member?.MembershipNumber).toBe('10205')

    const stopped = await patron.call(api.stopReminders, { params: renewalForm, body: { Secret: secret } })
    expect(stopped.body).toMatchObject({ BusinessName: 'Harbourside Leagues Club' })
    await set('10205', 'date_financial', inDays(30))
    await remind()
    expect(await lettersTo(email)).toHaveLength(1)

    const admin = hub.as(people.admin)
    const { body: listed } = await admin(api.listRenewalReminders, { params: harbourside })
    expect(listed.Results.find((row) => row.MemberId === id)).toMatchObject({ HasOptedOut: true, Days: -7 })
    await admin(api.setReminderOptOut, { params: { ...harbourside, memberId: id }, body: { Value: false } })
    await remind()
    expect(await lettersTo(email)).toHaveLength(2)
  })

  test('are not stopped by a link that leads nowhere', async () => {
    const { status } = await patron.call(api.stopReminders, {
      params: renewalForm,
      body: { Secret: 'a-secret-that-opens-nothing' },
    })
    expect(status).toBe(404)
  })
})
