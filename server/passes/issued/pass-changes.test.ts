import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { MemberFields } from '#contract/members/member-fields.ts'
import { codeHash, importCodeKey } from '#contract/values/code-hash.ts'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent, scanOf } from '#tests/records/events.ts'
import { heldPass, inviteToPass, newMember, passesOf } from '#tests/records/passes.ts'
import { raiseTags } from './changes.ts'
import { resolvedPass } from './resolved-pass.ts'
import { passBySerial, passesChangedSince } from './wallet-passes.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const queued = async () => {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select pass_id as id from pass_change where business_id = 'harbourside'`,
  )
  return rows.map(({ id }) => id)
}
const raise = async () => {
  const told: string[] = []
  await raiseTags(hub.database, 'harbourside', async (_, passes) => {
    told.push(...passes.map(({ passId }) => passId))
  })
  return told
}
const serialOf = async (passId: string) => {
  const { rows } = await hub.owner.query<{ serial: string }>(`select serial from pass where pass_id = $1`, [
    passId,
  ])
  return rows[0]!.serial
}
const admin = () => hub.as(people.admin)

describe('wallets are told of a pass', () => {
  beforeEach(raise)

  test('when its member changes, by a tag that has grown', async () => {
    const { memberId, passId } = await heldPass(hub)
    await raise()
    const serial = await serialOf(passId)
    const before = (await passBySerial(hub.database, serial))!
    const { body } = await admin()(api.getMember, { params: { ...harbourside, memberId } })
    await admin()(api.updateMember, {
      params: { ...harbourside, memberId },
      body: { ...MemberFields.parse(body.Results[0]), FirstName: 'Patricia' },
    })
    expect(await queued()).toEqual([passId])
    const { rows: jobs } = await hub.owner.query(
      `select from graphile_worker.jobs where task_identifier = 'raise_pass_tags'`,
    )
    expect(jobs.length).toBeGreaterThan(0)
    expect(await raise()).toEqual([passId])
    expect(await queued()).toEqual([])
    const [after] = await passesChangedSince(hub.database, [serial], before.updateTag)
    expect(after).toMatchObject({ passId, serial, businessId: 'harbourside' })
    expect(after!.updateTag).toBeGreaterThan(before.updateTag)
    expect(await passesChangedSince(hub.database, [serial], after!.updateTag)).toEqual([])
    const resolved = await resolvedPass(hub.database.forTenant('harbourside'), passId)
    expect(resolved.Document.iOSPrimaryField.Value).toMatch(/^Patricia/)
  })

  test('when points change, its purse or its state', async () => {
    const { memberId, passId } = await heldPass(hub)
    await raise()
    const pointsParams = { ...harbourside, memberId, pointsTypeId: 'Points' }
    await admin()(api.awardPoints, {
      params: pointsParams,
      body: { Note: 'For the test', PointsByDollarValue: 50, PointsByQuantity: 5000 },
    })
    expect(await raise()).toEqual([passId])

    const transferred = await admin()(api.transferPointsToPass, {
      params: { ...pointsParams, invitationId: passId },
      body: { Note: 'As asked', Description: 'To card', PointsByDollarValue: 10, PointsByQuantity: 1000 },
    })
    expect(transferred.body).toMatchObject({ PassBalance: 10, PointsBalanceQuantity: 4000 })
    expect(await raise()).toEqual([passId])
    expect((await passesOf(hub, memberId))[0]?.Balance).toBe(10)

    await admin()(api.revokePass, {
      params: { ...harbourside, memberId, invitationId: passId },
      body: { Reason: 'Lost' },
    })
    expect(await raise()).toEqual([passId])
    // The purse goes on to the next one.
    const { body: next } = await inviteToPass(hub, memberId)
    expect((await passesOf(hub, memberId)).map(({ Balance }) => Balance)).toEqual([10, 0])
    expect(next.State).toBe('Invited')
    expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
  })

  test('when the day has come, and never of one that nobody has claimed', async () => {
    const { passId } = await heldPass(hub, 'visitor-pass')
    const { memberId } = await newMember(hub)
    await inviteToPass(hub, memberId)
    await hub.owner.query(`update member set occupation = 'Baker' where member_id = $1`, [memberId])
    expect(await queued()).toEqual([])
    await hub.owner.query(
      `alter table pass disable trigger passes_follow_themselves;
       update pass set issued_at = now() - interval '1 month 1 day' where pass_id = '${passId}';
       alter table pass enable trigger passes_follow_themselves`,
    )
    await hub.tasks['queue_ended_passes']!({} as never, { isLast: false })
    expect(await raise()).toContain(passId)
  })

  test('when the day has come, however long ago, if nobody has looked since', async () => {
    const look = () => hub.tasks['queue_ended_passes']!({} as never, { isLast: false })
    const lookedAgo = (ago: string) =>
      hub.owner.query(
        `update ended_passes_look set looked_at = now() - $1::interval where business_id = 'harbourside'`,
        [ago],
      )
    const { passId } = await heldPass(hub, 'visitor-pass')
    const { passId: voided, memberId } = await heldPass(hub)
    await hub.owner.query(
      `alter table pass disable trigger passes_follow_themselves;
       update pass set issued_at = now() - interval '1 month 20 days' where pass_id = '${passId}';
       alter table pass enable trigger passes_follow_themselves`,
    )
    await hub.owner.query(
      `update member set date_financial = (now() at time zone 'Australia/Sydney')::date - 20 where member_id = $1`,
      [memberId],
    )
    await raise()
    await look()
    await lookedAgo('19 days')
    await look()
    expect(await raise()).not.toContain(passId)
    await lookedAgo('30 days')
    await look()
    expect(await raise()).toEqual(expect.arrayContaining([passId, voided]))
    await look()
    expect(await raise()).not.toContain(passId)
  })

  test('when its member changes while they are told of the change before', async () => {
    const { memberId, passId } = await heldPass(hub)
    await raise()
    await hub.owner.query(`update member set occupation = 'Baker' where member_id = $1`, [memberId])
    await hub.owner.query('begin')
    await hub.owner.query(`update member set occupation = 'Cook' where member_id = $1`, [memberId])
    expect(await raise()).toEqual([])
    await hub.owner.query('commit')
    expect(await raise()).toEqual([passId])
    // A change that waits for whoever tells them isn't lost either.
    const change = (occupation: string) =>
      hub.database
        .forTenant('harbourside')
        .run(sql`update member set occupation = ${occupation} where member_id = ${memberId}`)
    await change('Miller')
    await hub.meanwhile('delete from pass_change where pass_id = $1', [passId], () => change('Smith'))
    expect(await queued()).toEqual([passId])
  })

  test('in one statement, however many', async () => {
    await hub.owner.query(`
      insert into pass (business_id, pass_configuration_id, member_id, coupon_code, holder_hash, invited_to,
        issued_by_id, issued_by_name, claimed_at)
      select business_id, 'visitor-pass', member_id, left(md5(member_id), 12), sha256(member_id::bytea), '', '', '', now()
      from member m where business_id = 'harbourside' and not exists (
        select from pass p where p.business_id = m.business_id and p.member_id = m.member_id)
      limit 1200`)
    await hub.owner.query(`update member set occupation = 'Baker' where member_id in (
      select member_id from pass where business_id = 'harbourside' and pass_configuration_id = 'visitor-pass')`)
    expect((await queued()).length).toBeGreaterThanOrEqual(1200)
    // On a busy machine a turn may end before the queue does.
    let raised = 0
    while ((await queued()).length > 0) raised += (await raise()).length
    expect(raised).toBeGreaterThanOrEqual(1200)
  })
})

