import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Acceptance } from '#contract/requests/decisions.ts'
import { inDays } from '#tests/days.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { type Patron, patronOf, socialForm } from '#tests/people/patron.ts'
import { readOutbox } from '#tests/records/outbox.ts'

const harbourside = { businessId: 'harbourside' }
let hub: TestHub
let admin: Caller
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  admin = hub.as(people.admin)
  patron = patronOf(hub)
})
afterAll(() => hub.close())

const acceptance: Acceptance = {
  MemberId: null,
  MembershipNumber: null,
  MembershipType: 'Ordinary',
  MemberLevel: 'Silver',
  VenueNo: '1',
  NotifyBy: 'email',
  PassConfigurationId: null,
}
const rejection = { Note: 'The list is full.', IsRefunded: true, NotifyBy: 'email' } as const
const at = (sessionId: string) => ({ params: { ...harbourside, sessionId } })
const accept = (sessionId: string, body: Partial<Acceptance> = {}, caller = admin) =>
  caller(api.acceptMembershipRequest, { ...at(sessionId), body: { ...acceptance, ...body } })
const reject = (sessionId: string, body: object = {}) =>
  admin(api.rejectMembershipRequest, { ...at(sessionId), body: { ...rejection, ...body } })
const lastLetter = async (to: string) => (await readOutbox(hub.owner, hub.secret, to))[0]

describe('the page of a request', () => {
  test('has what was submitted, its steps, its payment and a proposal', async () => {
    const { SessionId } = await patron.applied({
      FeeItems: ['locker'],
      FirstName: 'Paige',
      LastName: 'Turner',
    })
    const { body } = await admin(api.getMembershipRequest, at(SessionId))
    expect(body).toMatchObject({
      FormName: 'Club membership',
      DisplayName: 'Paige Turner',
      NextStep: 'User Completed',
      SubmissionFinalisation: { IsFinalised: false },
      FeeDescription: 'Ordinary',
      FeeItemDescriptions: ['Locker for a year'],
      Payments: [{ State: 'Paid', Amount: 80, TaxAmount: 7.27, AmountPaid: 80, Currency: 'AUD' }],
      Proposal: { MembershipNumber: '12001', MembershipType: 'Ordinary', VenueNo: '1' },
    })
    expect(body.Steps.map(({ Step }) => Step)).toEqual(['User Started', 'Payment Required', 'User Completed'])
    expect(body.Submitted).toContainEqual({
      Label: 'Home address',
      Value: '5 Pier Street, Balmain NSW 2041, Australia',
    })
  })

  test('shows members who may be the same person, by e-mail, mobile or name', async () => {
    const { rows } = await hub.owner.query(
      `select member_id as id, first_name as first, last_name as last, birth_date::text as born,
         home_contact ->> 'EmailAddress' as email, home_contact ->> 'MobileNumber' as mobile
       from member where business_id = 'harbourside' and membership_number = '10042'`,
    )
    const { id, first, last, born, email, mobile } = rows[0]
    const likes = [
      { EmailAddress: email },
      { MobileNumber: mobile.replace('+61', '0') },
      { FirstName: first, LastName: last, BirthDate: born },
    ]
    for (const like of likes) {
      const { SessionId } = await patron.applied({ MembershipType: 'Pensioner', ...like })
      const { body } = await admin(api.getMembershipRequest, at(SessionId))
      expect(body.PossibleDuplicates?.map((member) => member.id)).toContain(id)
    }
  })

  test('shows no member to those who may not see members', async () => {
    const { SessionId } = await patron.applied({ MembershipType: 'Pensioner' })
    const { body } = await hub.as(people.finance)(api.getMembershipRequest, at(SessionId))
    expect(body.PossibleDuplicates).toBeNull()
  })

  test('is not found by those confined to another venue', async () => {
    const confined = await confinedAdmin(hub)
    const main = await patron.applied({ MembershipType: 'Pensioner' })
    const sports = await patron.applied({ MembershipType: 'Social' }, socialForm)
    expect((await confined(api.getMembershipRequest, at(main.SessionId))).status).toBe(404)
    expect((await confined(api.getMembershipRequest, at(sports.SessionId))).status).toBe(200)
    expect((await accept(main.SessionId, {}, confined)).status).toBe(404)
    const { body } = await confined(api.listMembershipRequests, {
      params: harbourside,
      query: { limit: 100 },
    })
    const seen = body.Results.map((row) => row.SessionId)
    expect(seen).toContain(sports.SessionId)
    expect(seen).not.toContain(main.SessionId)
  })
})

