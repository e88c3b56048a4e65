import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { businessSuspended, clubUnavailable, suspendedCode } from '#contract/business/standing-words.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { newRules } from '#contract/requests/type-rules.ts'
import { createHub } from '#hub'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { testSettings } from '#tests/database.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { clubForm, patronOf, renewalForm } from '#tests/people/patron.ts'
import { codeFor } from '#tests/records/cards.ts'
import { harbourside, publishedEvent, scanOf, scansOf } from '#tests/records/events.ts'
import { heldPass, inviteToPass, newMember } from '#tests/records/passes.ts'
import { signIn } from '#tests/records/visitors.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'
import { freshCard, tillOf } from '#tests/till.ts'

let hub: TestHub
let superAdmin: Caller
let ids: Record<string, string>
let eventId: string
let kit: Caller
let passCode: string
let heldCode: string
let formerCode: string
let applying: string
const body = { Reason: 'Nobody has paid.' }
const params = harbourside

beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  superAdmin = hub.as(people.superAdmin)
  ids = await recordIds(hub.owner, 'harbourside')
  eventId = await publishedEvent(hub)
  const made = await hub.as(people.admin)(api.createDoorKit, {
    params: { ...params, eventId },
    body: { Name: 'Gate' },
  })
  kit = hub.withToken(made.body.Secret)
  const held = await heldPass(hub)
  heldCode = held.holderKey
  formerCode = held.code
  const invited = await newMember(hub)
  await inviteToPass(hub, invited.memberId)
  passCode = await codeFor(hub, invited.MobileNumber)
  applying = await patronOf(hub).apply()
})
afterAll(() => hub.close())

const suspend = async () =>
  expect((await superAdmin(api.suspendBusiness, { params, body })).error?.ErrorMessage).toBeUndefined()
const lift = async () => expect((await superAdmin(api.liftSuspension, { params, body })).status).toBe(200)

const rows = Object.entries(api as Record<string, Endpoint>).map(([name, row]) => ({ name, row }))
const inputOf = (name: string) => {
  const sample = samples[name as keyof typeof samples] as { params?: object }
  return { ...sample, params: { ...ids, ...sample.params } }
}

test('these rows go on while a business is suspended, and no others', () => {
  const exempt = rows.filter(({ row }) => row.whileSuspended)
  expect(exempt.map(({ name }) => name).toSorted()).toEqual([
    'describeContactChange',
    'getTestPayment',
    'recordScans',
    'settleTestPayment',
    'signInVisitor',
    'tillCapture',
    'tillRelease',
    'undoContactChange',
    'undoScan',
  ])
})

