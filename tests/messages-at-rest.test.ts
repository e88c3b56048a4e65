import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { messageKinds } from '#contract/messaging/message-kinds.ts'
import { demoPassword } from '#server/demo/access'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { clubForm, memberOf, patronOf, renewalForm } from '#tests/people/patron.ts'
import { claimedCard, send } from '#tests/records/cards.ts'
import { changeEmail, memberToChange } from '#tests/records/contact-changes.ts'
import { readOutbox } from '#tests/records/outbox.ts'
import { inviteToPass, newMember } from '#tests/records/passes.ts'
import { leaksOf, momentOf, writtenSince } from '#tests/samples/traces.ts'

/** Nothing that a message opens can be read where it lies: over every kind of message, so that a new one is in it. */

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
})
afterAll(() => hub.close())

const kindsThatOpen = Object.entries(messageKinds)
  .filter(([, { opens }]) => opens)
  .map(([kind]) => kind)

/** How each kind comes to be written. */
const ways: Record<string, () => Promise<unknown>> = {
  invitation: () =>
    hub.as(people.admin)(api.createUser, {
      params: { businessId },
      body: { Username: 'nina@harbourside.example', DisplayName: 'Nina New' },
    }),
  'new-address': () =>
    hub.as(people.admin)(api.changeMyEmail, {
      body: { NewEmail: 'alex@harbourside.example', Password: demoPassword },
    }),
  reset: () => hub.as(null)(api.requestReset, { body: { email: people.reception } }),
  card: () => claimedCard(hub).then(() => send(hub)),
  'digital membership': async () => inviteToPass(hub, (await newMember(hub)).memberId),
  'request link': () => patronOf(hub).apply({}, clubForm),
  'renewal link': () =>
    hub.as(null)(api.sendRenewalLink, { params: renewalForm, body: { MembershipNumber: '10210' } }),
  'renewal code': async () => patronOf(hub).codeFor(await patronOf(hub).identify('10211'), '10211'),
  'renewal reminder': remindSomebody,
  'contact change': async () => {
    const { memberId, newEmail } = await memberToChange(hub)
    await changeEmail(hub, memberId, newEmail)
    await perform('tell_contact_changes', { businessId })
  },
}

const perform = (task: string, payload: unknown) => hub.tasks[task]!(payload as never, { isLast: false })

/** A member whose membership runs out on a day that the demo's form reminds of. */
async function remindSomebody() {
  const { id } = await memberOf(hub, '10212')
  await hub.owner.query(
    `update member m set date_financial = (now() at time zone b.time_zone)::date - (f.config #>> '{Reminders,0,Days}')::int,
       membership_type = f.config #>> '{MembershipTypes,0,Key}'
     from request_form f join business b using (business_id) where f.business_id = m.business_id and f.form_id = $2 and m.member_id = $1`,
    [id, renewalForm.form],
  )
  await perform('send_renewal_reminders', {})
}

/** What opens something in a text: links with something unguessable, and codes. */
const openersIn = (text: string) =>
  [...text.matchAll(/[/#=](p-[\w-]{22,}|[\w-]{22,})|code\D{0,40}\b(\d{6})\b/g)]
    .map(([, secret, code]) => secret ?? code ?? '')
    .filter((opener) => /[A-Z]|^\d{6}$/.test(opener))

test('every kind that opens something is tried', () => {
  expect(Object.keys(ways).toSorted()).toEqual(kindsThatOpen.toSorted())
})

test.each(kindsThatOpen)('what a message of the kind ‘%s’ opens lies nowhere to be read', async (kind) => {
  const before = await momentOf(hub.owner)
  await ways[kind]!()
  const letters = await readOutbox(hub.owner, hub.secret, null)
  const openers = letters.filter((letter) => letter.kind === kind).flatMap(({ body }) => openersIn(body))
  expect(openers).not.toEqual([])
  const rows = await writtenSince(hub.owner, before)
  expect(rows.find(({ where }) => where === 'public.outbox_message')!.text).toContain(kind)
  const isCode = (opener: string) => /^\d{6}$/.test(opener)
  expect(
    leaksOf(
      openers.filter((opener) => !isCode(opener)),
      rows,
    ),
  ).toEqual([])
  // As it is: a few digits in another form are anywhere by chance.
  for (const code of openers.filter(isCode))
    expect(rows.filter(({ text }) => new RegExp(`\\b${code}\\b`).test(text))).toEqual([])
})

test('no message was written of a kind that is not known, or that opens more than it says', async () => {
  const letters = await readOutbox(hub.owner, hub.secret, null)
  for (const { kind, body } of letters) {
    expect(Object.keys(messageKinds)).toContain(kind)
    if (!kindsThatOpen.includes(kind)) expect(openersIn(body)).toEqual([])
  }
})
