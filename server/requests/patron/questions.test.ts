import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { referenceOf } from '#contract/requests/reference.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { lettersTo, memberOf, type Patron, patronOf, renewalForm, socialForm } from '#tests/people/patron.ts'
import { askThese, question } from '#tests/records/questions.ts'

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
  await askThese(hub, 'harbourside-social', [
    question('plays', 'YesNo', { Label: 'Do you play?', IsRequired: true }),
    question('sport', 'Choice', {
      Label: 'Which sport?',
      IsRequired: true,
      Options: [
        { Id: 'bowls', Label: 'Bowls', Fee: 22, TaxPercent: 10 },
        { Id: 'darts', Label: 'Darts', Fee: 0, TaxPercent: 10 },
      ],
      ShownWhen: { QuestionId: 'plays', Is: ['Yes'] },
    }),
    question('signed', 'Signature', { Label: 'Sign here' }),
  ])
})
afterAll(() => hub.close())

const social = { MembershipType: 'Social' }
const apply = (Questions: Record<string, string>) => patron.apply({ ...social, Questions }, socialForm)
const send = (secret: string) =>
  patron.call(api.submitSession, { params: socialForm, body: { Secret: secret } })
const detail = async (sessionId: string) =>
  (
    await hub.as(people.admin)(api.getMembershipRequest, {
      params: { businessId: 'harbourside', sessionId },
    })
  ).body

describe('questions of the business’s own', () => {
  test('have to be answered where they are asked', async () => {
    const { status, error } = await send(await apply({ plays: 'Yes' }))
    expect([status, error.Errors]).toEqual([400, { 'Questions.sport': 'Choose one.' }])
  })

  test('take no answers but those that are offered, and cost nothing less by others', async () => {
    const hostile = { constructor: 'x', toString: 'x', nothing: 'x', sport: 'of-another-form' }
    const refused = await send(await apply({ plays: 'Yes', ...hostile }))
    expect([refused.status, refused.error.Errors]).toEqual([400, { 'Questions.sport': 'Choose one.' }])
    const secret = await apply({ plays: 'Yes', ...hostile, sport: 'bowls' })
    const { AmountDue, SessionId } = await patron.submit(secret, socialForm)
    expect(AmountDue).toBe(22)
    const { rows } = await hub.owner.query<{ kept: object }>(
      `select answers -> 'Questions' as kept from request_session where session_id = $1`,
      [SessionId],
    )
    expect(rows[0]!.kept).toEqual({ plays: 'Yes', sport: 'bowls' })
  })

  test('cost what their answers cost, line by line as it was when it was sent', async () => {
    const secret = await apply({ plays: 'Yes', sport: 'bowls', signed: 'M1 1L2 2' })
    const { PaymentUrl, AmountDue } = await patron.submit(secret, socialForm)
    expect(AmountDue).toBe(22)
    await patron.pay(PaymentUrl)
    const { SessionId, PriceLines } = await patron.open(secret, socialForm)
    expect(PriceLines).toEqual([
      { Description: 'Social', Amount: 0, TaxAmount: 0 },
      { Description: 'Which sport? Bowls', Amount: 22, TaxAmount: 2 },
    ])
    const { Submitted, FeeItemDescriptions, Payments } = await detail(SessionId)
    expect(Submitted).toEqual(
      expect.arrayContaining([
        { Label: 'Do you play?', Value: 'Yes' },
        { Label: 'Which sport?', Value: 'Bowls' },
        { Label: 'Sign here', Value: 'Signed', Signature: 'M1 1L2 2' },
      ]),
    )
    expect(FeeItemDescriptions).toEqual(['Which sport? Bowls'])
    expect(Payments).toMatchObject([{ Amount: 22, TaxAmount: 2, Description: 'Social, Which sport? Bowls' }])
  })

  test('are told in the words of their moment, whatever the form asks by now', async () => {
    const secret = await apply({ plays: 'Yes', sport: 'darts' })
    const { SessionId } = await patron.submit(secret, socialForm)
    const { body: form } = await patron.call(api.getPublicForm, { params: socialForm })
    await askThese(hub, 'harbourside-social', [])
    expect((await detail(SessionId)).Submitted).toContainEqual({ Label: 'Which sport?', Value: 'Darts' })
    await askThese(hub, 'harbourside-social', form.Questions)
  })

  test('that are no longer asked leave no answers behind, and cost nothing', async () => {
    const secret = await apply({ plays: 'No', sport: 'bowls', strange: 'x' })
    const { NextStep, Answers } = await patron.submit(secret, socialForm)
    expect([NextStep, Answers.Questions]).toEqual(['User Completed', { plays: 'No' }])
  })

  test('get ids by the server, and a form that was saved without them keeps its other parts', async () => {
    const { Questions } = await askThese(hub, 'harbourside-sporting-renewal', [
      question('', 'Choice', { Options: [{ Id: '', Label: 'One', Fee: 0, TaxPercent: 10 }] }),
    ])
    expect(Questions[0]?.Id).toMatch(/^\w{12}$/)
    expect(Questions[0]?.Options[0]?.Id).toMatch(/^\w{12}$/)
  })
})

describe('what is written to who sent it', () => {
  const email = 'copy@example.org'

  test('has the reference, the price and the GST in it, and nothing that a stranger typed', async () => {
    const answers = {
      ...social,
      FirstName: 'Evil',
      EmailAddress: email,
      Questions: { plays: 'Yes', sport: 'bowls' },
    }
    const { SessionId } = await patron.applied(answers, socialForm)
    const letter = (await lettersTo(hub, email)).find(({ kind }) => kind === 'request received')!
    expect(letter.body).toContain(`Your reference is ${referenceOf(SessionId)}.`)
    expect(letter.body).toContain('Which sport? Bowls: $22.00\nTotal: $22.00, includes GST of $2.00')
    expect(letter.body).not.toContain('Evil')
  })

  test('has a copy of the answers for a member who has shown who they are', async () => {
    const number = '10120'
    const member = await memberOf(hub, number)
    const secret = await patron.identify(number)
    await patron.enter(secret, await patron.codeFor(secret, number))
    const Answers = {
      MembershipType: 'Ordinary',
      Occupation: null,
      HasAcceptedTerms: true,
      MobileNumber: '0400 123 123',
    }
    await patron.call(api.saveSession, { params: renewalForm, body: { Secret: secret, Answers } })
    const { PaymentUrl } = await patron.submit(secret, renewalForm)
    await patron.pay(PaymentUrl)
    const letter = (await lettersTo(hub, member.email)).find(({ kind }) => kind === 'renewal done')!
    expect(letter.body).toContain('Total: $45.00, includes GST of $4.09')
    expect(letter.body).toContain('What you sent:\nMembership: Ordinary\nMobile number: 0400 123 123')
  })
})

test('an address that was typed and not picked is taken as it is', async () => {
  const Address = { AddressLine1: '5 Pier Street Balmain 2041' }
  const secret = await patron.apply({ MembershipType: 'Pensioner', Address })
  const { SessionId, NextStep } = await patron.submit(secret)
  expect(NextStep).toBe('User Completed')
  expect((await detail(SessionId)).Submitted).toContainEqual({
    Label: 'Home address',
    Value: expect.stringContaining('5 Pier Street Balmain 2041'),
  })
})
