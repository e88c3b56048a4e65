import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { messagesTo } from '#tests/records/cards.ts'
import {
  changeEmail,
  memberToChange,
  newsTo,
  readMember,
  tellContacts,
  waysToChange,
} from '#tests/records/contact-changes.ts'

const businessId = 'harbourside'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ HUB_PUBLIC_URL: 'https://club.example' })
})
afterAll(() => hub.close())

const describeChange = (secret: string | null) =>
  hub.as(null)(api.describeContactChange, { body: { Secret: secret! } })
const undo = (secret: string | null) => hub.as(null)(api.undoContactChange, { body: { Secret: secret! } })
const historyOf = async (memberId: string) =>
  (await hub.as(people.admin)(api.listMemberHistory, { params: { businessId, memberId } })).body.Results
const emailOf = async (memberId: string) =>
  (await readMember(hub, memberId)).HomeContactDetails?.EmailAddress ?? null

test('the demo begins without anything to tell', async () => {
  await tellContacts(hub)
  const { rows } = await hub.owner.query(`select from outbox_message where kind = 'contact change'`)
  expect(rows).toEqual([])
})

describe('a change of contact', () => {
  test.each(Object.entries(waysToChange))(
    'by %s is told to those who were reached before, and taken back by them',
    async (way, change) => {
      // An application fills in what is missing, and replaces nothing.
      const isAdded = way.startsWith('an application')
      const mobileOnly = { MobileNumber: '+61491570156', EmailAddress: null }
      const member = await memberToChange(hub, isAdded ? { HomeContactDetails: mobileOnly } : {})
      const mobile = isAdded ? mobileOnly.MobileNumber : member.MobileNumber
      await tellContacts(hub)
      const answer = await change(hub, member)
      expect(answer?.status ?? 200).toBe(200)
      expect(await emailOf(member.memberId)).toBe(member.newEmail)
      expect(await tellContacts(hub)).toBeGreaterThan(0)

      const bySms = await newsTo(hub, mobile)
      expect(bySms.body).toMatch(
        /^Harbourside Leagues Club: the e-mail address or mobile number .* was changed\./,
      )
      expect(bySms.secret).toMatch(/^[\w-]{43}$/)
      if (!isAdded) expect((await newsTo(hub, member.EmailAddress)).secret).toBe(bySms.secret)
      expect((await newsTo(hub, member.newEmail)).secret).toBeNull()

      const { body: shown } = await describeChange(bySms.secret)
      expect(shown).toMatchObject({
        BusinessName: 'Harbourside Leagues Club',
        Kind: 'Changed',
        State: 'Open',
        Parts: [{ Place: 'Home', Field: 'EmailAddress', After: 'n•••@e•••.example' }],
      })
      expect(JSON.stringify(shown)).not.toContain(member.newEmail)

      expect((await undo(bySms.secret)).body.State).toBe('PutBack')
      expect(await emailOf(member.memberId)).toBe(isAdded ? null : member.EmailAddress)
      const history = await historyOf(member.memberId)
      expect(history.find(({ After }) => After && 'HomeContactDetails' in After)).toMatchObject({
        ActorName: 'The member, by a link sent to the former contact',
        Title: 'Put former contact details back',
        Before: { HomeContactDetails: { EmailAddress: member.newEmail } },
      })
      await tellContacts(hub)
      const toReplaced = await newsTo(hub, member.newEmail)
      expect(toReplaced.body).toContain('were put back to what they were before')
      expect(toReplaced.secret).toBeNull()
      expect((await undo(bySms.secret)).status).toBe(409)
      expect((await describeChange(bySms.secret)).body.State).toBe('PutBack')
    },
  )

  test('of many members at once is one job', async () => {
    const members = await Promise.all(Array.from({ length: 3 }, () => memberToChange(hub)))
    await tellContacts(hub)
    await hub.owner.query(
      `update member set work_contact = '{"EmailAddress": "x@elsewhere.example"}' where member_id = any($1)`,
      [members.map(({ memberId }) => memberId)],
    )
    expect(await tellContacts(hub)).toBe(1)
    const secrets: unknown[] = []
    for (const { EmailAddress } of members) secrets.push((await newsTo(hub, EmailAddress)).secret)
    expect(new Set(secrets).size).toBe(3)
    expect(secrets).not.toContain(null)
  })

  test.each([
    ['how it is written', { EmailAddress: ' OLD@Example.ORG ', MobileNumber: '0491 570 313' }],
    ['anything else', { PhoneNumber: '02 5550 0000', AcceptsEmailMarketing: true }],
  ])('is none if it is %s', async (_, changes) => {
    const contact = { EmailAddress: 'old@example.org', MobileNumber: '+61491570313' }
    const { memberId } = await memberToChange(hub, { HomeContactDetails: contact })
    await tellContacts(hub)
    await hub.owner.query(`update member set home_contact = home_contact || $2::jsonb where member_id = $1`, [
      memberId,
      JSON.stringify(changes),
    ])
    expect(await tellContacts(hub)).toBe(0)
  })

  test('is told to nobody where nobody was reached', async () => {
    const member = await memberToChange(hub, { HomeContactDetails: null })
    await tellContacts(hub)
    await changeEmail(hub, member.memberId, member.newEmail)
    expect(await tellContacts(hub)).toBe(0)
  })

  test('by the undo of a merge is told, without a way back for what came by the merge', async () => {
    const survivor = await memberToChange(hub)
    await waysToChange['a merge']!(hub, survivor)
    const params = { businessId, memberId: survivor.memberId }
    const merges = await hub.as(people.admin)(api.listMemberMerges, { params })
    await hub.as(people.admin)(api.undoMemberMerge, {
      params: { ...params, mergeId: merges.body.Results[0]!.MergeId },
    })
    expect(await emailOf(survivor.memberId)).toBe(survivor.EmailAddress)
    await tellContacts(hub)
    expect(await newsTo(hub, survivor.newEmail)).toMatchObject({ secret: null })
  })

  test('by a merge is told to those, too, whose record is gone', async () => {
    const survivor = await memberToChange(hub)
    const other = await memberToChange(hub)
    const [one, two] = [await readMember(hub, survivor.memberId), await readMember(hub, other.memberId)]
    await hub.as(people.admin)(api.mergeMembers, {
      params: { businessId, memberId: one.id },
      body: {
        OtherId: two.id,
        Revision: one.Revision,
        OtherRevision: two.Revision,
        Fields: MemberFields.parse(one),
      },
    })
    await tellContacts(hub)
    expect((await newsTo(hub, other.EmailAddress)).body).toContain('was joined with another one')
    expect(await newsTo(hub, survivor.EmailAddress)).toMatchObject({ body: '', secret: null })
  })
})

