import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import {
  changeEmail,
  memberToChange,
  newsTo,
  tellContacts,
  waysToChange,
} from '#tests/records/contact-changes.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ HUB_PUBLIC_URL: 'https://club.example' })
})
afterAll(() => hub.close())

const nobody = { HomeContactDetails: null }

test.each(['an edit', 'an application that is attached'])(
  'who came by %s on a record without a contact gets no way back when staff put it right',
  async (way) => {
    const member = await memberToChange(hub, nobody)
    await tellContacts(hub)
    await waysToChange[way]!(hub, member)
    expect(await tellContacts(hub)).toBe(0)
    await changeEmail(hub, member.memberId, `owner.of.${member.memberId}@example.org`)
    await tellContacts(hub)
    expect(await newsTo(hub, member.newEmail)).toMatchObject({
      body: expect.stringContaining('was changed'),
      secret: null,
    })
  },
)

test('who has been on file for a week gets one, also if they were the first', async () => {
  const member = await memberToChange(hub, nobody)
  await changeEmail(hub, member.memberId, member.newEmail)
  await hub.owner.query(`update contact_change set at = at - interval '7 days' where member_id = $1`, [
    member.memberId,
  ])
  await changeEmail(hub, member.memberId, 'another@example.org')
  await tellContacts(hub)
  expect((await newsTo(hub, member.newEmail)).secret).not.toBeNull()
})

test('of many members at once those are told who were reached, by one job', async () => {
  const [reached, unreached] = [await memberToChange(hub), await memberToChange(hub, nobody)]
  await tellContacts(hub)
  await hub.owner.query(
    `update member set work_contact = '{"EmailAddress": "x@elsewhere.example"}' where member_id = any($1)`,
    [[reached.memberId, unreached.memberId]],
  )
  expect(await tellContacts(hub)).toBe(1)
  expect((await newsTo(hub, reached.EmailAddress)).secret).not.toBeNull()
  const { rows } = await hub.owner.query(`select from contact_change where told_at is null`)
  expect(rows).toEqual([])
})
