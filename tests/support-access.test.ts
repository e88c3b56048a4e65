import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { visitNeeded, visitNeededCode } from '#contract/business/visit-words.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createHub } from '#hub'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { testSettings } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent } from '#tests/records/events.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
let ids: Record<string, string>
const params = harbourside
const reason = { Reason: 'A ticket of the club' }
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  ids = await recordIds(hub.owner, 'harbourside')
})
afterAll(() => hub.close())

const ask = async (IsReasonAsked: boolean) =>
  expect((await hub.as(people.admin)(api.setSupportAccess, { params, body: { IsReasonAsked } })).status).toBe(
    200,
  )

/** Another session of the super administrator. */
async function signIn() {
  const { token = '' } = (await newBrowser(hub.app).signIn(people.superAdmin, demoPassword)).body
  const call = hub.withToken(token)
  return {
    token,
    call,
    enter: (businessId = 'harbourside') =>
      call(api.beginSupportVisit, { params: { businessId }, body: reason }),
    /** The code of the refusal of a read of the business, if it is refused. */
    refusal: async (businessId = 'harbourside') =>
      (await call(api.listVenues, { params: { businessId } })).error?.ErrorCode ?? null,
  }
}

const rows = Object.entries(api as Record<string, Endpoint>).map(([name, row]) => ({ name, row }))
const ofBusiness = rows.filter(
  ({ row: { path, access } }) =>
    path.includes('{businessId}') && access.kind !== 'anyone' && access.kind !== 'till',
)
const inputOf = (name: string) => {
  const sample = samples[name as keyof typeof samples] as { params?: object }
  return { ...sample, params: { ...ids, ...sample.params } }
}

test('this row is open without a visit, and no other', () => {
  const exempt = rows.filter(({ row }) => row.withoutVisit)
  expect(exempt.map(({ name }) => name)).toEqual(['beginSupportVisit'])
})

describe('a business that asks why', () => {
  beforeAll(() => ask(true))
  afterAll(() => ask(false))

  test.each(ofBusiness.filter(({ row }) => !row.withoutVisit))(
    'refuses $name to a super administrator who hasn’t said so',
    async ({ name, row }) => {
      const { status, error } = await hub.as(people.superAdmin)(row, inputOf(name))
      expect({ status, error }).toMatchObject({
        status: 403,
        error: { ErrorCode: visitNeededCode, ErrorMessage: visitNeeded },
      })
    },
  )

  test('lets them in once they have, in this session and this business alone', async () => {
    const [one, other] = [await signIn(), await signIn()]
    expect(await one.refusal()).toBe(visitNeededCode)
    expect((await one.enter()).status).toBe(200)
    expect(await one.refusal()).toBeNull()
    expect(await other.refusal()).toBe(visitNeededCode)
    await hub.owner.query(`update business set asks_visit_reason = true where business_id = 'valley-golf'`)
    expect(await one.refusal('valley-golf')).toBe(visitNeededCode)
    await hub.owner.query(`update business set asks_visit_reason = false where business_id = 'valley-golf'`)
  })

  test('and not for ever, nor after it was switched off and on', async () => {
    const visitor = await signIn()
    await visitor.enter()
    expect(await visitor.refusal()).toBeNull()
    await ask(false)
    expect(await visitor.refusal()).toBeNull()
    await ask(true)
    expect(await visitor.refusal()).toBe(visitNeededCode)
    await visitor.enter()
    await hub.owner.query(`update support_visit set expires_at = now() - interval '1 second'`)
    await hub.owner.query(`select pg_notify('access_changed', 'harbourside')`)
    await expect.poll(() => visitor.refusal()).toBe(visitNeededCode)
  })

  test('in every process', async () => {
    const visitor = await signIn()
    const settings = testSettings(hub.databaseUrl, {})
    const other = await createHub({ settings, databaseUrl: hub.databaseUrl, secret: hub.secret })
    const elsewhere = async () => {
      const url = api.listVenues.path.replace('{businessId}', 'harbourside')
      const headers = { authorization: `Bearer ${visitor.token}` }
      return (await other.app.inject({ method: 'GET', url, headers })).statusCode
    }
    expect(await elsewhere()).toBe(403)
    await visitor.enter()
    await expect.poll(elsewhere).toBe(200)
    await ask(false)
    await ask(true)
    await expect.poll(elsewhere).toBe(403)
    await other.app.close()
  })

  test('reads the reason in its trail, and so does the platform', async () => {
    const visitor = await signIn()
    await visitor.enter()
    const query = { action: 'beginSupportVisit', limit: 1 }
    const told = { IsByAdministrator: true, ActorName: 'Sam Super', After: reason }
    const own = await hub.as(people.admin)(api.listAudit, { params, query })
    expect(own.body.Results).toMatchObject([told])
    const platforms = await visitor.call(api.listPlatformAudit, { query })
    expect(platforms.body.Results).toMatchObject([{ ...told, BusinessId: 'harbourside' }])
  })

  const unseen = ['\u200b\u200b\u200b', 'a\u2060\u200d', '\u3164\u3164\u3164', '\u2800\u2800\u2800']
  test.each(['', '  ', 'ab', undefined, 'x'.repeat(501), ...unseen])(
    'takes %j for no reason',
    async (Reason) => {
      const { call, refusal } = await signIn()
      expect((await call(api.beginSupportVisit, { params, body: { Reason: Reason! } })).status).toBe(400)
      expect(await refusal()).toBe(visitNeededCode)
    },
  )

  test('is told apart from one that isn’t there, and its list says who has to give one', async () => {
    const visitor = await signIn()
    expect(await visitor.refusal('no-such-business')).toBe('not_found')
    expect((await visitor.enter('no-such-business')).status).toBe(404)
    const needed = async () =>
      (await visitor.call(api.listBusinesses, { query: { businessId: 'harbourside' } })).body.Results[0]!
        .IsVisitNeeded
    expect(await needed()).toBe(true)
    await visitor.enter()
    expect(await needed()).toBe(false)
    const { body } = await hub.as(people.admin)(api.listBusinesses)
    expect(body.Results[0]!.IsVisitNeeded).toBe(false)
  })

  test('is as ever to its own people, its tills and its doors', async () => {
    expect((await hub.as(people.admin)(api.listVenues, { params })).status).toBe(200)
    expect(
      (await hub.asTill()(api.tillLookup, { params, body: { Code: 'nobody' } })).error.ErrorCode,
    ).not.toBe(visitNeededCode)
    const eventId = await publishedEvent(hub)
    const made = await hub.as(people.admin)(api.createDoorKit, {
      params: { ...params, eventId },
      body: { Name: 'Gate' },
    })
    const kit = hub.withToken(made.body.Secret)
    expect((await kit(api.getDoorList, { params: { ...params, eventId } })).status).toBe(200)
    await expect(
      hub.tasks.tell_wallets!({ businessId: 'harbourside' } as never, { isLast: false }),
    ).resolves.toBeUndefined()
  })

  test('none of its own people enters by it, nor changes it without the permission', async () => {
    const entering = await hub.as(people.admin)(api.beginSupportVisit, { params, body: reason })
    expect(entering.error.ErrorMessage).toBe('Only a super administrator can do this.')
    const body = { IsReasonAsked: false }
    expect((await hub.as(people.reception)(api.setSupportAccess, { params, body })).status).toBe(403)
    expect((await hub.as(people.otherAdmin)(api.setSupportAccess, { params, body })).status).toBe(404)
  })
})