describe('accepting', () => {
  test('invites the new member to a digital card in the same step, for whoever may', async () => {
    const mobile = '+61491570122'
    const { SessionId } = await patron.applied({ MobileNumber: mobile, FirstName: 'Ines' })
    const wish = { PassConfigurationId: 'member-card' }
    expect((await accept(SessionId, wish, hub.as(people.finance))).status).toBe(403)
    expect((await accept(SessionId, { PassConfigurationId: 'golf-member' })).status).toBe(400)
    const { status, body } = await accept(SessionId, wish)
    expect(status).toBe(200)
    const { body: passes } = await admin(api.listMemberPasses, {
      params: { ...harbourside, memberId: body.MemberId! },
    })
    expect(passes.Results).toMatchObject([{ State: 'Invited', InvitedTo: mobile }])
    expect((await lastLetter(mobile))?.kind).toBe('digital membership')
  })

  test('makes the member, with the next number, and says so to the applicant', async () => {
    const email = 'accepted@example.org'
    const { SessionId } = await patron.applied({ EmailAddress: email, FirstName: 'Ada' })
    const { body } = await accept(SessionId)
    expect(body).toMatchObject({
      NextStep: 'Completed',
      SubmissionFinalisation: { IsFinalised: true, SubmissionAccepted: true, FinalisedByUser: 'Alex Admin' },
    })
    const { body: member } = await admin(api.getMember, {
      params: { ...harbourside, memberId: body.MemberId! },
    })
    expect(member.Results[0]).toMatchObject({
      FirstName: 'Ada',
      MembershipNumber: body.MembershipNumber,
      MembershipType: 'Ordinary',
      MemberLevel: 'Silver',
      Status: 'Active',
      VenueNo: '1',
      DateJoined: inDays(0),
      Financial: true,
      HomeContactDetails: { EmailAddress: email, MobileNumber: '+61412000111' },
      HomeAddress: { Suburb: 'Balmain' },
    })
    expect((await lastLetter(email))?.body).toContain(`Your membership number is ${body.MembershipNumber}.`)
  })

  test('is not held up by a title or gender that is no longer offered', async () => {
    await hub.owner.query(`update option_list_item set is_retired = true where list = 'Title' and key = 'Dr'`)
    const { SessionId } = await patron.applied({ Title: 'Dr', Gender: 'Unheard-of' })
    const { status, body } = await accept(SessionId)
    expect(status).toBe(200)
    expect(body.Submitted).toContainEqual({ Label: 'Title', Value: 'Dr' })
    const params = { ...harbourside, memberId: body.MemberId! }
    const { body: member } = await admin(api.getMember, { params })
    expect(member.Results[0]).toMatchObject({ FirstName: 'Nora', Title: null, Gender: null })
  })

  test('attaches to a member there is, filling in what they lack', async () => {
    const { rows } = await hub.owner.query(
      `select member_id as id, first_name as first from member
       where business_id = 'harbourside' and membership_number = '10050'`,
    )
    await hub.owner.query(
      `update member set home_address = null, member_level = 'Gold' where member_id = $1`,
      [rows[0].id],
    )
    const { SessionId } = await patron.applied({ MembershipType: 'Pensioner', FirstName: 'Other' })
    const { body } = await accept(SessionId, {
      MemberId: rows[0].id,
      MembershipType: 'Pensioner',
      MemberLevel: null,
      // They belong somewhere already.
      VenueNo: null,
    })
    expect(body.MembershipNumber).toBe('10050')
    const { body: member } = await admin(api.getMember, {
      params: { ...harbourside, memberId: rows[0].id },
    })
    expect(member.Results[0]).toMatchObject({
      FirstName: rows[0].first,
      MembershipType: 'Pensioner',
      MemberLevel: 'Gold',
      HomeAddress: { AddressLine1: '5 Pier Street' },
    })
  })

  test('happens once, also when two press at once', async () => {
    const { SessionId } = await patron.applied({ MembershipType: 'Pensioner', LastName: 'Onceonly' })
    const answers = await Promise.all([accept(SessionId), accept(SessionId), reject(SessionId)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const { rows } = await hub.owner.query(`select from member where last_name = 'Onceonly'`)
    expect(rows.length).toBeLessThanOrEqual(1)
    expect((await reject(SessionId)).error.ErrorMessage).toBe(
      'This request has been finalised by Alex Admin already.',
    )
  })

  test('is refused where the number is taken, and nothing is decided', async () => {
    const { SessionId } = await patron.applied({ MembershipType: 'Pensioner' })
    const { error } = await accept(SessionId, { MembershipNumber: '10001' })
    expect(error.ErrorCode).toBe('number_taken')
    const { body } = await admin(api.getMembershipRequest, at(SessionId))
    expect(body.SubmissionFinalisation?.IsFinalised).toBe(false)
  })

  test.each([
    [{ VenueNo: '3' }, 'There is no such venue.'],
    [{ MembershipType: 'Staff' }, "'Staff' is not among the values of this field."],
    [{ MembershipType: '' }, 'Membership Type is required'],
    [{ MemberId: 'nobody' }, 'The member was not found.'],
  ])('is refused with %j', async (wrong, sentence) => {
    const { SessionId } = await patron.applied({ MembershipType: 'Pensioner' })
    expect((await accept(SessionId, wrong)).error.ErrorMessage).toBe(sentence)
  })

  test('is refused before it is complete, and without the right to see members', async () => {
    const secret = await patron.apply()
    const { SessionId } = await patron.open(secret)
    expect((await accept(SessionId)).error.ErrorCode).toBe('request_not_ready')
    const ready = await patron.applied({ MembershipType: 'Pensioner' })
    expect((await accept(ready.SessionId, {}, hub.as(people.finance))).status).toBe(403)
  })

  test('is on record, in words', async () => {
    const { SessionId } = await patron.applied({ MembershipType: 'Pensioner' })
    await accept(SessionId, { NotifyBy: 'none' })
    const { rows } = await hub.owner.query(
      `select actor_name, title, after from audit_entry where record_id = $1`,
      [SessionId],
    )
    expect(rows).toEqual([
      {
        actor_name: 'Alex Admin',
        title: 'Accept a membership request',
        after: { Decision: 'Accepted', Member: expect.stringMatching(/^\d+$/) as string },
      },
    ])
  })
})

describe('rejecting', () => {
  test('gives the payment back and tells the applicant why', async () => {
    const email = 'rejected@example.org'
    const { SessionId } = await patron.applied({ EmailAddress: email })
    const { body } = await reject(SessionId)
    expect(body).toMatchObject({
      NextStep: 'Completed',
      MemberId: null,
      SubmissionFinalisation: { SubmissionAccepted: false, RejectionNoteByUser: 'The list is full.' },
      Payments: [{ State: 'Refunding' }],
    })
    expect((await lastLetter(email))?.body).toMatch(/The list is full\.[\s\S]*is being given back to you\./)
    await patron.work()
    const { body: later } = await admin(api.getMembershipRequest, at(SessionId))
    expect(later.Payments).toMatchObject([{ State: 'Refunded', RefundedDate: expect.any(String) as string }])
    expect((await lastLetter(email))?.body).toContain('$55.00 has been given back to you.')
  })

  test('can keep the payment, and tell it by SMS', async () => {
    const { SessionId } = await patron.applied({ MobileNumber: '0400 111 222' })
    const { body } = await reject(SessionId, { IsRefunded: false, NotifyBy: 'sms', Note: '' })
    expect(body.Payments).toMatchObject([{ State: 'Paid' }])
    expect(body.SubmissionFinalisation?.RejectionNoteByUser).toBeNull()
    expect(await lastLetter('+61400111222')).toMatchObject({
      channel: 'sms',
      body: 'Harbourside Leagues Club: we are sorry, your request has not been accepted.',
    })
  })
})
