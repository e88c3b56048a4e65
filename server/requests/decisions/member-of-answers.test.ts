import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { Acceptance } from '#contract/requests/decisions.ts'
import { endlessTerm } from '#contract/requests/renewal-term.ts'
import { RequestAnswers } from '#contract/requests/request-answers.ts'
import { answerErrors, applicantFields, type FormRules } from '#contract/requests/request-rules.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import {
  fullAnswers,
  memberOf,
  type Patron,
  patronOf,
  renewalForm,
  socialForm,
} from '#tests/people/patron.ts'
import { memberOfAnswers } from './member-of-answers.ts'

const harbourside = { businessId: 'harbourside' }
const today = '2026-07-01'
const form: FormRules = {
  Kind: 'Registration',
  Fields: Object.fromEntries(
    Object.keys(applicantFields).map((field) => [field, 'Optional']),
  ) as FormRules['Fields'],
  MembershipTypes: [{ Key: 'Ordinary', Fee: 0, TaxPercent: 10 }],
  FeeItems: [],
  Questions: [],
  Terms: '',
}
const acceptance = Acceptance.parse({
  MemberId: null,
  MembershipType: 'Ordinary',
  VenueNo: '1',
  NotifyBy: 'none',
})
const wrongEmails = [
  'jo@example.com.',
  'jo@gmail.com;',
  'jo..e@example.com',
  'josé@example.com',
  '.jo@example.com',
]

test('whoever can send a form can be made a member of', () => {
  const typed = fc.string({
    unit: fc.constantFrom('j', 'O', '1', '.', '-', "'", '+', ';', 'é', ' ', '@'),
    maxLength: 12,
  })
  const email = fc.oneof(
    fc.constantFrom(...wrongEmails),
    fc.emailAddress(),
    fc.tuple(typed, typed).map((parts) => parts.join('@')),
    fc.tuple(typed, typed).map(([name, host]) => `${name}@${host}.com`),
  )
  const text = fc.option(fc.string({ maxLength: 30 }))
  const person = fc.record({
    FirstName: text,
    LastName: text,
    MobileNumber: fc.option(fc.constantFrom('0412 345 678', '+64 21 123 456', '12')),
    PhoneNumber: text,
    Occupation: text,
    BirthDate: fc.option(fc.constantFrom('1990-05-17', '1800-01-01', '2030-01-01')),
    EmailAddress: email,
  })
  fc.assert(
    fc.property(person, (given) => {
      const answers = RequestAnswers.parse({ ...given, MembershipType: 'Ordinary' })
      if (Object.keys(answerErrors(form, answers, today)).length > 0) return
      const member = memberOfAnswers(answers, { Term: endlessTerm }, acceptance, {
        today,
        status: null,
      })
      expect(member.HomeContactDetails?.EmailAddress).toBe(answers.EmailAddress)
    }),
    { numRuns: 2000 },
  )
})

describe('an e-mail address that no member can have', () => {
  let hub: TestHub
  let patron: Patron
  beforeAll(async () => {
    hub = await startTestHub({ HUB_DEMO: 'on' })
    patron = patronOf(hub)
  })
  afterAll(() => hub.close())
  const accept = (sessionId: string) =>
    hub.as(people.admin)(api.acceptMembershipRequest, {
      params: { ...harbourside, sessionId },
      body: { MemberId: null, MembershipType: 'Social', VenueNo: '1', NotifyBy: 'none' },
    })

  test.each(wrongEmails)('is refused before it is sent: %s', async (EmailAddress) => {
    const secret = await patron.apply({ EmailAddress, MembershipType: 'Social' }, socialForm)
    const { status, error } = await patron.call(api.submitSession, {
      params: socialForm,
      body: { Secret: secret },
    })
    expect([status, error.Errors]).toMatchObject([400, { EmailAddress: 'Invalid email address.' }])
  })

  test('keeps nobody from becoming one who was let through by a former version', async () => {
    const { SessionId } = await patron.applied({ MembershipType: 'Social' }, socialForm)
    await hub.owner.query(
      `update request_session set answers = answers || '{"EmailAddress": "jo@gmail.com;"}' where session_id = $1`,
      [SessionId],
    )
    const { status, body } = await accept(SessionId)
    expect(status).toBe(200)
    const { body: made } = await hub.as(people.admin)(api.getMember, {
      params: { ...harbourside, memberId: body.MemberId! },
    })
    expect(made.Results[0]).toMatchObject({
      LastName: fullAnswers.LastName,
      HomeContactDetails: { EmailAddress: null, MobileNumber: '+61412000111' },
    })
  })

  test('keeps nobody from renewing whose record came with it from elsewhere', async () => {
    await hub.owner.query(
      `update member set membership_type = 'Life', occupation = repeat('x', 300),
         work_contact = '{"EmailAddress": "jo@gmail.com;"}'
       where business_id = 'harbourside' and membership_number = '10140'`,
    )
    const secret = await patron.identify('10140')
    await patron.enter(secret, await patron.codeFor(secret, '10140'))
    const Answers = { MembershipType: 'Life', HasAcceptedTerms: true, Occupation: null }
    await patron.call(api.saveSession, { params: renewalForm, body: { Secret: secret, Answers } })
    expect(await patron.submit(secret, renewalForm)).toMatchObject({ IsRenewed: true })
    const { rows } = await hub.owner.query<{ email: string; long: number }>(
      `select work_contact ->> 'EmailAddress' as email, length(occupation) as long from member where member_id = $1`,
      [(await memberOf(hub, '10140')).id],
    )
    expect(rows).toEqual([{ email: 'jo@gmail.com;', long: 300 }])
  })
})
