import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { messages } from '#contract/messages.ts'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { fundsOf, messagesTo, programId, send, stranger } from '#tests/records/cards.ts'
import { cardProgram } from '#tests/samples/sample-records.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

describe('a card to somebody who is no member', () => {
  test('is pending, and its value is held', async () => {
    const before = await fundsOf(hub)
    const { status, body } = await send(hub)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      AccountStatus: 'Pending',
      ExternalAccountId: null,
      MemberId: null,
      InitialCardValue: 50,
      OfferExpiryDate: inDays(20),
      RedeemedDate: null,
      IssuedByUser: 'Alex Admin',
    })
    expect(await fundsOf(hub)).toEqual({ available: before.available - 50, held: before.held + 50 })
  })

  test('is told of by text message and e-mail, with a link of its own, whose code is not kept', async () => {
    await send(hub, { EmailAddress: 'Told@Example.org', MobileNumber: '+61 491 570 156' })
    const [mail] = await messagesTo(hub, 'told@example.org')
    const [sms] = await messagesTo(hub, '+61491570156')
    expect(mail).toMatchObject({
      channel: 'email',
      subject: 'Harbourside Leagues Club has sent you a Harbourside Gift Card',
    })
    expect(sms!.body).toMatch(
      /^Hi Harriet, Harbourside Leagues Club has sent you a Harbourside Gift Card with \$50\.00\. Activate it by \d+ \w+ \d{4}: http:\/\/localhost.*\/claim\/[\w-]{22}$/,
    )
    const code = /claim\/(\S+)/.exec(sms!.body)![1]!
    const { rows } = await hub.owner.query(
      `select * from card_offer where encode(code_hash, 'escape') = $1`,
      [code],
    )
    expect(rows).toEqual([])
  })

  test('comes with words of its own, and the link even where these forget it', async () => {
    const MobileNumber = '+61491570157'
    await send(hub, { MobileNumber, CustomInvitationSMSMessageBodyFormat: 'For you, {FirstName}: {Value}!' })
    const [sms] = await messagesTo(hub, MobileNumber)
    expect(sms!.body).toMatch(/^For you, Harriet: \$50\.00! http.*\/claim\/\S+$/)
  })

  test.each([
    [{ FirstName: ' ' }, 'FirstName', messages.sendCard.firstNameRequired],
    [{ LastName: '' }, 'LastName', messages.sendCard.lastNameRequired],
    [{ EmailAddress: '' }, 'EmailAddress', messages.sendCard.emailRequired],
    [{ EmailAddress: 'nonsense' }, 'EmailAddress', messages.sendCard.invalidEmail],
    [{ MobileNumber: '' }, 'MobileNumber', messages.sendCard.mobileRequired],
    [{ MobileNumber: '0491 570 156' }, 'MobileNumber', messages.sendCard.mobileNeedsCountry],
    [{ MobileNumber: '+61 12' }, 'MobileNumber', messages.sendCard.invalidMobile],
    [{ InitialCardValue: 9 }, 'InitialCardValue', 'Initial balance cannot be less than $10.00.'],
    [{ InitialCardValue: 501 }, 'InitialCardValue', 'Initial balance cannot be greater than $500.00.'],
    [{ InitialCardValue: 20.005 }, 'InitialCardValue', 'The amount can have two decimals at the most.'],
    [{ OfferExpiryDate: '2020-01-01' }, 'OfferExpiryDate', 'The offer can not expire in the past.'],
    [
      { CustomInvitationSMSMessageBodyFormat: 'Dear {Name}' },
      'CustomInvitationSMSMessageBodyFormat',
      '{Name} stands for nothing here.',
    ],
    [
      { CardProgramId: 'no-such-program' },
      'CardProgramId',
      'Choose a card program that is on offer and whose cards are sent.',
    ],
  ])('with %j is refused at %s', async (wrong, field, sentence) => {
    const { status, error } = await send(hub, wrong)
    expect(status).toBe(400)
    expect(error.Errors?.[field]).toBe(sentence)
  })

  test('may not expire within three years if it is sold, and may if it is promotional', async () => {
    const PlasticExpiryDate = inDays(3 * 365 - 10)
    const sold = await send(hub, { OfferExpiryDate: inDays(20), PlasticExpiryDate })
    expect(sold.status).toBe(400)
    expect(sold.error.Errors?.PlasticExpiryDate).toMatch(/^A sold card must be valid for at least 3 years/)
    const CardProgramId = await programId(hub, 'Birthday Treat')
    const days = { OfferExpiryDate: inDays(20), PlasticExpiryDate: `${inDays(40)}T23:59:59` }
    expect((await send(hub, { ...days, CardProgramId })).status).toBe(200)
    const tooSoon = await send(hub, { ...days, PlasticExpiryDate: inDays(10), CardProgramId })
    expect(tooSoon.error.Errors?.PlasticExpiryDate).toBe('The card can not expire before the offer does.')
  })

  test('is not sent if its program posts its cards, or is of another type', async () => {
    const plastic = await programId(hub, 'Harbourside Plastic Card')
    expect((await send(hub, { CardProgramId: plastic }, { type: 'reloadable' })).status).toBe(400)
    expect((await send(hub, {}, { type: 'reloadable' })).status).toBe(400)
  })

  test('is refused without the money, in words that say how much there is, and leaves nothing behind', async () => {
    const { available } = await fundsOf(hub)
    const CardProgramId = await programId(hub, 'Harbourside Club Card')
    await hub.owner.query('update card_program set maximum_cents = 100000000 where card_program_id = $1', [
      CardProgramId,
    ])
    const EmailAddress = 'toomuch@example.org'
    const body = { CardProgramId, EmailAddress, InitialCardValue: available + 1 }
    const { status, error } = await send(hub, body, { type: 'reloadable' })
    expect(status).toBe(409)
    expect(error.ErrorCode).toBe('insufficient_funds')
    expect(error.ErrorMessage).toMatch(/^Insufficient funds: \$[\d,.]+ is available/)
    expect(await messagesTo(hub, EmailAddress)).toEqual([])
    expect((await fundsOf(hub)).available).toBe(available)
  })

  test('needs a program of its type', async () => {
    const answer = await hub.as(people.otherAdmin)(api.issueNonMemberCard, {
      params: { businessId: 'valley-golf', cardType: 'reloadable' },
      body: stranger,
    })
    expect(answer).toMatchObject({ status: 409, error: { ErrorCode: 'no_card_program' } })
  })

  test('is of 10 to 50 dollars where its program says nothing else', async () => {
    const { MinimumInitialCardValue: _, MaximumInitialCardValue: __, ...unbounded } = cardProgram
    const { body: program } = await hub.as(people.superAdmin)(api.createCardProgram, {
      params: { businessId },
      body: unbounded,
    })
    const { CardProgramId } = program
    expect(program).toMatchObject({ MinimumInitialCardValue: 10, MaximumInitialCardValue: 50 })
    const refusal = async (InitialCardValue: number) =>
      (await send(hub, { CardProgramId, InitialCardValue })).error.ErrorMessage
    expect(await refusal(9.99)).toBe('Initial balance cannot be less than $10.00.')
    expect(await refusal(50.01)).toBe('Initial balance cannot be greater than $50.00.')
    expect((await send(hub, { CardProgramId, InitialCardValue: 10 })).status).toBe(200)
    const params = { businessId, cardProgramId: CardProgramId }
    await hub.as(people.superAdmin)(api.retireCardProgram, { params, body: { Value: true } })
  })
})

