import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import {
  clubForm,
  fullAnswers,
  lettersTo as lettersOf,
  type Patron,
  patronOf,
  renewalForm,
  socialForm,
} from '#tests/people/patron.ts'

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
})
afterAll(() => hub.close())

const lettersTo = (to: string) => lettersOf(hub, to)

describe('the public form', () => {
  test('tells what it asks, offers and says, and nothing of the business besides', async () => {
    const { body } = await patron.call(api.getPublicForm, { params: clubForm })
    expect(body).toMatchObject({
      BusinessName: 'Harbourside Leagues Club',
      IsOpen: true,
      PaymentMode: 'Test',
      AreStreetsChecked: false,
      MembershipTypes: [
        { Key: 'Ordinary', Description: 'Ordinary', Fee: 55, TaxPercent: 10 },
        { Key: 'Sporting', Fee: 80 },
        { Key: 'Pensioner', Fee: 0 },
      ],
    })
    expect(Object.keys(body)).not.toContain('Reminders')
  })

  test('is not found by a name that is none', async () => {
    const { status } = await patron.call(api.getPublicForm, { params: { form: 'nothing' } })
    expect(status).toBe(404)
  })

  test('finds addresses', async () => {
    const { body } = await patron.call(api.suggestPatronAddresses, {
      params: clubForm,
      query: { q: '5 Pier Street Balm' },
    })
    expect(body.Results[0]?.Description).toBe('5 Pier Street, Balmain NSW 2041, Australia')
  })

  test('that is closed takes nobody', async () => {
    const { status, error } = await patron.call(api.startApplication, {
      params: { form: 'valley-golf-membership' },
      body: { Answers: {} },
    })
    expect([status, error.ErrorCode]).toEqual([409, 'form_closed'])
  })

  test('takes no renewal for an application, and the other way round', async () => {
    const one = await patron.call(api.startApplication, { params: renewalForm, body: { Answers: {} } })
    const other = await patron.call(api.identifyMember, {
      params: clubForm,
      body: { MembershipNumber: '10001', BirthDate: '1990-01-01' },
    })
    expect([one.status, other.status]).toEqual([404, 404])
  })
})

