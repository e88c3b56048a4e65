import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { newRules, type TypeRules } from '#contract/requests/type-rules.ts'
import { setClock } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { clubForm, lettersTo, type Patron, patronOf } from '#tests/people/patron.ts'

const harbourside = { businessId: 'harbourside' }

let hub: TestHub
let patron: Patron
let design: string
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
  const { body } = await hub.as(people.admin)(api.listPassesToSend, { params: harbourside })
  design = body.Results[0]!.PassConfigurationId
})
afterAll(() => hub.close())
beforeEach(() => offer({ Review: 'Never' }))

async function offer(rules: Partial<TypeRules>, more: object = {}): Promise<void> {
  const Rules = { ...newRules('Registration'), ...rules }
  const types = [
    { Key: 'Ordinary', Fee: 55, TaxPercent: 10, Rules },
    { Key: 'Pensioner', Fee: 0, TaxPercent: 10, Rules: { ...Rules, MinAge: 60 } },
  ]
  await hub.owner.query(`update request_form set config = config || $2::jsonb where form_id = $1`, [
    clubForm.form,
    JSON.stringify({ MembershipTypes: types, PassConfigurationId: design, ...more }),
  ])
}
let made = 0
/** Somebody whom nobody knows yet. */
function stranger() {
  made += 1
  return {
    FirstName: `Nova${made}`,
    LastName: 'Quillfeather',
    EmailAddress: `nova.quill${made}@example.org`,
    MobileNumber: `0477 100 ${100 + made}`,
  }
}
async function detail(sessionId: string) {
  const { body } = await hub.as(people.admin)(api.getMembershipRequest, {
    params: { ...harbourside, sessionId },
  })
  return body
}

describe('an application that needs no review', () => {
  test('makes a member as soon as it is paid, with their digital card', async () => {
    const person = stranger()
    const session = await patron.applied(person)
    expect(session).toMatchObject({ NextStep: 'Completed', AmountPaid: 55 })
    expect(session.PassUrl).toMatch(/^\/claim\/p-/)
    const code = session.PassUrl!.split('/').at(-1)!
    const card = await patron.call(api.getHeldPass, { params: { code } })
    expect(card.status).toBe(200)
    const request = await detail(session.SessionId)
    expect(request.SubmissionFinalisation).toMatchObject({
      SubmissionAccepted: true,
      FinalisedByUser: 'Automatic acceptance',
    })
    const { body } = await hub.as(people.admin)(api.getMember, {
      params: { ...harbourside, memberId: request.MemberId! },
    })
    expect(body.Results[0]).toMatchObject({ LastName: 'Quillfeather', VenueNo: '1', Financial: true })
    const kinds = (await lettersTo(hub, person.EmailAddress)).map(({ kind }) => kind)
    expect(kinds).toEqual(['request link', 'request accepted'])
  })

  test('shows the card behind the link to pay that the staff sent', async () => {
    const person = stranger()
    const lost = await patron.apply(person)
    const { SessionId: sessionId, PaymentUrl } = await patron.submit(lost)
    await hub.as(people.admin)(api.sendPaymentLink, {
      params: { ...harbourside, sessionId },
      body: { By: 'email' },
    })
    const { body: letter } = (await lettersTo(hub, person.EmailAddress)).at(-1)!
    const secret = /#([\w-]+)/.exec(letter)![1]!
    await patron.pay(PaymentUrl)
    const code = (await patron.open(secret)).PassUrl!.split('/').at(-1)!
    expect((await patron.call(api.getHeldPass, { params: { code } })).status).toBe(200)
    expect((await patron.open(lost)).PassUrl).toBeNull()
  })

  test('which was rejected before it was paid and put back is for somebody to decide, also once it is paid', async () => {
    const secret = await patron.apply(stranger())
    const { SessionId: sessionId } = await patron.submit(secret)
    const params = { ...harbourside, sessionId }
    const admin = hub.as(people.admin)
    await admin(api.rejectMembershipRequest, {
      params,
      body: { Note: null, IsRefunded: false, NotifyBy: 'none' },
    })
    await admin(api.putRequestBack, { params, body: { Reason: 'A mistake', NotifyBy: 'none' } })
    await patron.work()
    await patron.pay((await patron.submit(secret)).PaymentUrl)
    expect(await detail(sessionId)).toMatchObject({
      NextStep: 'User Completed',
      WaitsReason: 'It was rejected and put back.',
    })
  })

  test('has no card where the form gives none', async () => {
    await offer({ Review: 'Never' }, { PassConfigurationId: null })
    expect(await patron.applied(stranger())).toMatchObject({
      NextStep: 'Completed',
      PassUrl: null,
      IsJoined: true,
    })
  })

  test('of who may be a member already waits for the staff', async () => {
    const person = stranger()
    await patron.applied(person)
    const again = await patron.applied({ ...stranger(), EmailAddress: person.EmailAddress })
    expect(again).toMatchObject({ NextStep: 'User Completed', PassUrl: null, IsJoined: false })
    expect((await detail(again.SessionId)).WaitsReason).toBe(
      'Somebody of this name, e-mail address or mobile number is a member already.',
    )
  })

  test('sent twice at once makes one member', async () => {
    const person = stranger()
    const secrets = [await patron.apply(person), await patron.apply(person)]
    const sessions = []
    for (const secret of secrets) {
      await patron.call(api.saveSession, {
        params: clubForm,
        body: {
          Secret: secret,
          Answers: {
            ...(await patron.open(secret)).Answers,
            MembershipType: 'Pensioner',
            BirthDate: '1950-01-01',
          },
        },
      })
      await patron.call(api.submitSession, { params: clubForm, body: { Secret: secret } })
      sessions.push((await patron.open(secret)).SessionId)
    }
    await Promise.all(
      sessions.map((sessionId) => patron.perform('carry_out_application', { ...harbourside, sessionId })),
    )
    const steps = await Promise.all(secrets.map(async (secret) => (await patron.open(secret)).NextStep))
    expect(steps.toSorted()).toEqual(['Completed', 'User Completed'])
  })

  test('that can not be carried out is left to the staff, with the reason', async () => {
    await offer({ Review: 'Never' }, { PassConfigurationId: 'none-such' })
    const session = await patron.applied(stranger())
    expect(session).toMatchObject({ NextStep: 'User Completed', AmountPaid: 55 })
    expect((await detail(session.SessionId)).WaitsReason).toBe(
      'It could not be carried out by itself. Choose a digital membership card there is.',
    )
  })
})

