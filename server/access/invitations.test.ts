import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { notHandedOver } from '#contract/access/user-words.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { createAuthenticator } from '#tests/people/authenticator.ts'
import { readOutbox } from '#tests/records/outbox.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const params = { businessId: 'harbourside' }
let count = 0
const invited = async (fields: { DisplayName?: string; Role?: string } = {}) => {
  const email = `guest${++count}@harbourside.example`
  const body = { Username: email, DisplayName: 'Gus Guest', ...fields }
  const { body: user } = await admin(api.createUser, { params, body })
  return { email, uid: user.Uid }
}
const userOf = async (q: string) => (await admin(api.listUsers, { params, query: { q } })).body.Results[0]!
const mailTo = async (email: string) => (await readOutbox(hub.owner, hub.secret, email))[0]!
const ticketTo = async (email: string) => /ticket=([\w-]+)/.exec((await mailTo(email)).body)![1]!
const settle = (email: string, state: string, error: string | null = null) =>
  hub.owner.query(
    `update outbox_message set state = $2, last_error = $3, sent_at = case when $2 = 'Sent' then now() end where recipient = $1`,
    [email, state, error],
  )

describe('an invitation', () => {
  test('names the club, who invites, and the role', async () => {
    const { email } = await invited({ Role: 'Reception' })
    const { subject, body } = await mailTo(email)
    expect(subject).toBe('Your Hub account at Harbourside Leagues Club')
    expect(body).toContain(
      'Alex Admin has given you an account for Harbourside Leagues Club in Hub. Your role is Reception. Choose a password here to start:',
    )
  })

  test('says nothing of a role that isn’t given yet, and names it when it is sent again', async () => {
    const { email, uid } = await invited()
    expect((await mailTo(email)).body).not.toContain('role')
    await admin(api.setUserRole, { params: { ...params, uid }, body: { Value: 'Finance' } })
    await admin(api.inviteUser, { params: { ...params, uid } })
    expect((await mailTo(email)).body).toContain('Your role is Finance.')
  })

  test('has names in one line each, as they are written', async () => {
    await hub.owner.query(
      `update business set display_name = E'The <b>Club\\r\\nBcc: all@x.example' where business_id = 'summit-bowls'`,
    )
    const superAdmin = hub.as(people.superAdmin)
    const businessId = 'summit-bowls'
    const body = { Username: 'br@summit.example', DisplayName: 'Bo' }
    const { Uid: uid } = (await superAdmin(api.createUser, { params: { businessId }, body })).body
    // From before they had to be written so.
    await hub.owner.query(
      `update identity.account set display_name = E'<i>Bo\\nSubject: Hi' where uid = $1`,
      [uid],
    )
    await superAdmin(api.inviteUser, { params: { businessId, uid } })
    const mail = await mailTo(body.Username)
    expect(mail.subject).toBe('Your Hub account at The <b>Club Bcc: all@x.example')
    expect(mail.body).toMatch(
      /^Hello <i>Bo Subject: Hi,\n\nSam Super has given you an account for The <b>Club Bcc: all@x\.example in Hub\. /,
    )
  })
})