describe('points go to the purse of a pass', () => {
  const transfer = (
    memberId: string,
    invitationId: string,
    points: number,
    who: string = people.promotions,
  ) =>
    hub.as(who)(api.transferPointsToPass, {
      params: { ...harbourside, memberId, invitationId, pointsTypeId: 'Points' },
      body: {
        Note: 'As asked',
        Description: 'To card',
        PointsByDollarValue: points / 100,
        PointsByQuantity: points,
      },
    })

  test('not from a member who lacks them, nor to a pass that nobody has claimed', async () => {
    const { memberId, passId } = await heldPass(hub)
    expect((await transfer(memberId, passId, 1000, people.admin)).error.ErrorCode).toBe('not_enough_points')
    const other = await newMember(hub)
    const { body } = await inviteToPass(hub, other.memberId)
    expect((await transfer(other.memberId, body.InvitationId, 1000, people.admin)).error.ErrorCode).toBe(
      'pass_not_active',
    )
    expect((await transfer(memberId, body.InvitationId, 1000, people.admin)).status).toBe(404)
    expect((await transfer(memberId, passId, 1000, people.reception)).status).toBe(403)
    const { body: modal } = await admin()(api.getPassTransferModal, { params: { ...harbourside, memberId } })
    expect(modal.DigitalMembershipCards.map(({ InvitationId }) => InvitationId)).toEqual([passId])
  })
})

