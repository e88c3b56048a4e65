import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { noticeWords } from '#contract/bell/notice-words.ts'
import { ringBell } from '#platform/bell'
import { noTenant } from '#platform/database'
import { queueEmail } from '#server/messaging'
import { sendDueReports } from '#server/reports'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { awardTo, limitRole } from '#tests/limits.ts'
import { importsBy } from '#tests/records/imports.ts'
import { followBell } from './live.ts'

let hub: TestHub
let admin: Caller
const params = { businessId: 'harbourside' }
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())
beforeEach(() => hub.owner.query('delete from user_notice'))

const noticesOf = async (caller: Caller, query = {}) =>
  (await caller(api.listNotices, { params, query })).body.Results
const told = async (caller: Caller) => (await noticesOf(caller)).map(noticeWords)
const unread = async (caller: Caller) => (await caller(api.countWaiting, { params })).body.Unread
const uidOf = async (email: string) => {
  const { rows } = await hub.owner.query<{ uid: string }>(`select uid from business_user where email = $1`, [
    email,
  ])
  return rows[0]!.uid
}
const insert = (uid: string, subject: string, at = 'now', businessId = 'harbourside') =>
  hub.owner.query(
    `insert into user_notice (business_id, uid, kind, subject_id, told, at)
     values ($1, $2, 'ImportFailed', $3, '{"FileName": "a.csv"}', $4)`,
    [businessId, uid, subject, at],
  )

