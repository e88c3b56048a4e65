import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { lettersTo, memberOf, type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'
import { changeEmail } from '#tests/records/contact-changes.ts'

/** What staff and the member are told of a renewal that nobody has shown to be the member's own. */

const harbourside = { businessId: 'harbourside' }
const sportingForm = { form: 'harbourside-sporting-renewal' }
const byNumber = ['10140', '10141', '10142', '10143', '10144', '10145', '10146']
let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
  await hub.owner.query(
    `update member set membership_type = 'Ordinary'
     where business_id = 'harbourside' and membership_number = any($1)`,
    [byNumber],
  )
})
afterAll(() => hub.close())

const save = (Secret: string, answers: object = {}, params = renewalForm) =>
  patron.call(api.saveSession, {
    params,
    body: { Secret, Answers: { MembershipType: 'Life', HasAcceptedTerms: true, ...answers } },
  })
const prove = async (secret: string, number: string) =>
  patron.enter(secret, await patron.codeFor(secret, number))

/** A renewal as a life member, by number and birth date alone, sent in. */
async function asksForLife(number: string): Promise<string> {
  const secret = await patron.identify(number)
  await save(secret)
  return (await patron.submit(secret, renewalForm)).SessionId
}
async function read(sessionId: string, who: string = people.admin) {
  const { body } = await hub.as(who)(api.getRenewalRequest, { params: { ...harbourside, sessionId } })
  return body
}
const accept = (sessionId: string) =>
  hub.as(people.admin)(api.acceptRenewalRequest, {
    params: { ...harbourside, sessionId },
    body: { NotifyBy: 'email' },
  })
const lastLetter = async (number: string) =>
  (await lettersTo(hub, (await memberOf(hub, number)).email)).at(-1)!

describe('staff see of a renewal', () => {
  test('by number and birth date that nobody has shown who it is, and what would change', async () => {
    expect(await read(await asksForLife('10140'))).toMatchObject({
      IsProven: false,
      HasProofEnded: false,
      RequestedMembershipType: 'Life',
      CurrentMembershipType: 'Ordinary',
      WaitsBecause: 'Another type, not proven',
    })
  })

  test('that needs a review anyway that this is why it waits', async () => {
    const secret = await patron.identify('10141', sportingForm)
    await patron.enter(secret, await patron.codeFor(secret, '10141', sportingForm), sportingForm)
    await save(secret, { MembershipType: 'Sporting' }, sportingForm)
    const { PaymentUrl, SessionId } = await patron.submit(secret, sportingForm)
    expect((await read(SessionId)).WaitsBecause).toBeNull()
    await patron.pay(PaymentUrl)
    expect(await read(SessionId)).toMatchObject({
      IsProven: true,
      HasProofEnded: false,
      RequestedMembershipType: 'Sporting',
      CurrentMembershipType: 'Ordinary',
      WaitsBecause: 'Review',
    })
  })

  test('whose proof ended that its code counts no more, and where the answer really goes', async () => {
    const { id } = await memberOf(hub, '10142')
    const secret = await patron.identify('10142')
    await prove(secret, '10142')
    await save(secret, { EmailAddress: 'thief@example.org' })
    await changeEmail(hub, id, 'safe142@example.org')
    const { SessionId } = await patron.submit(secret, renewalForm)
    const request = await read(SessionId)
    expect(request).toMatchObject({
      IsProven: false,
      HasProofEnded: true,
      EmailAddress: 'safe142@example.org',
      WaitsBecause: 'Another type, not proven',
    })
    expect(request.Steps.find(({ Step }) => Step === 'Code entered')?.Note).toBe(
      'Counts no more: the contact details on file have changed since.',
    )
  })

  test('that was begun by a link the same, once the contacts have changed', async () => {
    const { id, email } = await memberOf(hub, '10143')
    await patron.call(api.sendRenewalLink, { params: renewalForm, body: { MembershipNumber: '10143' } })
    const link = /#link=(\S+)/.exec((await lettersTo(hub, email)).at(-1)!.body)![1]!
    const { body } = await patron.call(api.identifyMember, { params: renewalForm, body: { Secret: link } })
    await save(body.Secret!)
    await changeEmail(hub, id, 'safe143@example.org')
    const { SessionId } = await patron.submit(body.Secret!, renewalForm)
    expect(await read(SessionId)).toMatchObject({ IsProven: false, HasProofEnded: true })
  })

  test('no more than what was sent in where they may not read members', async () => {
    const sessionId = await asksForLife('10144')
    expect(await read(sessionId, people.finance)).toMatchObject({
      IsProven: false,
      RequestedMembershipType: 'Life',
      CurrentMembershipType: null,
      WaitsBecause: null,
    })
  })

  test('in the list that it isn’t proven', async () => {
    const listed = async (number: string) => {
      const { body } = await hub.as(people.finance)(api.listRenewalRequests, {
        params: harbourside,
        query: { q: number },
      })
      return body.Results.map(({ IsProven }) => IsProven)
    }
    expect(await listed('10144')).toEqual([false])
    expect(await listed('10141')).toEqual([true])
  })

  test('of an application none of this: it is its own', async () => {
    const { SessionId } = await patron.applied()
    const { body } = await hub.as(people.admin)(api.getMembershipRequest, {
      params: { ...harbourside, sessionId: SessionId },
    })
    expect(body).toMatchObject({
      IsProven: true,
      HasProofEnded: false,
      RequestedMembershipType: 'Ordinary',
      CurrentMembershipType: null,
      WaitsBecause: null,
    })
  })
})

