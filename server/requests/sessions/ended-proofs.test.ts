import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { lettersTo, memberOf, type Patron, patronOf, renewalForm, reviewAll } from '#tests/people/patron.ts'
import { changeEmail, newsTo, readMember, tellContacts } from '#tests/records/contact-changes.ts'

const harbourside = { businessId: 'harbourside' }
const sportingForm = { form: 'harbourside-sporting-renewal' }

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
})
afterAll(() => hub.close())

const prove = async (secret: string, number: string, params = renewalForm) =>
  patron.enter(secret, await patron.codeFor(secret, number, params), params)
const save = (Secret: string, answers: object, params = renewalForm) =>
  patron.call(api.saveSession, { params, body: { Secret, Answers: { HasAcceptedTerms: true, ...answers } } })
const undo = (Secret: string | null) => patron.call(api.undoContactChange, { body: { Secret: Secret! } })
const openLink = async (Secret: string) =>
  (await patron.call(api.identifyMember, { params: renewalForm, body: { Secret } })).body.Secret
async function sessionOf(secret: string) {
  const { rows } = await hub.owner.query<{ sessionId: string }>(
    `select session_id as "sessionId" from request_session where secret_hash = sha256($1::bytea)`,
    [secret],
  )
  return rows[0]!
}
/** A link to the contact on file. */
async function linkFor(number: string) {
  await patron.call(api.sendRenewalLink, { params: renewalForm, body: { MembershipNumber: number } })
  const letters = await lettersTo(hub, (await memberOf(hub, number)).email)
  return /#link=(\S+)/.exec(letters.at(-1)!.body)![1]!
}

describe('with a contact', () => {
  test('ends the code that is on its way to it', async () => {
    const secret = await patron.identify('10140')
    const code = await patron.codeFor(secret, '10140')
    await changeEmail(hub, (await memberOf(hub, '10140')).id, 'moved@example.org')
    expect((await patron.enter(secret, code)).status).toBe(400)
    expect((await prove(secret, '10140')).body.IsProven).toBe(true)
  })

  test('that was put back ends the code to the strange one, whenever the renewal was begun', async () => {
    const { id, email } = await memberOf(hub, '10141')
    const secret = await patron.identify('10141')
    await changeEmail(hub, id, 'strange@elsewhere.example')
    const code = await patron.codeFor(secret, '10141')
    await tellContacts(hub)
    expect((await undo((await newsTo(hub, email)).secret)).status).toBe(200)
    expect((await patron.enter(secret, code)).status).toBe(400)
  })

  test('end proofs and codes by a use of the way back, also where staff have put it right', async () => {
    const { id, email } = await memberOf(hub, '10142')
    const [begun, coded] = [await patron.identify('10142'), await patron.identify('10142')]
    await changeEmail(hub, id, 'strange@elsewhere.example')
    await tellContacts(hub)
    const { secret } = await newsTo(hub, email)
    await changeEmail(hub, id, email)
    expect((await prove(begun, '10142')).body.IsProven).toBe(true)
    const code = await patron.codeFor(coded, '10142')
    await undo(secret)
    expect((await patron.open(begun, renewalForm)).IsProven).toBe(false)
    expect((await patron.enter(coded, code)).status).toBe(400)
  })

  test('ends what was typed under the proof: staff see the contact on file', async () => {
    const { id, mobile } = await memberOf(hub, '10143')
    const secret = await patron.identify('10143', sportingForm)
    await prove(secret, '10143', sportingForm)
    const typed = { EmailAddress: 'strange@elsewhere.example', MobileNumber: '0491 570 006' }
    await save(secret, { MembershipType: 'Sporting', ...typed }, sportingForm)
    await patron.pay((await patron.submit(secret, sportingForm)).PaymentUrl)
    const { SessionId } = await patron.open(secret, sportingForm)
    const asStaffSee = async () =>
      (
        await hub.as(people.admin)(api.getRenewalRequest, {
          params: { ...harbourside, sessionId: SessionId },
        })
      ).body
    expect((await asStaffSee()).EmailAddress).toBe(typed.EmailAddress)
    await changeEmail(hub, id, 'right@example.org')
    expect(await asStaffSee()).toMatchObject({ EmailAddress: 'right@example.org', MobileNumber: mobile })
  })
})