describe('what somebody fills in', () => {
  test('is saved as they go, and there again with the link that was e-mailed', async () => {
    const email = 'step@example.org'
    const secret = await patron.apply({ EmailAddress: null, FirstName: 'Stepan', LastName: null })
    expect(await lettersTo(email)).toEqual([])
    const answers = { ...fullAnswers, FirstName: 'Stepan', EmailAddress: 'STEP@example.org' }
    const { body } = await patron.call(api.saveSession, {
      params: clubForm,
      body: { Secret: secret, Answers: answers },
    })
    expect(body).toMatchObject({ NextStep: 'User Started', LinkSentTo: email })
    const [letter] = await lettersTo(email)
    expect(letter).toMatchObject({ kind: 'request link', channel: 'email' })
    expect(letter?.body).toContain(`https://club.example/apply/harbourside-membership#${secret}`)
    expect((await patron.open(secret)).Answers).toMatchObject({ FirstName: 'Stepan', EmailAddress: email })
  })

  test('brings the link once to an address, and to three at the most', async () => {
    const secret = await patron.apply({ EmailAddress: 'link0@example.org' })
    for (const n of [0, 1, 2, 3, 4])
      await patron.call(api.saveSession, {
        params: clubForm,
        body: { Secret: secret, Answers: { ...fullAnswers, EmailAddress: `link${n}@example.org` } },
      })
    const counts = await Promise.all(
      [0, 1, 2, 3, 4].map(async (n) => (await lettersTo(`link${n}@example.org`)).length),
    )
    expect(counts).toEqual([1, 1, 1, 0, 0])
  })

  test('is not in what is written to an address that may be somebody else’s', async () => {
    const typed = 'Visit evil.example now'
    const answers = { FirstName: typed, LastName: typed, MembershipType: 'Pensioner' }
    await patron.applied({ ...answers, EmailAddress: 'victim@example.org' })
    const letters = await lettersTo('victim@example.org')
    expect(letters.map(({ kind }) => kind)).toEqual(['request link', 'request received'])
    for (const { subject, body } of letters) expect(subject + body).not.toContain('evil')
    expect(letters[0]?.body).toMatch(/^Hello,\n/)
  })

  test('says that the link was sent only where it was', async () => {
    const secrets: string[] = []
    for (let i = 0; i < 6; i++)
      secrets.push(await patron.apply({ EmailAddress: 'crowded@example.org', FirstName: `Child ${i}` }))
    expect(await lettersTo('crowded@example.org')).toHaveLength(5)
    const [first, last] = [await patron.open(secrets[0]!), await patron.open(secrets[5]!)]
    expect([first.LinkSentTo, last.LinkSentTo]).toEqual(['crowded@example.org', null])
  })

  test('opens to nobody else', async () => {
    const secret = await patron.apply()
    const wrong = await patron.call(api.openSession, {
      params: clubForm,
      body: { Secret: `${secret.slice(0, -3)}xyz` },
    })
    const elsewhere = await patron.call(api.openSession, { params: socialForm, body: { Secret: secret } })
    expect([wrong.status, elsewhere.status]).toEqual([404, 404])
  })

  test('is kept as a hash of its secret alone', async () => {
    const secret = await patron.apply({ EmailAddress: null })
    const { rows } = await hub.owner.query(`select * from request_session`)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test.each([
    [{ FirstName: '' }, 'FirstName', 'First name is required.'],
    [{ LastName: null }, 'LastName', 'Last name is required.'],
    [{ EmailAddress: '' }, 'EmailAddress', 'Email address is required.'],
    [{ EmailAddress: 'nora' }, 'EmailAddress', 'Invalid email address.'],
    [{ MobileNumber: '' }, 'MobileNumber', 'Mobile number is required.'],
    [{ MobileNumber: '12' }, 'MobileNumber', 'Enter a mobile number, such as 0412 345 678.'],
    [{ BirthDate: null }, 'BirthDate', 'Date of birth is required.'],
    [{ BirthDate: '2999-01-01' }, 'BirthDate', 'Enter your date of birth.'],
    [{ Address: null }, 'Address', 'Home address is required.'],
    [{ MembershipType: 'Life' }, 'MembershipType', 'Choose a membership.'],
    [{ HasAcceptedTerms: false }, 'HasAcceptedTerms', 'Accept the terms to go on.'],
  ])('is not submitted with %j', async (wrong, field, sentence) => {
    const secret = await patron.apply(wrong)
    const { status, error } = await patron.call(api.submitSession, {
      params: clubForm,
      body: { Secret: secret },
    })
    expect(status).toBe(400)
    expect(error).toMatchObject({ ErrorMessage: sentence, Errors: { [field]: sentence } })
  })

  test('can not be changed once it is submitted', async () => {
    const { secret } = await patron.applied({ MembershipType: 'Pensioner' })
    const { status, error } = await patron.call(api.saveSession, {
      params: clubForm,
      body: { Secret: secret, Answers: fullAnswers },
    })
    expect([status, error.ErrorCode]).toEqual([409, 'session_submitted'])
  })

  test('is noticed when the same person has sent it before', async () => {
    const again = { EmailAddress: 'twice@example.org', LastName: 'Zwei', MembershipType: 'Pensioner' }
    await patron.applied(again)
    const secret = await patron.apply({ ...again, LastName: 'zwei' })
    expect((await patron.open(secret)).EarlierRequestDate).toMatch(/^20/)
    const other = await patron.apply({ ...again, LastName: 'Else' })
    expect((await patron.open(other)).EarlierRequestDate).toBeNull()
  })

  test('is forgotten after 30 days, if it was never sent', async () => {
    const secret = await patron.apply({ EmailAddress: 'forgotten@example.org' })
    const young = await patron.apply({ EmailAddress: 'young@example.org' })
    await hub.owner.query(
      `update request_session set started_at = now() - interval '31 days' where email = 'forgotten@example.org'`,
    )
    await patron.perform('forget_abandoned_requests', {})
    const gone = await patron.call(api.openSession, { params: clubForm, body: { Secret: secret } })
    expect(gone.status).toBe(404)
    expect((await patron.open(young)).NextStep).toBe('User Started')
    const { rows } = await hub.owner.query(
      `select answers, display_name, email from request_session where deleted_at is not null`,
    )
    expect(rows).toEqual([{ answers: {}, display_name: null, email: null }])
  })
})

describe('a submission', () => {
  test('that costs nothing is complete, and is confirmed by e-mail', async () => {
    const email = 'free@example.org'
    const session = await patron.applied({ MembershipType: 'Pensioner', EmailAddress: email })
    expect(session).toMatchObject({ NextStep: 'User Completed', AmountPaid: null })
    expect((await lettersTo(email)).map(({ kind }) => kind)).toEqual(['request link', 'request received'])
  })

  test('that costs something waits for its payment, and is complete with it', async () => {
    const secret = await patron.apply({ FeeItems: ['locker'] })
    const waiting = await patron.submit(secret)
    expect(waiting.NextStep).toBe('Payment Required')
    expect(waiting.PaymentUrl).toMatch(/^https:\/\/club.example\/apply\/test-payment\?id=test_/)
    const checkoutId = new URL(waiting.PaymentUrl!).searchParams.get('id')!
    const { body: page } = await patron.call(api.getTestPayment, { params: { checkoutId } })
    expect(page).toMatchObject({
      Description: 'Ordinary, Locker for a year',
      BusinessName: 'Harbourside Leagues Club',
      Amount: 80,
      IsOpen: true,
      ReturnUrl: '/apply/harbourside-membership?paid=yes',
    })
    await patron.pay(waiting.PaymentUrl)
    expect(await patron.open(secret)).toMatchObject({ NextStep: 'User Completed', AmountPaid: 80 })
  })

  test('whose payment is given up can be paid again, once at a time', async () => {
    const secret = await patron.apply()
    const first = await patron.submit(secret)
    await patron.pay(first.PaymentUrl, false)
    expect(await patron.open(secret)).toMatchObject({ IsPaymentOver: true, PaymentUrl: null, AmountDue: 55 })
    const second = await patron.submit(secret)
    expect(second.PaymentUrl).not.toBe(first.PaymentUrl)
    expect((await patron.submit(secret)).PaymentUrl).toBe(second.PaymentUrl)
    await patron.pay(second.PaymentUrl)
    expect((await patron.open(secret)).NextStep).toBe('User Completed')
  })

  test('keeps what it costs, whatever becomes of the form', async () => {
    const secret = await patron.apply()
    await patron.pay((await patron.submit(secret)).PaymentUrl, false)
    const raise = (fee: string) =>
      hub.owner.query(
        `update request_form set config = jsonb_set(config, '{MembershipTypes,0,Fee}', $1::jsonb)
         where form_id = 'harbourside-membership'`,
        [fee],
      )
    await raise('99')
    const again = await patron.submit(secret)
    await raise('55')
    expect(again.AmountDue).toBe(55)
    await patron.pay(again.PaymentUrl)
    expect(await patron.open(secret)).toMatchObject({ NextStep: 'User Completed', AmountPaid: 55 })
  })

  test('that is paid twice gives the second payment back', async () => {
    const secret = await patron.apply()
    const first = await patron.submit(secret)
    await patron.pay(first.PaymentUrl, false)
    const second = await patron.submit(secret)
    await patron.pay(second.PaymentUrl)
    // The first page was still open somewhere.
    await patron.pay(first.PaymentUrl)
    const { SessionId } = await patron.open(secret)
    const { rows } = await hub.owner.query(
      `select state from request_payment where session_id = $1 order by created_at`,
      [SessionId],
    )
    expect(rows).toEqual([{ state: 'Refunded' }, { state: 'Paid' }])
  })
})

test('without payments set up what costs something is sent, and paid at the counter', async () => {
  const bare = await startTestHub()
  try {
    const other = patronOf(bare)
    const secret = await other.apply()
    const sent = await other.submit(secret)
    expect(sent).toMatchObject({ NextStep: 'Payment Required', AmountDue: 55, PaymentUrl: null })
    // Sent again it stays as it is.
    expect(await other.submit(secret)).toEqual(sent)
    const params = { businessId: 'harbourside', sessionId: sent.SessionId }
    const reception = bare.as(people.reception)
    const link = await reception(api.sendPaymentLink, { params, body: { By: 'email' } })
    expect([link.status, link.error.ErrorCode]).toEqual([409, 'payments_unavailable'])
    expect((await reception(api.getConsoleSettings)).body.PaysOnline).toBe(false)
    const body = { Method: 'Cash', Amount: 55, Reference: null } as const
    const paid = await reception(api.takePayment, { params, body })
    expect(paid.body).toMatchObject({
      NextStep: 'User Completed',
      Payments: [{ Description: 'Ordinary', TaxAmount: 5 }],
    })
    const { status: testPage } = await other.call(api.getTestPayment, { params: { checkoutId: 'test_x' } })
    expect(testPage).toBe(404)
  } finally {
    await bare.close()
  }
})
