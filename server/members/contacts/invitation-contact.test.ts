import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { messagesTo } from '#tests/records/cards.ts'
import { memberToChange, newsTo, readMember, tellContacts } from '#tests/records/contact-changes.ts'
import { newHolderKey, passesOf } from '#tests/records/passes.ts'

const businessId = 'harbourside'
const strangers = '+61491570888'

let hub: TestHub
/** Somebody who may send invitations, and neither read nor edit a member. */
let inviter: Caller
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(`
    insert into role (business_id, name, description, permissions)
    values ('harbourside', 'Inviter', '', array['Member.InviteToApp', 'Member.InviteToCard'])`)
  await hub.owner.query(`update business_user set role_name = 'Inviter' where email = $1`, [people.door])
  inviter = hub.as(people.door)
})
afterAll(() => hub.close())

const ways = {
  'a digital card': (memberId: string, contact: object, caller = inviter) =>
    caller(api.inviteToPass, { params: { businessId, memberId }, body: contact }),
  'a prepaid card': (memberId: string, contact: object, caller = inviter) =>
    caller(api.issueMemberCard, {
      params: { businessId, memberId, cardType: 'instantgift' },
      body: { InitialCardValue: 20, ...contact },
    }),
}
const undo = (Secret: string) => hub.as(null)(api.undoContactChange, { body: { Secret } })

describe.each(Object.entries(ways))('%s sent by somebody who may only invite', (_, sendTo) => {
  test('goes to a contact on file, and nobody has to be told', async () => {
    const { memberId, MobileNumber } = await memberToChange(hub)
    await tellContacts(hub)
    expect((await sendTo(memberId, { MobileNumber, EmailAddress: '' })).status).toBe(200)
    expect(await messagesTo(hub, MobileNumber)).toHaveLength(1)
    expect(await tellContacts(hub)).toBe(0)
  })

  test('goes where it was typed, which the record doesn’t keep, and those on file are told', async () => {
    const { memberId, MobileNumber, EmailAddress } = await memberToChange(hub)
    await tellContacts(hub)
    const before = await readMember(hub, memberId)
    expect((await sendTo(memberId, { MobileNumber: strangers, EmailAddress: '' })).status).toBe(200)
    expect((await messagesTo(hub, strangers))[0]!.body).toContain('/claim/')
    expect(await readMember(hub, memberId)).toEqual(before)
    await tellContacts(hub)
    for (const contact of [MobileNumber, EmailAddress]) {
      const { body, subject } = await newsTo(hub, contact)
      expect(body).toContain('a card of yours was sent to')
      expect(body).toContain('stop it within 7 days')
      const isLetter = contact === EmailAddress
      expect(subject).toBe(isLetter ? 'A card of yours was sent elsewhere: Harbourside Leagues Club' : null)
    }
    const { secret } = await newsTo(hub, EmailAddress)
    const { body } = await hub.as(null)(api.describeContactChange, { body: { Secret: secret! } })
    expect(body).toMatchObject({ Kind: 'SentElsewhere', State: 'Open' })
    expect(body.Parts).toMatchObject([{ Field: 'MobileNumber', After: '04•• ••• •88' }])
  })

  test('is refused where there is nobody who could be told', async () => {
    const { memberId } = await memberToChange(hub, { HomeContactDetails: null })
    const { status, error } = await sendTo(memberId, { MobileNumber: strangers })
    expect([status, error.ErrorMessage]).toEqual([
      403,
      'There is no contact on file that could be told. Ask somebody who may edit members to add one first.',
    ])
  })

  test('is kept by somebody who may edit the member', async () => {
    const { memberId } = await memberToChange(hub)
    await sendTo(memberId, { MobileNumber: strangers }, hub.as(people.admin))
    expect((await readMember(hub, memberId)).HomeContactDetails?.MobileNumber).toBe(strangers)
  })

  test('is not kept by anybody where the business has no licence to edit members', async () => {
    const { memberId, MobileNumber } = await memberToChange(hub)
    const license = (Value: boolean) =>
      hub.as(people.superAdmin)(api.setLicence, {
        params: { businessId, licence: 'HubMembership' },
        body: { Value },
      })
    await license(false)
    await sendTo(memberId, { MobileNumber: strangers }, hub.as(people.admin))
    await license(true)
    expect((await readMember(hub, memberId)).HomeContactDetails?.MobileNumber).toBe(MobileNumber)
  })
})

test('what a stranger has claimed is taken from them by those on file', async () => {
  const { memberId, EmailAddress } = await memberToChange(hub)
  await ways['a digital card'](memberId, { MobileNumber: strangers })
  const code = /\/claim\/(\S+)/.exec((await messagesTo(hub, strangers))[0]!.body)![1]!
  const HolderKey = newHolderKey()
  expect((await hub.as(null)(api.claimPass, { params: { code }, body: { HolderKey } })).status).toBe(200)
  await tellContacts(hub)
  const { secret } = await newsTo(hub, EmailAddress)
  expect((await undo(secret!)).status).toBe(200)
  expect((await hub.as(null)(api.getHeldPass, { params: { code: HolderKey } })).status).toBe(404)
  expect(await passesOf(hub, memberId)).toMatchObject([{ State: 'Revoked' }])
  const again = await undo(secret!)
  expect([again.status, again.error.ErrorMessage]).toEqual([
    409,
    'It was stopped already: there is nothing left to do.',
  ])
})