describe('the member reads', () => {
  test('which membership was asked for, whom to tell, and at last which it is', async () => {
    const sessionId = await asksForLife('10145')
    const received = await lastLetter('10145')
    expect(received.kind).toBe('request received')
    expect(received.body).toContain(
      'Thank you. Your request has arrived, and we will write to you as soon as it is decided.',
    )
    expect(received.body).toContain('It asks to renew your membership as Life.')
    expect(received.body).toContain('If this wasn’t you, tell Harbourside Leagues Club.')
    await accept(sessionId)
    const renewed = await lastLetter('10145')
    expect(renewed.kind).toBe('renewal done')
    expect(renewed.body).toContain('Your membership type is Life.')
  })

  test('the same by SMS', async () => {
    const { mobile } = await memberOf(hub, '10146')
    await hub.owner.query(
      `update member set home_contact = home_contact - 'EmailAddress'
       where business_id = 'harbourside' and membership_number = '10146'`,
    )
    await asksForLife('10146')
    expect((await lettersTo(hub, mobile)).at(-1)?.body).toMatch(
      /^Harbourside Leagues Club: your request has arrived\. We will write to you as soon as it is decided\. Your reference is \w{8}\. It asks to renew your membership as Life\. If this was not you, tell us\.$/,
    )
  })

  test('of what renews itself which membership it is', async () => {
    const secret = await patron.identify('10300')
    await prove(secret, '10300')
    await save(secret)
    expect((await patron.submit(secret, renewalForm)).IsRenewed).toBe(true)
    expect((await lastLetter('10300')).body).toContain('Your membership type is Life.')
  })

  test('nothing of this about an application', async () => {
    await patron.applied({ EmailAddress: 'applicant@example.org' })
    const letters = await lettersTo(hub, 'applicant@example.org')
    const received = letters.find(({ kind }) => kind === 'request received')!
    expect(received.body).toMatch(
      /^Hello,\n\nThank you\. Your request has arrived, and we will write to you as soon as it is decided\.\n\nYour reference is \w{8}\.\n\nOrdinary: \$55\.00\nTotal: \$55\.00, includes GST of \$5\.00\n\nThe link that we sent you before shows what you sent\.\n\nHarbourside Leagues Club\n$/,
    )
  })
})
