import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { newMember } from '#tests/records/passes.ts'

const params = { businessId: 'harbourside' }
const PassConfigurationId = 'member-card'
let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

test('what is written and whom it is for stays as it was agreed to; the rest of the design can change', async () => {
  await newMember(hub, { LastName: 'Steadfast' })
  const { body: run } = await admin(api.startPassInvitations, {
    params,
    body: { PassConfigurationId, ToInvite: 1, q: 'Steadfast' },
  })
  const ofDesign = { ...params, passConfigurationId: PassConfigurationId }
  const read = async () => (await admin(api.getPassConfiguration, { params: ofDesign })).body
  const save = async (changes: object) =>
    admin(api.updatePassConfiguration, { params: ofDesign, body: { ...(await read()), ...changes } })
  const before = await read()
  const text = { InvitationSMSMessageBodyFormat: 'Something else: {Link}' }
  for (const changes of [text, { VoidWhenUnfinancial: !before.VoidWhenUnfinancial }])
    expect(await save(changes)).toMatchObject({ status: 409, error: { ErrorCode: 'invitations_at_work' } })
  expect((await save({ iOSLogoText: 'Steady' })).status).toBe(200)
  await hub.tasks['send_agreed_invitations']!({ ...params, runId: run.RunId } as never, { isLast: false })
  expect((await save(text)).status).toBe(200)
})