describe('how an invitation fares', () => {
  const stateOf = async (email: string) => (await userOf(email)).Invitation

  test('is told as it goes: on its way, sent, opened, and nothing once it is accepted', async () => {
    const { email } = await invited()
    expect(await stateOf(email)).toEqual({
      State: 'Queued',
      Reason: null,
      SentDate: null,
      ExpiryDate: expect.stringMatching(/^20/),
    })
    await settle(email, 'Sent')
    expect(await stateOf(email)).toMatchObject({ State: 'Sent', SentDate: expect.stringMatching(/^20/) })
    const ticket = await ticketTo(email)
    await hub.as(null)(api.describeTicket, { body: { ticket } })
    expect(await stateOf(email)).toMatchObject({ State: 'Opened' })
    await hub.as(null)(api.setPassword, { body: { ticket, password: 'three odd walking hats' } })
    expect(await userOf(email)).toMatchObject({ Invitation: null, SignsInWith: 'Password', IsInvited: false })
  })

  test('is told of who has accepted it with a passkey as of any other', async () => {
    const { email, uid } = await invited()
    const ticket = await ticketTo(email)
    const nobody = hub.as(null)
    const options = (await nobody(api.beginInvitedPasskey, { body: { ticket } })).body
    const passkey = createAuthenticator().create(options)
    expect((await nobody(api.acceptWithPasskey, { body: { ticket, passkey } })).status).toBe(200)
    expect(await userOf(email)).toMatchObject({ Invitation: null, SignsInWith: 'Passkey', IsInvited: false })
    const again = await admin(api.inviteUser, { params: { ...params, uid } })
    expect(again).toMatchObject({ status: 409, body: { ErrorCode: 'already_joined' } })
  })

  test.each([
    ["Can't send mail - all recipients were rejected: 550 5.1.1 no such person", '550 5.1.1 no such person'],
    ['connect ECONNREFUSED 10.0.0.25:465', notHandedOver],
  ])('says why it failed: %s', async (error, Reason) => {
    const { email, uid } = await invited()
    await settle(email, 'Failed', error)
    expect(await stateOf(email)).toMatchObject({ State: 'Failed', Reason })
    await admin(api.inviteUser, { params: { ...params, uid } })
    expect(await stateOf(email)).toMatchObject({ State: 'Queued', Reason: null })
  })

  test('is late once its link has ended, opened or not, and begins anew when it is sent again', async () => {
    const { email, uid } = await invited()
    await hub.as(null)(api.describeTicket, { body: { ticket: await ticketTo(email) } })
    await hub.owner.query(
      `update identity.account set invitation_expires_at = now() - interval '1 minute' where uid = $1`,
      [uid],
    )
    expect(await stateOf(email)).toMatchObject({ State: 'Late' })
    await admin(api.inviteUser, { params: { ...params, uid } })
    expect(await stateOf(email)).toMatchObject({ State: 'Queued' })
  })

  test('is not known of who was invited by a former version', async () => {
    const { email, uid } = await invited()
    await hub.owner.query(
      `update identity.account set invitation_expires_at = null, invitation_message_id = null where uid = $1`,
      [uid],
    )
    expect(await userOf(email)).toMatchObject({ IsInvited: true, Invitation: null, SignsInWith: 'Invited' })
  })
})

describe('who signs in with Microsoft', () => {
  const link = (email: string) =>
    hub.owner.query(`update identity.account set microsoft_key = $1, password_hash = null where email = $1`, [
      email,
    ])
  const inviteAgain = async (email: string, by = admin) =>
    by(api.inviteUser, { params: { ...params, uid: (await userOf(email)).Uid } })

  test('is unlinked by a fresh invitation: signed out at once, invited, on record', async () => {
    const door = hub.as(people.door)
    await door(api.getMe)
    await link(people.door)
    expect(await userOf(people.door)).toMatchObject({ SignsInWith: 'Microsoft', IsInvited: false })
    expect((await inviteAgain(people.door)).status).toBe(204)
    expect((await door(api.getMe)).status).toBe(401)
    expect(await userOf(people.door)).toMatchObject({
      SignsInWith: 'Invited',
      IsInvited: true,
      Invitation: { State: 'Queued' },
    })
    expect((await mailTo(people.door)).body).toContain('Your role is Door.')
    const { body } = await admin(api.listAudit, { params, query: { action: 'inviteUser', limit: 1 } })
    expect(body.Results).toMatchObject([
      { RecordName: people.door, Before: { 'Signs in with': 'Microsoft' }, After: { 'Signs in with': null } },
    ])
    const ticket = await ticketTo(people.door)
    const set = { ticket, password: 'three odd walking hats' }
    expect((await hub.as(null)(api.setPassword, { body: set })).status).toBe(204)
  })

  test('is not unlinked by themself, nor while disabled', async () => {
    await link(people.admin)
    expect(await inviteAgain(people.admin)).toMatchObject({
      status: 409,
      error: { ErrorCode: 'own_account' },
    })
    await link(people.disabled)
    expect(await inviteAgain(people.disabled)).toMatchObject({
      status: 409,
      error: { ErrorCode: 'user_disabled' },
    })
  })
})
