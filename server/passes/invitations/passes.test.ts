import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { messages } from '#contract/messages.ts'
import { partsForStaff } from '#contract/passes/pass-document.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { codeFor, messagesTo } from '#tests/records/cards.ts'
import { heldPass, inviteToPass, newHolderKey, newMember, passesOf } from '#tests/records/passes.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const claim = (code: string, HolderKey = newHolderKey()) =>
  hub.as(null)(api.claimPass, { params: { code }, body: { HolderKey } })
const look = (code: string) => hub.as(null)(api.getHeldPass, { params: { code } })
const revoke = (memberId: string, invitationId: string, who: string = people.reception) =>
  hub.as(who)(api.revokePass, {
    params: { businessId, memberId, invitationId },
    body: { Reason: 'Lent to a friend' },
  })
const resend = (memberId: string, invitationId: string) =>
  hub.as(people.reception)(api.resendPassInvitation, { params: { businessId, memberId, invitationId } })
const text = messages.cardInvitation

describe('a digital membership invitation', () => {
  test('goes out in the words of the design, with a link of its own whose code is not kept', async () => {
    const { memberId, MobileNumber } = await newMember(hub)
    const { status, body } = await inviteToPass(hub, memberId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      PassType: 'DigitalMembershipCard',
      PromotionId: 'member-card',
      DisplayName: 'Member Card',
      State: 'Invited',
      InvitedTo: MobileNumber,
      IssuedByUser: 'Robin Reception',
      UsageCount: 0,
      UsageLimit: null,
      Balance: 0,
      DateClaimed: null,
    })
    expect(body.PassPreviewImageUrl).toMatch(/^\/api\//)
    const [sms] = await messagesTo(hub, MobileNumber)
    expect(sms!.body).toMatch(
      /^Hi Pat, your Harbourside Leagues Club digital membership card is ready: http:\/\/localhost.*\/claim\/p-[\w-]{22}$/,
    )
    const code = await codeFor(hub, MobileNumber)
    const { rows } = await hub.owner.query(`select from pass where encode(code_hash, 'escape') = $1`, [code])
    expect(rows).toEqual([])
  })

  test('goes by e-mail to whoever has no mobile number, and keeps what was corrected', async () => {
    const { memberId } = await newMember(hub, { HomeContactDetails: null })
    const { body } = await inviteToPass(hub, memberId, { EmailAddress: 'New.Address@Example.org' })
    expect(body.InvitedTo).toBe('new.address@example.org')
    const [mail] = await messagesTo(hub, 'new.address@example.org')
    expect(mail).toMatchObject({
      channel: 'email',
      subject: 'Your Harbourside Leagues Club digital membership card',
    })
    const { body: read } = await hub.as(people.admin)(api.getMember, { params: { businessId, memberId } })
    expect(read.Results[0]?.HomeContactDetails?.EmailAddress).toBe('new.address@example.org')
  })

  test.each([
    [{ MobileNumber: '0412 345 678' }, 'MobileNumber', text.mobileNeedsCountry],
    [{ MobileNumber: '+61 12' }, 'MobileNumber', text.invalidMobile],
    [{ EmailAddress: 'nonsense' }, 'EmailAddress', text.invalidEmail],
    [{ MobileNumber: '', EmailAddress: '' }, 'MobileNumber', text.mobileRequired],
    [{ MobileNumber: '', EmailAddress: '' }, 'EmailAddress', text.emailRequired],
    [
      { PassConfigurationId: 'golf-member' },
      'PassConfigurationId',
      'Choose a digital membership card there is.',
    ],
  ])('with %j is refused at %s', async (wrong, field, sentence) => {
    const { memberId } = await newMember(hub)
    const { status, error } = await inviteToPass(hub, memberId, wrong)
    expect(status).toBe(400)
    expect(error.Errors?.[field]).toBe(sentence)
    expect(await passesOf(hub, memberId)).toEqual([])
  })

  test('sent twice is one pass, and the first link stops', async () => {
    const { memberId, MobileNumber } = await newMember(hub)
    const { body: first } = await inviteToPass(hub, memberId)
    const code = await codeFor(hub, MobileNumber)
    const { body: second } = await inviteToPass(hub, memberId)
    expect(second.InvitationId).toBe(first.InvitationId)
    expect(await passesOf(hub, memberId)).toHaveLength(1)
    expect((await look(code)).status).toBe(404)
    expect((await look(await codeFor(hub, MobileNumber))).status).toBe(200)
  })

  test('is refused where the card would be void, and leaves nothing behind', async () => {
    const { memberId, MobileNumber } = await newMember(hub, { DateFinancial: '2020-01-01' })
    const { status, error } = await inviteToPass(hub, memberId)
    expect(status).toBe(409)
    expect(error.ErrorCode).toBe('pass_not_in_force')
    expect(await messagesTo(hub, MobileNumber)).toEqual([])
    expect(await passesOf(hub, memberId)).toEqual([])
  })

  test('needs the permission, and a member in sight', async () => {
    const { memberId } = await newMember(hub)
    expect((await inviteToPass(hub, memberId, {}, people.promotions)).status).toBe(403)
    expect((await inviteToPass(hub, memberId, {}, people.otherAdmin)).status).toBe(404)
    expect((await inviteToPass(hub, 'nobody')).status).toBe(404)
  })

  test('needs a design', async () => {
    const { rows } = await hub.owner.query(`select venue_no from venue where business_id = 'summit-bowls'`)
    expect(rows).toEqual([])
    const { body } = await hub.as(people.superAdmin)(api.listPassesToSend, {
      params: { businessId: 'summit-bowls' },
    })
    expect(body.Results).toEqual([])
  })

  test('is in the audit trail, without its code', async () => {
    const { memberId, MobileNumber } = await newMember(hub)
    const { body } = await inviteToPass(hub, memberId)
    const { rows } = await hub.owner.query(`select * from audit_entry where record_id = $1`, [
      body.InvitationId,
    ])
    expect(rows[0]).toMatchObject({
      actor_name: 'Robin Reception',
      title: 'Send a digital membership invitation',
      record_kind: 'Digital membership card',
      after: { State: 'Invited', 'Invitation to': MobileNumber },
    })
    expect(JSON.stringify(rows)).not.toContain(await codeFor(hub, MobileNumber))
  })
})