describe('while a business is suspended', () => {
  beforeAll(suspend)
  afterAll(lift)
  const closed = (row: Endpoint) => row.access.kind !== 'anyone' && !row.whileSuspended

  test.each(rows.filter(({ row }) => closed(row)))('its Admin is refused $name', async ({ name, row }) => {
    const { status, error } = await hub.as(people.admin)(row, inputOf(name))
    if (row.access.kind === 'super-administrator' || row.access.kind === 'till')
      return expect(status).toBe(403)
    expect(error).toMatchObject({ ErrorCode: suspendedCode, ErrorMessage: businessSuspended })
    return undefined
  })

  test.each(rows.filter(({ row }) => row.access.kind === 'till' && closed(row)))(
    'its till is refused $name, with something to print',
    async ({ name, row }) => {
      const { status, error } = await hub.asTill()(row, inputOf(name))
      expect({ status, error }).toMatchObject({
        status: 409,
        error: {
          ErrorCode: suspendedCode,
          Receipt: ['Harbourside Main Club', 'Declined', businessSuspended],
        },
      })
    },
  )

  test.each(
    rows.filter(({ row }) => row.access.kind === 'permission' && row.access.orDoorKit && closed(row)),
  )('the kit of its door is refused $name for now', async ({ name, row }) => {
    const input = inputOf(name)
    const { status, error } = await kit(row, { ...input, params: { ...input.params, eventId } })
    expect({ status, error }).toMatchObject({ status: 409, error: { ErrorCode: suspendedCode } })
  })

  // What patrons bring leads to the business: a form, a session, a code. Each row is called with one that does.
  const session = () => ({ params: clubForm, body: { Secret: applying } })
  const ofPatrons: Record<string, () => object> = {
    getPublicForm: () => ({ params: clubForm }),
    startApplication: () => ({ ...samples.startApplication, params: clubForm }),
    identifyMember: () => ({ ...samples.identifyMember, params: renewalForm }),
    sendRenewalLink: () => ({ ...samples.sendRenewalLink, params: renewalForm }),
    openSession: session,
    saveSession: () => ({ params: clubForm, body: { ...samples.saveSession.body, Secret: applying } }),
    submitSession: session,
    checkPayment: session,
    getHeldPass: () => ({ params: { code: heldCode } }),
    getApplePass: () => ({ params: { code: heldCode } }),
    claimPass: () => ({ ...samples.claimPass, params: { code: passCode } }),
    requestPassLink: () => ({ ...samples.requestPassLink, params: { code: formerCode } }),
  }
  test.each(Object.keys(ofPatrons))('a patron reads at %s that the club is unavailable', async (name) => {
    const { status, error } = await hub.as(null)(
      api[name as keyof typeof api] as Endpoint,
      ofPatrons[name]!(),
    )
    expect({ status, error }).toMatchObject({
      status: 409,
      error: { ErrorCode: suspendedCode, ErrorMessage: clubUnavailable },
    })
  })

  test('super administrators still see and change everything, and others are none the wiser', async () => {
    expect((await superAdmin(api.listUsers, { params })).status).toBe(200)
    expect((await superAdmin(api.getStanding, { params })).body).toMatchObject({
      Standing: 'Suspended',
      Reason: body.Reason,
      By: expect.any(String),
    })
    const listed = await superAdmin(api.listBusinesses, { query: { businessId: 'harbourside' } })
    expect(listed.body.Results[0]?.Standing).toBe('Suspended')
    expect((await hub.as(people.otherAdmin)(api.getMe)).status).toBe(200)
    expect((await superAdmin(api.suspendBusiness, { params, body })).error.ErrorCode).toBe(
      'standing_unchanged',
    )
  })
})

test('nobody signs in, or goes on, in any process; a wrong password says what it always says', async () => {
  const browser = newBrowser(hub.app)
  const { token = '' } = (await browser.signIn(people.finance, demoPassword)).body
  const settings = testSettings(hub.databaseUrl, {})
  const other = await createHub({ settings, databaseUrl: hub.databaseUrl, secret: hub.secret })
  const elsewhere = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await other.app.inject({ method: 'GET', url: api.getMe.path, headers })
    return answer.statusCode
  }
  expect(await elsewhere()).toBe(200)
  await suspend()
  await expect.poll(elsewhere).toBe(403)
  const suspended = { code: 'business-suspended' }
  expect((await browser.post('token')).body).toEqual(suspended)
  expect((await newBrowser(hub.app).signIn(people.finance, demoPassword)).body).toEqual(suspended)
  expect((await newBrowser(hub.app).signIn(people.finance, 'wrong')).body).toEqual({ code: 'wrong-password' })
  await lift()
  expect((await browser.post('token')).status).toBe(200)
  expect((await hub.withToken(token)(api.getMe)).status).toBe(200)
  await other.app.close()
})

test('a sale under way is finished, and whoever lost an answer gets it again', async () => {
  const till = tillOf(hub)
  const { number } = await freshCard(hub)
  const { body: held } = await till.hold(number, 5)
  const key = { headers: { 'idempotency-key': 'lost-before-the-suspension' } }
  const hold = () => hub.asTill()(api.tillHold, { params, body: { Code: number, Amount: 1 }, ...key })
  const first = await hold()
  await suspend()
  expect((await hold()).body).toEqual(first.body)
  expect((await till.hold(number, 1)).error.ErrorCode).toBe(suspendedCode)
  expect((await till.capture(held.HoldId)).status).toBe(200)
  await lift()
})

