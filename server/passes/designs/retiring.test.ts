import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass, inviteToPass, newMember } from '#tests/records/passes.ts'

const businessId = 'harbourside'
let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const create = async (DisplayName: string) =>
  (await admin(api.createPassConfiguration, { params: { businessId }, body: { DisplayName } })).body
    .PassConfigurationId
const at = (passConfigurationId: string) => ({ params: { businessId, passConfigurationId } })
const listed = async (state?: 'InUse' | 'Retired') =>
  (
    await admin(api.listPassConfigurations, { params: { businessId }, query: state ? { state } : {} })
  ).body.Results.map(({ PassConfigurationId }) => PassConfigurationId)
const offered = async () =>
  (await admin(api.listPassesToSend, { params: { businessId } })).body.Results.map(
    ({ PassConfigurationId }) => PassConfigurationId,
  )
const lastAudit = async () =>
  (
    await hub.owner.query<{ title: string; name: string; before: object; after: object }>(
      `select title, record_name as name, before, after from audit_entry order by id desc limit 1`,
    )
  ).rows[0]!

test('nobody is invited to a design that is retired, until it is brought back', async () => {
  const id = await create('Summer Card')
  const { memberId } = await newMember(hub)
  const { body } = await admin(api.retirePassConfiguration, at(id))
  expect(body).toMatchObject({ RetiredByUser: 'Alex Admin', DateRetired: expect.any(String), Version: 1 })
  expect(await lastAudit()).toMatchObject({
    title: 'Retire a pass configuration',
    name: 'Summer Card',
    before: { Retired: false },
    after: { Retired: true },
  })
  expect([await offered(), await listed('InUse')].flat()).not.toContain(id)
  expect(await listed('Retired')).toEqual([id])
  expect(await listed()).toContain(id)

  const sentence =
    '“Summer Card” is retired. Choose another digital membership card, or bring it back in the pass designer.'
  const one = await inviteToPass(hub, memberId, { PassConfigurationId: id })
  expect([one.status, one.error]).toMatchObject([400, { Errors: { PassConfigurationId: sentence } }])
  const many = await admin(api.startPassInvitations, {
    params: { businessId },
    body: { PassConfigurationId: id, ToInvite: 1000 },
  })
  expect([many.status, many.error]).toMatchObject([400, { ErrorMessage: expect.stringContaining('retired') }])
  const again = await admin(api.retirePassConfiguration, at(id))
  expect(again.error.ErrorMessage).toBe('Alex Admin has retired this pass already.')

  expect((await admin(api.restorePassConfiguration, at(id))).body.DateRetired).toBeNull()
  expect((await admin(api.restorePassConfiguration, at(id))).error.ErrorCode).toBe('pass_in_use')
  expect(await offered()).toContain(id)
  expect((await inviteToPass(hub, memberId, { PassConfigurationId: id })).status).toBe(200)
})

test('passes of a retired design stay, can be sent again, and follow its changes', async () => {
  const id = await create('Winter Card')
  const { memberId, passId } = await heldPass(hub, id)
  await admin(api.retirePassConfiguration, at(id))
  const params = { businessId, memberId, invitationId: passId }
  expect((await hub.as(people.reception)(api.resendPassInvitation, { params })).status).toBe(200)
  const { body: design } = await admin(api.getPassConfiguration, at(id))
  await admin(api.updatePassConfiguration, { ...at(id), body: { ...design, iOSLogoText: 'Winter' } })
  const { body: pass } = await hub.as(people.reception)(api.getMemberPass, { params })
  expect(pass).toMatchObject({ State: 'Active', Document: { iOSLogoText: 'Winter' } })
})

test('a design can be deleted as long as nobody was issued a pass of it', async () => {
  const issued = await create('Issued Card')
  const { memberId } = await newMember(hub)
  await inviteToPass(hub, memberId, { PassConfigurationId: issued })
  const refused = await admin(api.deletePassConfiguration, at(issued))
  expect([refused.status, refused.error]).toMatchObject([
    409,
    {
      ErrorCode: 'pass_issued',
      ErrorMessage:
        "This pass can't be deleted: 1 digital membership card has been issued of it. Retire it instead, and nobody is invited to it any more.",
    },
  ])

  const unused = await create('Unused Card')
  const files = async () =>
    (await hub.owner.query(`select from file where business_id = 'harbourside'`)).rowCount!
  const before = await files()
  expect((await admin(api.deletePassConfiguration, at(unused))).status).toBe(204)
  expect(await lastAudit()).toMatchObject({ title: 'Delete a pass configuration', name: 'Unused Card' })
  expect((await admin(api.getPassConfiguration, at(unused))).status).toBe(404)
  expect(await files()).toBe(before - 4)
})

test('a design whose invitations are being sent is neither retired nor deleted', async () => {
  const id = await create('Busy Card')
  await hub.owner.query(
    `insert into pass_invitation_run (business_id, pass_configuration_id, search, total, origin, actor_id, actor_name,
       address, request_id) values ('harbourside', $1, '{}', 0, '', '', '', '', '')`,
    [id],
  )
  for (const row of [api.retirePassConfiguration, api.deletePassConfiguration])
    expect((await admin(row, at(id))).error.ErrorCode).toBe('invitations_at_work')
  await hub.owner.query(`update pass_invitation_run set state = 'Stopped' where pass_configuration_id = $1`, [
    id,
  ])
  expect((await admin(api.deletePassConfiguration, at(id))).status).toBe(204)
})

test('a design that forms give out is neither retired nor deleted, and their names are said', async () => {
  const id = await create('Welcome Card')
  const { body: forms } = await admin(api.listRequestForms, { params: { businessId } })
  const form = forms.Results[0]!
  const give = (design: string | null) =>
    hub.owner.query(
      `update request_form set config = config || jsonb_build_object('PassConfigurationId', $2::text)
       where form_id = $1`,
      [form.FormId, design],
    )
  await give(id)
  for (const [row, act] of [
    [api.retirePassConfiguration, 'retired'],
    [api.deletePassConfiguration, 'deleted'],
  ] as const)
    expect((await admin(row, at(id))).error).toMatchObject({
      ErrorCode: 'pass_given_out',
      ErrorMessage: `This pass can't be ${act}: new members get it by the form “${form.DisplayName}”. Choose another one there first.`,
    })
  await give(null)
  expect((await admin(api.retirePassConfiguration, at(id))).status).toBe(200)
  expect((await admin(api.deletePassConfiguration, at(id))).status).toBe(204)
})