describe('the bell tells', () => {
  test('who imports that the file was checked, and imported', async () => {
    const { check, run } = importsBy(hub, people.admin)
    const { ImportId } = await check('First Name,Last Name,Membership Type\nBella,Bellson,Ordinary\n')
    expect(await told(admin)).toEqual(['members.csv has been checked. Choose what to import.'])
    await run(ImportId)
    expect((await told(admin))[0]).toBe('members.csv was imported: 1 created, 0 updated, 0 refused.')
    expect(await noticesOf(hub.as(people.reception))).toEqual([])
  })

  test('who imports that the file can’t be', async () => {
    await importsBy(hub, people.admin).check('First Name,Last Name\n')
    expect(await told(admin)).toEqual(['members.csv could not be imported.'])
  })

  test('whoever may decide that approval is asked for, and who asked what became of it', async () => {
    const asker = hub.as(people.promotions)
    const award = await awardTo(hub, '2')
    await limitRole(hub, 'Promotions', { AwardsPerAct: 500 })
    const ask = async () =>
      (
        await asker(api.askForApproval, {
          params,
          body: {
            Act: 'awardPoints',
            Params: award.params,
            Body: award.body(600),
            Reason: 'Main prize',
          },
        })
      ).body
    const { ApprovalId, About, AskedBy } = await ask()
    expect(await told(admin)).toEqual([
      `${AskedBy} asks for approval: Award points to a member: ${About}, 600 points.`,
    ])
    expect(await noticesOf(asker)).toEqual([])
    expect(await noticesOf(hub.as(people.reception))).toEqual([])
    await admin(api.approveRequest, { params: { ...params, approvalId: ApprovalId } })
    expect(await told(asker)).toEqual([
      `Award points to a member: ${About}, 600 points, was approved by Alex Admin.`,
    ])
    // It waits no more: nobody has to look.
    expect((await noticesOf(admin))[0]?.IsRead).toBe(true)

    await hub.owner.query(`delete from user_notice`)
    await ask()
    await hub.owner.query(`update approval_request set expires_at = now() where status = 'Waiting'`)
    await hub.tasks['expire_approvals']!({} as never, { isLast: false })
    expect((await told(asker))[0]).toContain('was decided by nobody in time.')
    expect(await unread(admin)).toBe(0)
  })

  test('who sent a message that it could not be delivered, and where it was to go', async () => {
    const uid = await uidOf(people.admin)
    const id = await hub.database.transaction('harbourside', (tx) => {
      tx.actor = uid
      return queueEmail(tx, {
        kind: 'card',
        lane: 'soon',
        to: 'gone@example.org',
        subject: 'Your card',
        body: 'Here.',
        secret: 'Here',
      })
    })
    // Sealed otherwise: no other try would help.
    await hub.owner.query(
      `update outbox_message set sealed = decode(repeat('00', 64), 'hex') where id = $1`,
      [id],
    )
    await hub.tasks['deliver_message_soon']!({ ...params, id: Number(id) } as never, { isLast: true })
    const failed = 'A message of yours could not be delivered: card invitation'
    expect(await told(admin)).toEqual([`${failed} to gone@example.org.`])
    // Who sent it, and doesn't read where members are reached, recognises it.
    await hub.owner.query(`insert into role values ('harbourside', 'Giver', '', '{Loyalty.CreditPoints}')`)
    const door = { ...params, uid: await uidOf(people.door) }
    await admin(api.setUserRole, { params: door, body: { Value: 'Giver' } })
    await hub.owner.query(`update user_notice set uid = $1`, [door.uid])
    expect(await told(hub.as(people.door))).toEqual([`${failed} to g•••@e•••.org.`])
    await admin(api.setUserRole, { params: door, body: { Value: 'Door' } })
    await hub.owner.query(`update user_notice set uid = $1`, [uid])
    await hub.owner.query(`update outbox_message set recipient = '' where id = $1`, [id])
    expect(await told(admin)).toEqual([`${failed}.`])
  })

  test('a call’s user stands as the sender of what it sends, and a stranger doesn’t', async () => {
    await admin(api.createUser, { params, body: { Username: 'bell@hub.example', DisplayName: 'Bell' } })
    const { rows } = await hub.owner.query(
      `select sender_id from outbox_message where recipient = 'bell@hub.example'`,
    )
    expect(rows).toEqual([{ sender_id: await uidOf(people.admin) }])
    await hub.as(null)(api.requestReset, { body: { email: 'bell@hub.example' } })
    const { rows: resets } = await hub.owner.query(
      `select distinct sender_id from outbox_message where recipient = 'bell@hub.example' and kind = 'reset'`,
    )
    expect(resets.every(({ sender_id: sender }) => sender === null)).toBe(true)
  })

  test('nobody of a message outside of businesses, which is settled all the same', async () => {
    const uid = await uidOf(people.admin)
    const id = await hub.database.transaction(noTenant, (tx) => {
      tx.actor = uid
      return queueEmail(tx, {
        kind: 'reset',
        lane: 'soon',
        to: 'a@b.example',
        subject: 'Yours',
        body: 'Here.',
        secret: 'Here',
      })
    })
    await hub.owner.query(
      `update outbox_message set sealed = decode(repeat('00', 64), 'hex') where id = $1`,
      [id],
    )
    const payload = { businessId: noTenant, id: Number(id) }
    await hub.tasks['deliver_message_soon']!(payload as never, { isLast: true })
    const { rows } = await hub.owner.query(`select state from outbox_message where id = $1`, [id])
    expect(rows).toEqual([{ state: 'Failed' }])
  })

  test('who is given a request that they are', async () => {
    const { rows } = await hub.owner.query<{ id: string; name: string }>(
      `select session_id as id, display_name as name from request_session
       where business_id = 'harbourside' and kind = 'Registration' and submitted_at is not null
         and deleted_at is null and venue_no = '1' and assigned_to is null order by session_id limit 1`,
    )
    const { id: sessionId, name } = rows[0]!
    const body = { Uid: await uidOf(people.reception) }
    await admin(api.assignRequest, { params: { ...params, sessionId }, body })
    expect(await told(hub.as(people.reception))).toEqual([
      `Alex Admin gave you an application to decide: ${name}.`,
    ])
    // Who has been given other venues since, or another role, is told of nobody any more.
    const nameless = ['Alex Admin gave you an application to decide.']
    const reception = { ...params, uid: body.Uid }
    await admin(api.setUserVenues, { params: reception, body: ['2'] })
    expect(await told(hub.as(people.reception))).toEqual(nameless)
    await admin(api.setUserVenues, { params: reception, body: [] })
    await admin(api.setUserRole, { params: reception, body: { Value: 'Promotions' } })
    expect(await told(hub.as(people.reception))).toEqual(nameless)
    await admin(api.setUserRole, { params: reception, body: { Value: 'Reception' } })
  })

  test('whose report is sent that it is here', async () => {
    await hub.owner.query(`update saved_report set next_at = now() where name = 'Close of the month'`)
    await sendDueReports(hub.database, () => 'https://hub.example')
    const [notice] = await noticesOf(hub.as(people.finance))
    expect(noticeWords(notice!)).toBe('Your monthly report “Close of the month” is here.')
    expect(notice!.Values).toMatchObject({ Report: 'finance-close-pack' })
  })
})