describe('the way back', () => {
  async function changed(...emails: string[]) {
    const member = await memberToChange(hub)
    for (const email of emails.length > 0 ? emails : [member.newEmail])
      await changeEmail(hub, member.memberId, email)
    await tellContacts(hub)
    return { ...member, secret: (await newsTo(hub, member.EmailAddress)).secret }
  }

  test('leads to the first state, however often the contact was changed since', async () => {
    const { memberId, secret, EmailAddress } = await changed('b@elsewhere.example', 'c@elsewhere.example')
    // Who came between is told, and can't bring themself back.
    expect(await newsTo(hub, 'b@elsewhere.example')).toMatchObject({
      body: expect.stringContaining('was changed'),
      secret: null,
    })
    await undo(secret)
    expect(await emailOf(memberId)).toBe(EmailAddress)
  })

  test('is given anew at each change, also to what was on file before', async () => {
    const { memberId, secret, EmailAddress } = await changed('x@elsewhere.example', 'y@elsewhere.example')
    await undo(secret)
    await changeEmail(hub, memberId, 'x@elsewhere.example')
    await tellContacts(hub)
    expect((await describeChange(secret)).body.State).toBe('ChangedAgain')
    const again = (await newsTo(hub, EmailAddress)).secret
    expect(again).not.toBeNull()
    expect(again).not.toBe(secret)
    expect((await undo(again)).status).toBe(200)
    expect(await emailOf(memberId)).toBe(EmailAddress)
  })

  test('stays open where staff have put the contact back, and ends what went astray', async () => {
    const { memberId, secret, EmailAddress, newEmail } = await changed()
    const params = { businessId, memberId }
    const admin = hub.as(people.admin)
    await admin(api.inviteToPass, { params, body: { EmailAddress: newEmail, MobileNumber: null } })
    await changeEmail(hub, memberId, EmailAddress)
    expect((await undo(secret)).status).toBe(200)
    const passes = await admin(api.listMemberPasses, { params })
    expect(passes.body.Results.map(({ State }) => State)).toEqual(['Revoked'])
  })

  test('isn’t given to the contact that staff took off again', async () => {
    const { memberId, EmailAddress } = await changed('stranger@elsewhere.example')
    await changeEmail(hub, memberId, EmailAddress)
    await tellContacts(hub)
    expect(await newsTo(hub, 'stranger@elsewhere.example')).toMatchObject({ secret: null })
  })

  test('is open for 7 days', async () => {
    const { memberId, secret, newEmail } = await changed()
    await hub.owner.query(`update contact_change set at = at - interval '7 days' where member_id = $1`, [
      memberId,
    ])
    expect((await describeChange(secret)).body.State).toBe('Expired')
    const { status, error } = await undo(secret)
    expect([status, error.ErrorMessage]).toEqual([
      409,
      'The time to take this back is over. Please ask Harbourside Leagues Club.',
    ])
    expect(await emailOf(memberId)).toBe(newEmail)
  })

  test('is used once, by how many at once there may be', async () => {
    const { secret } = await changed()
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(secret)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409,
    ])
  })

  test('ends what was sent to the new contact meanwhile', async () => {
    const member = await memberToChange(hub)
    const params = { businessId, memberId: member.memberId }
    const admin = hub.as(people.admin)
    const contact = { MobileNumber: '+61 491 570 737', EmailAddress: member.newEmail }
    await admin(api.inviteToPass, { params, body: contact })
    await admin(api.issueMemberCard, {
      params: { ...params, cardType: 'instantgift' },
      body: { InitialCardValue: 20, ...contact },
    })
    await tellContacts(hub)
    await undo((await newsTo(hub, member.EmailAddress)).secret)
    const passes = await admin(api.listMemberPasses, { params })
    expect(passes.body.Results).toMatchObject([{ State: 'Revoked' }])
    const cards = await admin(api.listMemberCards, { params })
    expect(cards.body.Results).toMatchObject([{ AccountStatus: 'Cancelled' }])
    expect((await historyOf(member.memberId))[0]!.After).toMatchObject({
      'Sent elsewhere': expect.stringMatching(/cancelled; .*revoked/),
    })
  })

  test('is on record', async () => {
    const { memberId, secret } = await changed()
    await undo(secret)
    const { rows } = await hub.owner.query(
      `select actor_name as name, title, action from audit_entry where business_id = $1 and record_id = $2 order by id desc limit 1`,
      [businessId, memberId],
    )
    expect(rows).toEqual([
      {
        name: 'The member, by a link sent to the former contact',
        title: 'Put former contact details back',
        action: 'undoContactChange',
      },
    ])
  })

  test('isn’t guessed: wrong secrets are not found, and soon refused', async () => {
    const wrong = await describeChange('x'.repeat(43))
    expect([wrong.status, wrong.error.ErrorMessage]).toEqual([404, 'The link was not found.'])
    for (let i = 0; i < 20; i++) await undo('x'.repeat(43))
    expect((await undo('x'.repeat(43))).status).toBe(429)
    await hub.owner.query(`delete from attempt`)
  })

  test('is forgotten after a while', async () => {
    const { memberId, secret } = await changed()
    await hub.owner.query(`update contact_change set at = at - interval '61 days' where member_id = $1`, [
      memberId,
    ])
    await hub.tasks.forget_contact_changes!(undefined as never, { isLast: false })
    expect((await describeChange(secret)).status).toBe(404)
    await hub.owner.query(`delete from attempt`)
  })
})

test('a message says nothing of the new contact, and no more of the person than the first name', async () => {
  const member = await memberToChange(hub)
  await changeEmail(hub, member.memberId, member.newEmail)
  await tellContacts(hub)
  const [mail] = await messagesTo(hub, member.EmailAddress)
  expect(mail).toMatchObject({ subject: 'Your contact details at Harbourside Leagues Club' })
  expect(mail!.body).toContain('Hello Olive,')
  expect(mail!.body).toMatch(/within 7 days:\n\nhttps:\/\/club.example\/contact-change#[\w-]{43}\n/)
  for (const hidden of ['Owner', member.newEmail, member.MobileNumber])
    expect(mail!.body).not.toContain(hidden)
})
