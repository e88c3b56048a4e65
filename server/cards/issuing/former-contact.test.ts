import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { codeFor, messagesTo, newHolderSecret, programId } from '#tests/records/cards.ts'
import {
  changeEmail,
  memberToChange,
  newsTo,
  readMember,
  tellContacts,
} from '#tests/records/contact-changes.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
beforeEach(() => hub.owner.query('delete from attempt'))
afterAll(() => hub.close())

const stranger = () => hub.as(null)
const claim = (code: string, Secret = newHolderSecret()) =>
  stranger()(api.claimCard, { params: { code }, body: { Secret } })
const held = async (Secret: string) => (await stranger()(api.readHeldCard, { body: { Secret } })).status
const askForLink = (code: string) => stranger()(api.requestCardLink, { params: { code } })
const sendLink = (cardId: string) =>
  hub.as(people.admin)(api.sendCardLink, { params: { businessId, cardId } })
const resend = (cardId: string) =>
  hub.as(people.admin)(api.resendCardInvitation, { params: { businessId, cardId } })
const linksTo = async (contact: string) =>
  (await messagesTo(hub, contact)).filter(({ body }) => body.includes('/claim/')).length
const undo = (Secret: string | null) => stranger()(api.undoContactChange, { body: { Secret: Secret! } })
const cardOf = async (cardId: string) =>
  (await hub.as(people.admin)(api.getCard, { params: { businessId, cardId } })).body

/** Takes a member's contact away, or gives them another. */
async function setContact(memberId: string, contact: object | null) {
  const member = MemberFields.parse(await readMember(hub, memberId))
  const HomeContactDetails = contact && { ...member.HomeContactDetails, ...contact }
  const params = { businessId, memberId }
  await hub.as(people.admin)(api.updateMember, { params, body: { ...member, HomeContactDetails } })
}

/** A card that was sent to a member's e-mail address. */
async function sentCard() {
  const member = await memberToChange(hub)
  const CardProgramId = await programId(hub, 'Harbourside Gift Card')
  const { body } = await hub.as(people.admin)(api.issueMemberCard, {
    params: { businessId, memberId: member.memberId, cardType: 'instantgift' },
    body: { CardProgramId, InitialCardValue: 20, SendAppDownloadSMS: false },
  })
  return { ...member, cardId: body.CardId, code: await codeFor(hub, member.EmailAddress) }
}

/** The same, claimed by its owner. */
async function ownCard() {
  const card = await sentCard()
  const Secret = newHolderSecret()
  expect((await claim(card.code, Secret)).status).toBe(200)
  return { ...card, Secret }
}

describe('a fresh link to a member’s card', () => {
  test.each(['the used code', 'the staff'])(
    'asked for by %s goes to what is on file now, not to who has the former contact',
    async (by) => {
      const { memberId, cardId, code, EmailAddress, MobileNumber, newEmail } = await ownCard()
      await setContact(memberId, { EmailAddress: newEmail, MobileNumber: '+61491570222' })
      const before = [await linksTo(EmailAddress), await linksTo(MobileNumber)]
      if (by === 'the staff') expect((await sendLink(cardId)).status).toBe(204)
      else expect((await askForLink(code)).status).toBe(200)
      expect([await linksTo(EmailAddress), await linksTo(MobileNumber)]).toEqual(before)
      expect((await claim(await codeFor(hub, newEmail))).status).toBe(200)
      expect(await cardOf(cardId)).toMatchObject({ EmailAddress: newEmail })
    },
  )

  test('goes where the card was sent as long as that is on file, at whatever place', async () => {
    const { memberId, code, EmailAddress, newEmail } = await ownCard()
    const member = MemberFields.parse(await readMember(hub, memberId))
    const { HomeContactDetails } = member
    const params = { businessId, memberId }
    const WorkContactDetails = { ...HomeContactDetails, EmailAddress: EmailAddress.toUpperCase() }
    await hub.as(people.admin)(api.updateMember, {
      params,
      body: {
        ...member,
        HomeContactDetails: { ...HomeContactDetails, EmailAddress: newEmail },
        WorkContactDetails,
      },
    })
    await askForLink(code)
    expect([await linksTo(EmailAddress), await linksTo(newEmail)]).toEqual([2, 0])
  })

  test('goes nowhere where nothing is on file: who asks hears the same, and staff hear why', async () => {
    const { memberId, cardId, code, EmailAddress, Secret } = await ownCard()
    await setContact(memberId, null)
    const [known, guess] = [await askForLink(code), await askForLink('guess')]
    expect([known.status, known.body]).toEqual([guess.status, guess.body])
    expect(await sendLink(cardId)).toMatchObject({
      status: 409,
      error: { ErrorMessage: expect.stringMatching(/^There is no contact on file for this member/) },
    })
    expect(await linksTo(EmailAddress)).toBe(1)
    expect(await held(Secret)).toBe(200)
  })

  test('that is used on another device is told to all on file', async () => {
    const { cardId, EmailAddress, MobileNumber, Secret } = await ownCard()
    await sendLink(cardId)
    const code = await codeFor(hub, EmailAddress)
    expect((await claim(code)).status).toBe(200)
    expect(await held(Secret)).toBe(404)
    for (const contact of [EmailAddress, MobileNumber])
      expect((await messagesTo(hub, contact))[0]!.body).toMatch(/was opened on another device/)
  })

  test('that is used on the same device is no news', async () => {
    const { cardId, EmailAddress, Secret } = await ownCard()
    await sendLink(cardId)
    await claim(await codeFor(hub, EmailAddress), Secret)
    expect((await messagesTo(hub, EmailAddress))[0]!.body).toContain('/claim/')
  })
})

test('an invitation that waits is sent again to what is on file now', async () => {
  const { memberId, cardId, EmailAddress, newEmail, code } = await sentCard()
  await changeEmail(hub, memberId, newEmail)
  expect((await resend(cardId)).status).toBe(204)
  expect([await linksTo(EmailAddress), await linksTo(newEmail)]).toEqual([1, 1])
  expect((await claim(code)).status).toBe(404)
  expect((await claim(await codeFor(hub, newEmail))).status).toBe(200)
})

describe('who takes a change of contact back', () => {
  const moved = async () => {
    const card = await ownCard()
    await changeEmail(hub, card.memberId, card.newEmail)
    await tellContacts(hub)
    await sendLink(card.cardId)
    return { ...card, secret: (await newsTo(hub, card.EmailAddress)).secret }
  }

  test('ends a link that waits there, and the card stays where it is', async () => {
    const { cardId, newEmail, secret, Secret } = await moved()
    expect((await undo(secret)).status).toBe(200)
    expect((await claim(await codeFor(hub, newEmail))).status).toBe(404)
    expect([await held(Secret), (await cardOf(cardId)).AccountStatus]).toEqual([200, 'Active'])
  })

  test('stops a card that was opened there, until the staff have looked into it', async () => {
    const { cardId, newEmail, secret } = await moved()
    const theirs = newHolderSecret()
    expect((await claim(await codeFor(hub, newEmail), theirs)).status).toBe(200)
    expect((await undo(secret)).status).toBe(200)
    expect([await held(theirs), (await cardOf(cardId)).AccountStatus]).toEqual([404, 'LostStolen'])
  })
})