describe('a card to a member', () => {
  const freshMember = async (contact: object | null, venueId = '1') => {
    const { body } = await hub.as(people.admin)(api.createMember, {
      params: { businessId },
      query: { venueId },
      body: {
        FirstName: 'Carla',
        LastName: 'Card',
        MembershipType: 'Ordinary',
        HomeContactDetails: contact,
      },
    })
    return body.data.id
  }
  const issue = async (memberId: string, body: object, who: string = people.admin) =>
    hub.as(who)(api.issueMemberCard, {
      params: { businessId, memberId, cardType: 'instantgift' },
      body: {
        CardProgramId: await programId(hub, 'Harbourside Gift Card'),
        InitialCardValue: 25,
        ...body,
      },
    })

  test('goes to the contact that is stored, and is on their page', async () => {
    const memberId = await freshMember({ MobileNumber: '+61491570158', EmailAddress: 'carla@example.org' })
    const { status, body } = await issue(memberId, {})
    expect(status).toBe(200)
    expect(body).toMatchObject({ MemberId: memberId, FirstName: 'Carla', MobileNumber: '+61491570158' })
    expect(await messagesTo(hub, '+61491570158')).toHaveLength(1)
    expect(await messagesTo(hub, 'carla@example.org')).toHaveLength(1)
    const cards = await hub.as(people.reception)(api.listMemberCards, { params: { businessId, memberId } })
    expect(cards.body.Results).toMatchObject([
      {
        CardId: body.CardId,
        AccountStatus: 'Pending',
        ExternalAccountId: null,
        Balance: { Amount: 0 },
        WaitingAmount: body.InitialCardValue,
      },
    ])
  })

  test('keeps a contact that was corrected, also of another kind', async () => {
    const memberId = await freshMember(null)
    await issue(memberId, {
      MemberContactDetailsType: 'Work',
      MobileNumber: '+61 491 570 159',
      EmailAddress: 'Work@Example.org',
    })
    const { body } = await hub.as(people.admin)(api.getMember, { params: { businessId, memberId } })
    expect(body.Results[0]!.WorkContactDetails).toMatchObject({
      MobileNumber: '+61491570159',
      EmailAddress: 'work@example.org',
    })
    const history = await hub.as(people.admin)(api.listMemberHistory, { params: { businessId, memberId } })
    expect(history.body.Results[0]!.Title).toBe('Correct contact details while sending a card')
  })

  test('comes by e-mail alone where no text message is wanted', async () => {
    const memberId = await freshMember({ MobileNumber: '+61491570110', EmailAddress: 'quiet@example.org' })
    await issue(memberId, { SendAppDownloadSMS: false })
    expect(await messagesTo(hub, '+61491570110')).toEqual([])
    expect(await messagesTo(hub, 'quiet@example.org')).toHaveLength(1)
  })

  const text = messages.cardInvitation
  test.each([
    ['no contact at all', null, {}, 'MobileNumber', text.mobileRequired],
    ['no contact at all', null, {}, 'EmailAddress', text.emailRequired],
    [
      'a number of home',
      { MobileNumber: '0491570110' },
      {},
      'MobileNumber',
      'Mobile number must include country code',
    ],
    ['half a number', null, { MobileNumber: '+61' }, 'MobileNumber', text.invalidMobile],
    ['half an address', null, { EmailAddress: 'x@' }, 'EmailAddress', text.invalidEmail],
    [
      'less than nothing',
      { MobileNumber: '+61491570110' },
      { InitialCardValue: -1 },
      'InitialCardValue',
      'Initial balance cannot be less than $0.00',
    ],
    [
      'too little',
      { MobileNumber: '+61491570110' },
      { InitialCardValue: 9.99 },
      'InitialCardValue',
      'Initial balance must be at least $10.00',
    ],
    [
      'too much',
      { MobileNumber: '+61491570110' },
      { InitialCardValue: 500.01 },
      'InitialCardValue',
      'Initial balance cannot exceed $500.00',
    ],
  ])('with %s is refused at the right field', async (_, contact, body, field, sentence) => {
    const { status, error } = await issue(await freshMember(contact), body)
    expect(status).toBe(400)
    expect(error.Errors?.[field]).toBe(sentence)
  })

  test('needs the way that its program goes', async () => {
    const memberId = await freshMember({ EmailAddress: 'onlymail@example.org' })
    const CardProgramId = await programId(hub, 'Birthday Treat')
    const { error } = await issue(memberId, { CardProgramId })
    expect(error.Errors).toEqual({ MobileNumber: text.mobileRequired })
  })

  test('is for members whom the user may see', async () => {
    const theirs = await freshMember({ MobileNumber: '+61491570110' }, '2')
    const others = await freshMember({ MobileNumber: '+61491570110' })
    expect((await issue(theirs, {}, people.promotions)).status).toBe(200)
    expect((await issue(others, {}, people.promotions)).status).toBe(404)
  })

  test('may start with nothing where the program allows it', async () => {
    const before = await fundsOf(hub)
    const memberId = await freshMember({ MobileNumber: '+61491570110' })
    const { status } = await hub.as(people.admin)(api.issueMemberCard, {
      params: { businessId, memberId, cardType: 'reloadable' },
      body: { InitialCardValue: 0 },
    })
    expect(status).toBe(200)
    expect(await fundsOf(hub)).toEqual(before)
  })

  test('has a form that knows the bounds and whether a text message is optional', async () => {
    const memberId = await freshMember(null)
    const ask = (cardType: 'instantgift' | 'reloadable') =>
      hub.as(people.admin)(api.getMemberCardModal, { params: { businessId, memberId, cardType } })
    const { body } = await ask('instantgift')
    expect(body).toMatchObject({ Minimum: 5, Maximum: 50, IsSMSOptional: false, Member: { id: memberId } })
    expect(body.CardPrograms.map(({ Description }) => Description)).toEqual([
      'Birthday Treat',
      'Harbourside Gift Card',
    ])
    expect((await ask('reloadable')).body).toMatchObject({
      Minimum: 0,
      Maximum: 1000000,
      IsSMSOptional: true,
    })
  })
})