test('a door hands in late whom it signed in before, and signs in nobody meanwhile', async () => {
  const signedBefore = new Date().toISOString()
  await suspend()
  const late = await signIn(kit, eventId, { IsLate: true, SignedAt: signedBefore })
  const live = await signIn(kit, eventId)
  await lift()
  expect(late.status).toBe(200)
  expect([live.status, live.error.ErrorCode]).toEqual([409, suspendedCode])
})

test('a door hands in late what it scanned before; what it scans meanwhile is kept, and lets nobody in', async () => {
  const { rows: found } = await hub.owner.query<{ number: string }>(
    `select membership_number as number from member where business_id = 'harbourside'
     and status = 'Active' and date_financial > current_date and deleted_at is null limit 2`,
  )
  const [before, during] = found.map(({ number }) => number)
  const early = scanOf(before!)
  await suspend()
  const scans = [early, { ...scanOf(during!), ScannedAt: new Date(Date.now() + 1_000).toISOString() }]
  const answer = await kit(api.recordScans, { params: { ...params, eventId }, body: { Scans: scans } })
  expect(answer.status).toBe(200)
  expect(await scansOf(hub, eventId)).toEqual([
    expect.objectContaining({ result: 'Valid' }),
    expect.objectContaining({ result: 'EventNotOpen', reason: businessSuspended }),
  ])
  await lift()
})

test('its jobs rest, and go on once it is lifted; what was paid is taken in meanwhile', async () => {
  const patron = patronOf(hub)
  const { PaymentUrl } = await patron.submit(applying)
  const queued = async (task: string) =>
    (
      await hub.owner.query(
        `select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = $1`,
        [task],
      )
    ).rowCount
  await suspend()
  await patron.pay(PaymentUrl)
  const { rows: paid } = await hub.owner.query(`select 1 from request_payment where state = 'Paid'
    and business_id = 'harbourside' and paid_at > now() - interval '1 minute'`)
  expect(paid).toHaveLength(1)

  const runs = await queued('tell_wallets')
  const job = { businessId: 'harbourside' }
  await hub.tasks.tell_wallets!(job as never, { isLast: false })
  await hub.tasks.tell_wallets!(job as never, { isLast: false })
  expect((await superAdmin(api.getStanding, { params })).body.RestingJobs).toBe(1)
  await lift()
  expect(await queued('tell_wallets')).toBe(runs! + 1)
  expect((await superAdmin(api.getStanding, { params })).body).toMatchObject({
    Standing: 'Open',
    RestingJobs: 0,
  })
})

test('a paid application that needs no review is carried out meanwhile, as a renewal is', async () => {
  const patron = patronOf(hub)
  const Rules = { ...newRules('Registration'), Review: 'Never' }
  await hub.owner.query(`update request_form set config = config || $2::jsonb where form_id = $1`, [
    clubForm.form,
    JSON.stringify({ MembershipTypes: [{ Key: 'Ordinary', Fee: 55, TaxPercent: 10, Rules }] }),
  ])
  const { PaymentUrl, SessionId } = await patron.submit(
    await patron.apply({
      FirstName: 'Rest',
      LastName: 'Restlesson',
      EmailAddress: 'restless@example.org',
      MobileNumber: '0477 100 909',
    }),
  )
  await suspend()
  await patron.pay(PaymentUrl)
  await lift()
  const { rows: decided } = await hub.owner.query(
    `select is_accepted as "isAccepted" from request_session where session_id = $1`,
    [SessionId],
  )
  expect(decided).toEqual([{ isAccepted: true }])
})

test('the business’s trail tells of it, and the platform’s with it', async () => {
  const told = { After: { Standing: 'Open', Reason: body.Reason }, IsByAdministrator: true }
  const query = { action: 'liftSuspension', limit: 1 }
  const own = await superAdmin(api.listAudit, { params, query })
  const platforms = await superAdmin(api.listPlatformAudit, { query })
  expect(own.body.Results).toMatchObject([told])
  expect(platforms.body.Results).toMatchObject([{ ...told, BusinessId: 'harbourside' }])
})