describe('with a merge', () => {
  async function merge(survivorNumber: string, otherNumber: string) {
    const one = await readMember(hub, (await memberOf(hub, survivorNumber)).id)
    const two = await readMember(hub, (await memberOf(hub, otherNumber)).id)
    const params = { ...harbourside, memberId: one.id }
    const admin = hub.as(people.admin)
    await admin(api.mergeMembers, {
      params,
      body: {
        OtherId: two.id,
        Revision: one.Revision,
        OtherRevision: two.Revision,
        Fields: MemberFields.parse(one),
      },
    })
    const [merged] = (await admin(api.listMemberMerges, { params })).body.Results
    return () => admin(api.undoMemberMerge, { params: { ...params, mergeId: merged!.MergeId } })
  }

  test('takes a renewal to the venue of whom it is of now, and back', async () => {
    const { rows } = await hub.owner.query<{ venue: string; number: string }>(
      `select venue_no as venue, max(membership_number) as number from member
       where business_id = 'harbourside' and deleted_at is null and birth_date is not null group by 1`,
    )
    const [there, here] = ['1', '2'].map((venue) => rows.find((row) => row.venue === venue)!.number)
    // Venue 2 has fewer kinds of points.
    const secret = await patron.identify(here!)
    const { sessionId } = await sessionOf(secret)
    const confined = await confinedAdmin(hub)
    const seen = async () =>
      (await confined(api.getRenewalRequest, { params: { ...harbourside, sessionId } })).status
    expect(await seen()).toBe(200)
    const undoMerge = await merge(there!, here!)
    expect(await seen()).toBe(404)
    expect((await undoMerge()).status).toBe(200)
    expect(await seen()).toBe(200)
  })

  test('ends what was proven of the record that is gone: it opens nothing of the other', async () => {
    const secret = await patron.identify('10151')
    await prove(secret, '10151')
    await save(secret, { MembershipType: 'Life', EmailAddress: 'strange@elsewhere.example' })
    const coded = await patron.identify('10151')
    const code = await patron.codeFor(coded, '10151')
    const link = await linkFor('10151')
    const undoMerge = await merge('10150', '10151')

    expect(await patron.open(secret, renewalForm)).toMatchObject({
      IsProven: false,
      OnFile: null,
      Answers: { EmailAddress: null },
      Member: { FirstName: null },
    })
    expect((await patron.enter(coded, code)).status).toBe(400)
    expect(await openLink(link)).toBeNull()
    expect((await save(secret, { EmailAddress: 'strange@elsewhere.example' })).status).toBe(403)

    expect((await undoMerge()).status).toBe(200)
    expect(await openLink(link)).toBeNull()
    expect((await patron.open(secret, renewalForm)).IsProven).toBe(false)
  })

  test('leaves what was proven of the record that stays', async () => {
    const secret = await patron.identify('10152')
    await prove(secret, '10152')
    const link = await linkFor('10152')
    await merge('10152', '10153')
    expect((await patron.open(secret, renewalForm)).IsProven).toBe(true)
    expect(await openLink(link)).toBeTruthy()
  })

  test('that is undone ends what was proven meanwhile, of a renewal that goes back', async () => {
    const secret = await patron.identify('10155')
    const coded = await patron.identify('10155')
    const undoMerge = await merge('10154', '10155')
    await prove(secret, '10154')
    const code = await patron.codeFor(coded, '10154')
    expect((await undoMerge()).status).toBe(200)
    expect(await patron.open(secret, renewalForm)).toMatchObject({
      IsProven: false,
      OnFile: null,
      Member: { MembershipNumber: '10155', FirstName: null },
    })
    expect((await patron.enter(coded, code)).status).toBe(400)
  })

  test('shows a request with the contact of the member whose it is by now', async () => {
    const [survivor, other] = [await memberOf(hub, '10156'), await memberOf(hub, '10157')]
    const { SessionId } = await patron.open(await patron.identify('10157'), renewalForm)
    const shown = async () => {
      const params = { ...harbourside, sessionId: SessionId }
      return (await hub.as(people.admin)(api.getRenewalRequest, { params })).body.EmailAddress
    }
    const undoMerge = await merge('10156', '10157')
    expect(await shown()).toBe(survivor.email)
    await undoMerge()
    expect(await shown()).toBe(other.email)
  })

  test('by the former version, which moves links along, ends them all the same', async () => {
    const link = await linkFor('10158')
    await hub.owner.query(`update renewal_link set member_id = $2 where member_id = $1`, [
      (await memberOf(hub, '10158')).id,
      (await memberOf(hub, '10159')).id,
    ])
    expect(await openLink(link)).toBeNull()
  })
})

describe('a renewal that brings another contact', () => {
  const done = async (to: string) =>
    (await lettersTo(hub, to)).filter(({ kind }) => kind === 'renewal done').map(({ channel }) => channel)
  async function submitted(number: string, answers: object, params = renewalForm) {
    await hub.owner.query(
      `update member set membership_type = 'Life' where business_id = 'harbourside' and membership_number = $1`,
      [number],
    )
    const secret = await patron.identify(number, params)
    await prove(secret, number, params)
    await save(secret, { MembershipType: 'Life', ...answers }, params)
    return patron.submit(secret, params)
  }

  test('is told to the former one as well', async () => {
    const { email } = await memberOf(hub, '10160')
    const { IsRenewed } = await submitted('10160', { EmailAddress: 'brought@example.org' })
    expect(IsRenewed).toBe(true)
    expect(await done(email)).toEqual(['email'])
    expect(await done('brought@example.org')).toEqual(['email'])
  })

  test('is told once where one is told by what stays', async () => {
    const { email } = await memberOf(hub, '10161')
    await submitted('10161', { MobileNumber: '0491 570 157' })
    expect(await done(email)).toEqual(['email'])
    expect(await done('+61491570157')).toEqual([])
  })

  test.each([
    ['email', ['email'], ['email'], []],
    ['sms', ['email'], [], ['sms']],
    ['none', [], [], []],
  ] as const)('is told as staff wish: %s', async (NotifyBy, former, newEmail, newMobile) => {
    const number = { email: '10162', sms: '10163', none: '10164' }[NotifyBy]
    const { email } = await memberOf(hub, number)
    await hub.owner.query(
      `update member set home_contact = home_contact - 'MobileNumber' where business_id = 'harbourside' and membership_number = $1`,
      [number],
    )
    const [address, mobile] = [`brought.${number}@example.org`, `+614915${number}`]
    await reviewAll(hub, renewalForm)
    const { SessionId } = await submitted(number, { EmailAddress: address, MobileNumber: mobile })
    await hub.as(people.admin)(api.acceptRenewalRequest, {
      params: { ...harbourside, sessionId: SessionId },
      body: { NotifyBy },
    })
    expect(await done(email)).toEqual(former)
    expect(await done(address)).toEqual(newEmail)
    expect(await done(mobile)).toEqual(newMobile)
  })
})