describe('whoever has the code', () => {
  test('sees the pass with their own values, and claims it once', async () => {
    const { memberId, MobileNumber, number } = await newMember(hub)
    await inviteToPass(hub, memberId)
    const code = await codeFor(hub, MobileNumber)
    const offer = await look(code)
    expect(offer.body).toMatchObject({
      State: 'Invited',
      BusinessName: 'Harbourside Leagues Club',
      FirstName: 'Pat',
      Document: { BarcodeDataLabelFormat: number },
    })
    expect(offer.body.Document.BarcodeDataFormat).toBe(offer.body.CouponCode)
    expect(offer.body.Images.length).toBeGreaterThan(3)
    // What is for staff alone stays with them.
    for (const part of Object.keys(partsForStaff)) expect(offer.body.Document).not.toHaveProperty(part)

    const key = newHolderKey()
    const claimed = await claim(code, key)
    expect(claimed.status).toBe(200)
    expect(claimed.body.State).toBe('Active')
    expect((await passesOf(hub, memberId))[0]).toMatchObject({ State: 'Active' })
    for (const again of [await claim(code), await look(code), await claim(key)])
      expect(again.status).toBe(404)
    expect((await look(key)).body.State).toBe('Active')
  })

  test('of two at once has it alone', async () => {
    const { memberId, MobileNumber } = await newMember(hub)
    await inviteToPass(hub, memberId)
    const code = await codeFor(hub, MobileNumber)
    const answers = await Promise.all([claim(code), claim(code), claim(code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2)
  })

  test('sees the same refusal for a wrong, a used and a revoked one', async () => {
    const { memberId, passId, holderKey } = await heldPass(hub)
    await revoke(memberId, passId)
    const { error: revoked } = await look(holderKey)
    const { error: wrong } = await look('p-nothing-that-anybody-has-sent')
    expect(revoked).toEqual({ ...wrong, RequestId: revoked.RequestId })
  })

  test('keeps the pass while another is sent, and loses it when that is claimed', async () => {
    const { memberId, passId, holderKey, MobileNumber } = await heldPass(hub)
    await resend(memberId, passId)
    expect((await look(holderKey)).status).toBe(200)
    const key = newHolderKey()
    expect((await claim(await codeFor(hub, MobileNumber), key)).status).toBe(200)
    expect((await look(holderKey)).status).toBe(404)
    expect((await look(key)).status).toBe(200)
  })

  test('has to bring a key worth its name', async () => {
    const { memberId, MobileNumber } = await newMember(hub)
    await inviteToPass(hub, memberId)
    expect((await claim(await codeFor(hub, MobileNumber), 'p-short')).status).toBe(400)
  })
})

describe('a pass', () => {
  test('is revoked once, with a reason', async () => {
    const { memberId, passId } = await heldPass(hub)
    const { status, body } = await revoke(memberId, passId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      State: 'Revoked',
      RevokedBy: 'Robin Reception',
      RevokeReason: 'Lent to a friend',
    })
    const again = await revoke(memberId, passId)
    expect(again.status).toBe(409)
    expect(again.error.ErrorMessage).toBe(
      'This digital membership card was revoked by Robin Reception already.',
    )
    expect((await resend(memberId, passId)).error.ErrorCode).toBe('pass_revoked')
    expect((await revoke(memberId, passId, people.promotions)).status).toBe(403)
  })

  test('that was revoked is followed by a new one with another code', async () => {
    const { memberId, passId, couponCode } = await heldPass(hub)
    await revoke(memberId, passId)
    const { body } = await inviteToPass(hub, memberId)
    expect(body.InvitationId).not.toBe(passId)
    expect(body.CouponCode).not.toBe(couponCode)
    expect((await passesOf(hub, memberId)).map(({ State }) => State)).toEqual(['Invited', 'Revoked'])
  })

  test('is void as long as its member is not financial, and works again afterwards', async () => {
    const { memberId, holderKey } = await heldPass(hub)
    const setFinancial = (day: string) =>
      hub.owner.query(`update member set date_financial = $2 where member_id = $1`, [memberId, day])
    await setFinancial('2020-01-01')
    expect((await look(holderKey)).body.State).toBe('Void')
    expect((await passesOf(hub, memberId))[0]?.State).toBe('Void')
    await setFinancial('2099-01-01')
    expect((await look(holderKey)).body.State).toBe('Active')
  })

  test('is void when its member is deleted, and works again when they are restored', async () => {
    const { memberId, holderKey } = await heldPass(hub)
    const params = { businessId, memberId }
    await hub.as(people.admin)(api.deleteMember, { params })
    expect((await look(holderKey)).body.State).toBe('Void')
    await hub.as(people.superAdmin)(api.restoreMember, { params })
    expect((await look(holderKey)).body.State).toBe('Active')
  })

  test('expires as its design says, and is valid anew when it is sent again', async () => {
    const { memberId, passId, holderKey } = await heldPass(hub, 'visitor-pass')
    await hub.owner.query(`update pass set issued_at = now() - interval '32 days' where pass_id = $1`, [
      passId,
    ])
    expect((await look(holderKey)).body.State).toBe('Expired')
    const { body } = await resend(memberId, passId)
    expect(body.State).toBe('Active')
  })

  test('is shown with its member’s values', async () => {
    const { memberId, passId, number } = await heldPass(hub)
    const { body } = await hub.as(people.door)(api.getMemberPass, {
      params: { businessId, memberId, invitationId: passId },
    })
    expect(body.Document.GooglePayPassAccountId).toBe(number)
    expect(body.Document.iOSPrimaryField.Value).toMatch(/^Pat Holder/)
  })

  test('is listed in pages', async () => {
    const { memberId } = await heldPass(hub)
    await inviteToPass(hub, memberId, { PassConfigurationId: 'visitor-pass' })
    const list = (query: object) =>
      hub.as(people.reception)(api.listMemberPasses, { params: { businessId, memberId }, query })
    const { body: first } = await list({ limit: 1 })
    expect(first.Results.map(({ DisplayName }) => DisplayName)).toEqual(['Visitor Pass'])
    const continuationToken = new URL(first._links.next!.href).searchParams.get('continuationToken')!
    const { body: second } = await list({ limit: 1, continuationToken })
    expect(second.Results.map(({ DisplayName }) => DisplayName)).toEqual(['Member Card'])
    expect(second._links.next).toBeUndefined()
  })
})