describe('at the door a pass', () => {
  const scan = (eventId: string, body: ReturnType<typeof scanOf>) =>
    hub.as(people.door)(api.recordScans, { params: { ...harbourside, eventId }, body })

  test('lets its member in, is counted, and is in the list for doors without a connection', async () => {
    const eventId = await publishedEvent(hub)
    const { memberId, couponCode } = await heldPass(hub)
    const params = { ...harbourside, eventId }
    const { body: key } = await hub.as(people.door)(api.getDoorKey, { params })
    const hash = await codeHash(await importCodeKey(key.Key), couponCode)
    const snapshot = await hub.as(people.door)(api.getDoorSnapshot, { params })
    expect(snapshot.body.Guests?.filter((line) => line.includes(hash))).toHaveLength(1)
    const { body } = await scan(eventId, scanOf(couponCode.toLowerCase()))
    expect(body).toMatchObject({ Result: 'Valid', Member: { FirstName: 'Pat' } })
    expect((await passesOf(hub, memberId))[0]?.UsageCount).toBe(1)
  })

  test('is used up after as many scans as its design allows, and not if one is undone', async () => {
    const { memberId, couponCode } = await heldPass(hub, 'visitor-pass')
    const first = await publishedEvent(hub)
    const { body: valid } = await scan(first, scanOf(couponCode))
    expect(valid).toMatchObject({ Result: 'Valid' })
    const second = await publishedEvent(hub)
    const { body: refused } = await scan(second, scanOf(couponCode))
    expect(refused).toMatchObject({ Result: 'CardNotActive' })
    await admin()(api.undoScan, {
      params: { ...harbourside, eventId: first, scanId: (valid as { ScanId: string }).ScanId },
    })
    expect((await passesOf(hub, memberId))[0]?.UsageCount).toBe(0)
    expect((await scan(second, scanOf(couponCode))).body).toMatchObject({ Result: 'Valid' })
  })

  test('lets its member in no more often than its design allows, at however many events at once', async () => {
    const { memberId, couponCode } = await heldPass(hub, 'visitor-pass')
    const events = await Promise.all(Array.from({ length: 8 }, () => publishedEvent(hub)))
    const answers = await Promise.all(events.map((eventId) => scan(eventId, scanOf(couponCode))))
    const results = answers.map(({ body }) => (body as ScanAnswer).Result)
    expect(results.filter((result) => result === 'Valid')).toHaveLength(1)
    expect(results.filter((result) => result === 'CardNotActive')).toHaveLength(7)
    expect((await passesOf(hub, memberId))[0]?.UsageCount).toBe(1)
  })

  test('that was revoked is refused, and gone from the list', async () => {
    const eventId = await publishedEvent(hub)
    const { memberId, passId, couponCode } = await heldPass(hub)
    const list = () => hub.as(people.door)(api.getDoorSnapshot, { params: { ...harbourside, eventId } })
    const before = (await list()).body.Version
    await admin()(api.revokePass, {
      params: { ...harbourside, memberId, invitationId: passId },
      body: { Reason: 'Lent' },
    })
    expect((await list()).body.Version).not.toBe(before)
    expect((await scan(eventId, scanOf(couponCode))).body).toMatchObject({ Result: 'CardNotActive' })
  })
})