describe('what one was told', () => {
  test('is read one by one, or all up to a moment, and counted', async () => {
    const uid = await uidOf(people.admin)
    for (const [subject, at] of [
      ['one', '2026-01-01T00:00:00Z'],
      ['two', '2026-01-02T00:00:00Z'],
      ['three', '2026-01-03T00:00:00Z'],
    ] as const)
      await insert(uid, subject, at)
    expect((await noticesOf(admin)).map(({ SubjectId }) => SubjectId)).toEqual(['three', 'two', 'one'])
    expect(await unread(admin)).toBe(3)
    const [newest, second] = await noticesOf(admin)
    await admin(api.readNotice, { params: { ...params, noticeId: newest!.NoticeId } })
    expect((await noticesOf(admin)).map(({ IsRead }) => IsRead)).toEqual([true, false, false])
    await admin(api.readNotices, { params, body: { UpTo: second!.Date } })
    expect(await unread(admin)).toBe(0)
  })

  test('comes up again when it happens again, and not twice', async () => {
    const uid = await uidOf(people.admin)
    const ring = (FileName: string) =>
      hub.database.transaction('harbourside', (tx) =>
        ringBell(tx, [uid, uid, ''], { kind: 'ImportDone', subject: 'same', values: { FileName } }),
      )
    await ring('first.csv')
    await admin(api.readNotices, { params, body: { UpTo: '2099-01-01T00:00:00Z' } })
    await ring('again.csv')
    expect(await noticesOf(admin)).toMatchObject([{ IsRead: false, Values: { FileName: 'again.csv' } }])
  })

  test('is nobody else’s to see or read, in the business or out of it', async () => {
    await insert(await uidOf(people.admin), 'mine')
    const [mine] = await noticesOf(admin)
    for (const other of [people.reception, people.superAdmin, people.otherAdmin]) {
      const caller = hub.as(other)
      const at = other === people.otherAdmin ? { businessId: 'valley-golf' } : params
      expect((await caller(api.listNotices, { params: at })).body.Results).toEqual([])
      const read = await caller(api.readNotice, { params: { ...at, noticeId: mine!.NoticeId } })
      expect(read.status).toBe(404)
    }
    expect(await unread(admin)).toBe(1)
    expect((await hub.as(people.otherAdmin)(api.listNotices, { params })).status).toBe(404)
  })

  test('falls away after 90 days, and goes with the user', async () => {
    const { Uid: uid } = (
      await admin(api.createUser, { params, body: { Username: 'away@hub.example', DisplayName: 'Away' } })
    ).body
    await insert(uid, 'young')
    await insert(uid, 'old', '2026-01-01T00:00:00Z')
    await hub.owner.query(`update user_notice set at = now() - interval '91 days' where subject_id = 'old'`)
    await hub.tasks['forget_old_notices']!({} as never, { isLast: false })
    const left = async () => (await hub.owner.query('select subject_id as id from user_notice')).rows
    expect(await left()).toEqual([{ id: 'young' }])
    await admin(api.deleteUser, { params: { ...params, uid }, query: { email: 'away@hub.example' } })
    expect(await left()).toEqual([])
  })
})

test('who has the console open hears of it', async () => {
  const uid = await uidOf(people.admin)
  const db = hub.database.forTenant('harbourside')
  const news = followBell(db, uid, hub.platform.notices)
  await news.next()
  expect((await news.next()).value).toBe('data: {"Unread":0,"Newest":null}\n\n')
  const next = news.next()
  await hub.database.transaction('harbourside', (tx) =>
    ringBell(tx, [uid], { kind: 'ImportFailed', subject: 'heard', values: {} }),
  )
  expect((await next).value).toContain('"Unread":1')
  await news.return(undefined)
})

test('what waits is counted of what one may decide', async () => {
  const { body } = await admin(api.countWaiting, { params })
  const { body: next } = await admin(api.getNextRequest, { params, query: { kind: 'Registration' } })
  expect(body.Applications).toBe(next.WaitingCount)
  expect(body.Applications).toBeGreaterThan(0)
  // Finance reads requests, and decides on none.
  for (const other of [people.door, people.finance])
    expect((await hub.as(other)(api.countWaiting, { params })).body).toMatchObject({
      Approvals: 0,
      Applications: 0,
      Renewals: 0,
    })
})
