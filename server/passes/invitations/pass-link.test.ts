import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { codeFor, messagesTo } from '#tests/records/cards.ts'
import { heldPass, inviteToPass, newHolderKey, newMember } from '#tests/records/passes.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
beforeEach(() => hub.owner.query('delete from attempt'))
afterAll(() => hub.close())

const look = (code: string) => hub.as(null)(api.getHeldPass, { params: { code } })
const ask = (code: string) => hub.as(null)(api.requestPassLink, { params: { code } })
const letTimePass = () => hub.owner.query(`update pass set link_sent_at = now() - interval '11 minutes'`)
const sentTo = async (recipient: string) =>
  (await messagesTo(hub, recipient)).filter(({ body }) => body.includes('/claim/')).length

test('a fresh link comes to whoever asks with a code they have used, and takes the pass along', async () => {
  const { code, MobileNumber, EmailAddress, holderKey } = await heldPass(hub)
  expect((await ask(code)).status).toBe(200)
  expect(await sentTo(MobileNumber)).toBe(2)
  expect((await look(holderKey)).status, 'until it is taken the pass stays').toBe(200)
  const fresh = await codeFor(hub, MobileNumber)
  expect(fresh).not.toBe(code)
  const key = newHolderKey()
  await hub.as(null)(api.claimPass, { params: { code: fresh }, body: { HolderKey: key } })
  expect([(await look(key)).status, (await look(holderKey)).status]).toEqual([200, 404])
  for (const contact of [MobileNumber, EmailAddress])
    expect((await messagesTo(hub, contact))[0]!.body).toMatch(/was opened on another device/)
  const { rows } = await hub.owner.query(
    `select actor_name, title, after from audit_entry where action = 'requestPassLink'`,
  )
  expect(rows).toEqual([
    {
      actor_name: 'Nobody',
      title: 'Ask for a fresh link to a digital membership card',
      after: { State: 'Active', 'Invitation to': MobileNumber },
    },
  ])

  await ask(fresh)
  expect(await sentTo(MobileNumber), 'not again within ten minutes').toBe(2)
  await letTimePass()
  await ask(code)
  expect(await sentTo(MobileNumber), 'and by the first code as well').toBe(3)
})

test('a guess and a code that still waits hear the same, and nothing is sent', async () => {
  const { memberId, MobileNumber } = await newMember(hub)
  await inviteToPass(hub, memberId)
  const { code } = await heldPass(hub)
  const answers = await Promise.all([code, 'p-guess', await codeFor(hub, MobileNumber)].map(ask))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.Message)).size).toBe(1)
  expect(await sentTo(MobileNumber)).toBe(1)
})

test('an invitation that another has followed leads there, by e-mail where it went by e-mail', async () => {
  const EmailAddress = 'link.by.mail@example.org'
  const { memberId } = await newMember(hub, { HomeContactDetails: { EmailAddress } })
  await inviteToPass(hub, memberId)
  const first = await codeFor(hub, EmailAddress)
  await inviteToPass(hub, memberId)
  await ask(first)
  expect(await sentTo(EmailAddress)).toBe(3)
  expect((await look(await codeFor(hub, EmailAddress))).status).toBe(200)
})

test('none comes to a pass that was revoked, has expired or is void', async () => {
  const [revoked, lapsed, expired] = [
    await heldPass(hub),
    await heldPass(hub),
    await heldPass(hub, 'visitor-pass'),
  ]
  await hub.as(people.reception)(api.revokePass, {
    params: { businessId, memberId: revoked.memberId, invitationId: revoked.passId },
    body: { Reason: 'Lent to a friend' },
  })
  const lapse = `update member set date_financial = '2020-01-01' where member_id = $1`
  await hub.owner.query(lapse, [lapsed.memberId])
  const age = `update pass set issued_at = now() - interval '32 days' where pass_id = $1`
  await hub.owner.query(age, [expired.passId])
  for (const { code, MobileNumber } of [revoked, lapsed, expired]) {
    expect((await ask(code)).status).toBe(200)
    expect(await sentTo(MobileNumber)).toBe(1)
  }
})

test('can not be guessed for ever', async () => {
  for (let i = 0; i < 20; i++) expect((await ask(`p-guess-${i}`)).status).toBe(200)
  expect((await ask('p-one-more')).status).toBe(429)
})
