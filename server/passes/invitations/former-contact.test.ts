import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { MemberFields } from '#contract/members/member-fields.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { codeFor, messagesTo } from '#tests/records/cards.ts'
import { changeEmail, readMember } from '#tests/records/contact-changes.ts'
import { heldPass } from '#tests/records/passes.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const look = (code: string) => hub.as(null)(api.getHeldPass, { params: { code } })
const ask = (code: string) => hub.as(null)(api.requestPassLink, { params: { code } })
const linksTo = async (recipient: string) =>
  (await messagesTo(hub, recipient)).filter(({ body }) => body.includes('/claim/')).length

describe('a fresh link to a pass whose member is reached elsewhere by now', () => {
  const reachedNowBy = async (memberId: string, HomeContactDetails: object | null) => {
    const member = MemberFields.parse(await readMember(hub, memberId))
    const params = { businessId, memberId }
    await hub.as(people.admin)(api.updateMember, { params, body: { ...member, HomeContactDetails } })
  }

  test('goes there, and who has the former contact gets nothing', async () => {
    const { memberId, code, MobileNumber, holderKey } = await heldPass(hub)
    const EmailAddress = 'moved.on@example.org'
    await reachedNowBy(memberId, { EmailAddress })
    const before = await linksTo(MobileNumber)
    expect((await ask(code)).status).toBe(200)
    expect(await linksTo(MobileNumber)).toBe(before)
    expect((await look(holderKey)).status).toBe(200)
    expect((await look(await codeFor(hub, EmailAddress))).status).toBe(200)
  })

  test('beside, goes where it went', async () => {
    const { memberId, code, MobileNumber } = await heldPass(hub)
    await changeEmail(hub, memberId, 'beside@example.org')
    expect((await ask(code)).status).toBe(200)
    expect((await look(await codeFor(hub, MobileNumber))).status).toBe(200)
  })

  test('or not at all, isn’t sent, and who asks hears the same', async () => {
    const { memberId, code, MobileNumber, holderKey } = await heldPass(hub)
    await reachedNowBy(memberId, null)
    const before = await linksTo(MobileNumber)
    const [known, guess] = [await ask(code), await ask('p-guess')]
    expect([known.status, known.body]).toEqual([guess.status, guess.body])
    expect(await linksTo(MobileNumber)).toBe(before)
    expect((await look(holderKey)).status).toBe(200)
  })
})