describe('what goes over all businesses', () => {
  let messageId: string
  beforeAll(async () => {
    await ask(true)
    const { rows: made } = await hub.owner.query<{ id: string }>(
      `insert into outbox_message (business_id, channel, kind, recipient, subject, body, state)
       values ('harbourside', 'email', 'report', 'may@prescott.example', 'For May', 'Dear May', 'Failed') returning id`,
    )
    messageId = made[0]!.id
  })
  afterAll(() => ask(false))

  test('tells no message of such a business before one has entered', async () => {
    const visitor = await signIn()
    const list = async () =>
      (await visitor.call(api.listOutbox, { query: { q: 'may@prescott' } })).body.Results.map(
        (message) => message.MessageId,
      )
    const one = async () => (await visitor.call(api.getMessage, { params: { messageId } })).status
    expect([await list(), await one()]).toEqual([[], 404])
    expect((await visitor.call(api.resendMessage, { params: { messageId } })).status).toBe(404)
    expect((await visitor.call(api.listOutbox, { query: { q: '' } })).body.Results.length).toBeGreaterThan(0)
    await visitor.enter()
    expect([await list(), await one()]).toEqual([[messageId], 200])
  })

  // Each was looked at for what it tells of people: a new one has to be, too.
  test('is this, and no other', () => {
    const over = rows.filter(
      ({ row: { path, access } }) =>
        access.kind !== 'anyone' && !path.includes('{businessId}') && !path.startsWith(api.getMe.path),
    )
    expect(over.map(({ name }) => name).toSorted()).toMatchInlineSnapshot(`
      [
        "createAdministrator",
        "createBusiness",
        "dropFailedJob",
        "exportPlatformAudit",
        "getBackupStatus",
        "getDoorOwner",
        "getFailedJob",
        "getGrowth",
        "getInstallationState",
        "getMessage",
        "getPlatformAuditEntry",
        "inviteAdministrator",
        "listAdministrators",
        "listBusinesses",
        "listFailedJobs",
        "listOutbox",
        "listPlatformAudit",
        "listPlatformAuditActions",
        "lookupAbn",
        "resendMessage",
        "resetAdministratorFactor",
        "retryFailedJob",
        "retryFailedJobs",
        "setAdministratorDisabled",
      ]
    `)
  })
})

test('who switches it is on record, and a reason that nobody asked for is refused', async () => {
  const visitor = await signIn()
  const { error } = await visitor.enter()
  expect(error.ErrorCode).toBe('no_visit_needed')
  await visitor.call(api.setSupportAccess, { params, body: { IsReasonAsked: true } })
  expect(await visitor.refusal()).toBe(visitNeededCode)
  expect(
    (await visitor.call(api.setSupportAccess, { params, body: { IsReasonAsked: false } })).error.ErrorCode,
  ).toBe(visitNeededCode)
  await visitor.enter()
  await visitor.call(api.setSupportAccess, { params, body: { IsReasonAsked: false } })
  const query = { action: 'setSupportAccess', by: 'administrators', limit: 2 } as const
  const { body } = await hub.as(people.admin)(api.listAudit, { params, query })
  const field = 'Reason asked of super administrators'
  expect(body.Results.map(({ After }) => After)).toEqual([{ [field]: false }, { [field]: true }])
})