describe('a card is shown where there is one', () => {
  test('and not to who was accepted by hand', async () => {
    await offer({ Review: 'Always' })
    const { secret, SessionId: sessionId } = await patron.applied(stranger())
    const { status } = await hub.as(people.admin)(api.acceptMembershipRequest, {
      params: { ...harbourside, sessionId },
      body: { MemberId: null, MembershipType: 'Ordinary', VenueNo: '1', NotifyBy: 'none' },
    })
    expect(status).toBe(200)
    expect(await patron.open(secret)).toMatchObject({ NextStep: 'Completed', PassUrl: null })
  })

  test('and not behind a link of the staff, which has a secret of its own', async () => {
    const { SessionId: sessionId } = await patron.applied(stranger())
    await hub.owner.query(
      `insert into request_link (business_id, secret_hash, session_id, expires_at)
       values ('harbourside', sha256('a-link-of-the-staff-to-pay'), $1, now() + interval '1 day')`,
      [sessionId],
    )
    expect(await patron.open('a-link-of-the-staff-to-pay')).toMatchObject({
      NextStep: 'Completed',
      PassUrl: null,
    })
  })
})

test('nothing is accepted by itself that nobody may accept by hand', async () => {
  const licences = (list: string) =>
    hub.owner.query(`update business set licences = $1 where business_id = 'harbourside'`, [list])
  await licences('{pay}')
  const session = await patron.applied(stranger())
  await licences('{pay,check,HubMembership}')
  expect(session).toMatchObject({ NextStep: 'User Completed', AmountPaid: 55 })
  expect((await detail(session.SessionId)).WaitsReason).toBe(
    'The business does not have the licence HubMembership.',
  )
})

test('nobody pays for a type that is out of use', async () => {
  const retire = (isRetired: boolean) =>
    hub.owner.query(
      `update option_list_item set is_retired = $1
       where business_id = 'harbourside' and list = 'MembershipType' and key = 'Ordinary'`,
      [isRetired],
    )
  const secret = await patron.apply(stranger())
  await retire(true)
  const { status, error } = await patron.call(api.submitSession, {
    params: clubForm,
    body: { Secret: secret },
  })
  await retire(false)
  expect([status, error.ErrorMessage]).toEqual([
    400,
    'The membership you chose is not offered any more. Choose another.',
  ])
})

test('an application waits where its type says so', async () => {
  await offer({ Review: 'Always' })
  expect((await patron.applied(stranger())).NextStep).toBe('User Completed')
})

test('a child is no pensioner', async () => {
  const secret = await patron.apply({ ...stranger(), MembershipType: 'Pensioner', BirthDate: '2015-01-01' })
  const { status, error } = await patron.call(api.submitSession, {
    params: clubForm,
    body: { Secret: secret },
  })
  expect(status).toBe(400)
  expect(error.Errors).toEqual({
    BirthDate: 'The membership you chose is for people from 60 years old.',
  })
})

test('a type’s own term and the months left of it make the fee and the date', async () => {
  const term = { Kind: 'YearEnd', Months: 12, Month: 6, Day: 30 }
  await hub.owner.query(
    `update option_list_item set term = $1, is_pro_rata = true
     where business_id = 'harbourside' and list = 'MembershipType' and key = 'Ordinary'`,
    [JSON.stringify(term)],
  )
  await setClock(hub, new Date('2030-12-15T02:00:00Z'))
  const { body: form } = await patron.call(api.getPublicForm, { params: clubForm })
  expect(form.MembershipTypes[0]).toMatchObject({ Key: 'Ordinary', Fee: 32.08 })
  const session = await patron.applied(stranger())
  expect(session.AmountPaid).toBe(32.08)
  expect((await detail(session.SessionId)).Proposal.DateFinancial).toBe('2031-06-30')
})
