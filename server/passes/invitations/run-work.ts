import { randomUUID } from 'node:crypto'
import sql, { empty } from 'sql-template-tag'
import type { Member } from '#contract/members/members.ts'
import { mostUnderWay } from '#contract/messaging/mass-sending.ts'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import type { SkipReason, StoredSearch } from '#contract/passes/pass-invitations.ts'
import { passValuesOf } from '#contract/passes/pass-tokens.ts'
import { claimPath } from '#contract/patron-paths.ts'
import { ringBell } from '#platform/bell'
import { recordAudit } from '#platform/call'
import { oneByOne } from '#platform/concurrency'
import { type Database, isPassing, noTenant, type Transaction } from '#platform/database'
import { startJob, timeIsUp } from '#platform/jobs'
import { hashOf } from '#platform/secrets'
import { businessName } from '#server/business'
import { contactOnFile } from '#server/members/contacts'
import { readMembers } from '#server/members/record'
import { sliceAfter } from '#server/members/search'
import { queueMany } from '#server/messaging'
import { waitingAmong } from '#server/messaging/sent'
import { readConfiguration } from '#server/passes/designs'
import { newCouponCode } from './coupon-code.ts'
import {
  invitationMessage,
  newPassCode,
  type Recipient,
  recipientOfInvitation,
} from './invitation-message.ts'
import { passedOver } from './run-count.ts'
import { searched } from './run-record.ts'

/** The run that a job is to work on. */
export type RunJob = { readonly businessId: string; readonly runId: string }

/** Its name in the queue. The former version, which goes beyond what was agreed to and isn't paused, doesn't know it. */
export const runTask = 'send_agreed_invitations'
/** What that one calls it. */
export const formerRunTask = 'send_pass_invitations'

// So many members are looked at with each commit, however few of them are searched for: whoever presses Stop waits for the run.
const sliceSize = 2_000
// With each commit no more than these go out, so that whoever presses Stop is heard soon.
const pieceSize = 50
const mostTries = 5
// What waits for another try, such as while a carrier is away, is let grow further than what nobody has tried yet.
const mostWaiting = 10 * mostUnderWay
const waitSeconds = 2

/**
 * Sends the invitations of a run, piece by piece, from where it stands to the end or until its turn is over. It doesn't run ahead of
 * the messages that go out: where many wait it comes again in a moment.
 */
export async function sendInvitations(database: Database, job: RunJob): Promise<void> {
  const isOver = timeIsUp()
  let goesOn = true
  try {
    while (goesOn)
      goesOn = await database.transaction(job.businessId, async (tx) => {
        const left = await sendPiece(tx, job.runId)
        if (left === 'none' || (left === 'more' && !isOver())) return left === 'more'
        const inSeconds = left === 'crowded' ? waitSeconds : 0
        await startJob(tx, runTask, job, { key: job.runId, inSeconds })
        return false
      })
  } catch (error) {
    if (!isPassing(error)) await giveUpIfStuck(database, job)
    throw error
  }
}

type Run = {
  readonly designId: string
  readonly search: StoredSearch
  readonly venues: readonly string[] | null
  readonly lastMemberId: string
  /** How many may still be invited of those that were agreed to. */
  readonly room: number | null
  readonly origin: string
  readonly actor: { readonly uid: string; readonly name: string }
  readonly from: { readonly address: string; readonly requestId: string }
}

type Found = { readonly id: string; readonly reason: SkipReason | null }

/**
 * Sends one piece and moves the mark behind it, both or neither: whoever comes next, on this server or another, begins
 * after the mark, so that nobody is invited twice. Tells whether there is more to do, and whether that has to wait.
 */
async function sendPiece(tx: Transaction, runId: string): Promise<'none' | 'more' | 'crowded'> {
  const ofRun = sql`business_id = ${tx.businessId} and run_id = ${runId}`
  const run = await tx.maybe<Run>(sql`
    select pass_configuration_id as "designId", search, venues, last_member_id as "lastMemberId", origin,
      to_invite - invited as room, json_build_object('uid', actor_id, 'name', actor_name) as actor,
      json_build_object('address', address, 'requestId', request_id) as "from"
    from pass_invitation_run where ${ofRun} and state = 'Running' for update`)
  if (!run) return 'none'
  const most = await roomOf(tx, runId)
  if (most <= 0) {
    await tx.run(sql`update pass_invitation_run set worked_at = now() where ${ofRun}`)
    return 'crowded'
  }
  const design = await readConfiguration(tx, run.designId)
  const { found, mark, isDone } = await nextMembers(tx, run, design, most)
  const outcomes = await inviteFound(tx, run, design, found)
  await keepOutcomes(tx, runId, outcomes)
  const counted = (outcome: Outcome['outcome']) => outcomes.filter((each) => each.outcome === outcome).length
  const counts = await tx.one<{ invited: number; skipped: number; unreachable: number }>(sql`
    update pass_invitation_run set last_member_id = ${mark}, worked_at = now(), tries = 0,
      seen = seen + ${found.length}, invited = invited + ${counted('Invited')},
      skipped = skipped + ${counted('Skipped')}, unreachable = unreachable + ${counted('Unreachable')},
      state = case when ${isDone} then 'Done' else state end, finished_at = case when ${isDone} then now() end
    where ${ofRun} returning invited, skipped, unreachable`)
  if (isDone) await recordEnd(tx, runId, run, design, counts)
  return isDone ? 'none' : 'more'
}

/** How many may be invited now: none while as many messages of the run wait as may; of the last ones, which are those that do. */
async function roomOf(tx: Transaction, runId: string): Promise<number> {
  const { untried, waiting } = await waitingAmong(
    tx,
    sql`select message_id from pass_invitation_recipient
      where business_id = ${tx.businessId} and run_id = ${runId} and outcome = 'Invited'
      order by member_id desc limit ${mostWaiting}`,
  )
  return Math.min(pieceSize, mostUnderWay - untried, mostWaiting - waiting)
}

/** The next members of the search within a slice of all, up to as many as may be invited, and the mark behind them. */
async function nextMembers(tx: Transaction, run: Run, design: PassConfiguration, most: number) {
  const { within, end } = await sliceAfter(tx, run.lastMemberId, sliceSize)
  const isSearched = sql`m.business_id = ${tx.businessId} and ${within} and ${searched(run.search, run)}`
  const reason = passedOver(design)
  const last = await tx.maybe<{ id: string }>(sql`
    select m.member_id as id from member m where ${isSearched} and (${reason}) is null
    order by m.member_id offset ${most - 1} limit 1`)
  const found = await tx.rows<Found>(sql`
    select m.member_id as id, ${reason} as reason from member m
    where ${isSearched} ${last ? sql`and m.member_id <= ${last.id}` : empty} order by m.member_id`)
  const mark = last?.id ?? end ?? found.at(-1)?.id ?? run.lastMemberId
  return { found, mark, isDone: !last && end === null }
}

type Outcome = {
  readonly memberId: string
  readonly outcome: 'Invited' | 'Skipped' | 'Unreachable'
  readonly reason: SkipReason | null
  readonly messageId: string | null
}

/** Invites those who can be, and tells what became of each. */
async function inviteFound(
  tx: Transaction,
  run: Run,
  design: PassConfiguration,
  found: readonly Found[],
): Promise<Outcome[]> {
  const ids = found.filter(({ reason }) => reason === null).map(({ id }) => id)
  const reached = (await readMembers(tx, ids)).flatMap((member) => {
    const recipient = reachOf(member)
    return recipient ? [{ member, recipient }] : []
  })
  const isReached = new Set(reached.map(({ member }) => member.id))
  const agreed = reached.slice(0, Math.max(0, run.room ?? Infinity))
  const isAgreed = new Set(agreed.map(({ member }) => member.id))
  const messages = await inviteReached(tx, run, design, agreed)
  return found.map(({ id, reason }) => {
    const outcome = { memberId: id, reason, messageId: messages.get(id) ?? null }
    if (reason) return { ...outcome, outcome: 'Skipped' }
    if (!isReached.has(id)) return { ...outcome, outcome: 'Unreachable' }
    if (messages.has(id)) return { ...outcome, outcome: 'Invited' }
    // Somebody has invited them by hand meanwhile, unless they were too many.
    return { ...outcome, outcome: 'Skipped', reason: isAgreed.has(id) ? 'HasCard' : 'Beyond' }
  })
}

async function keepOutcomes(tx: Transaction, runId: string, outcomes: readonly Outcome[]): Promise<void> {
  await tx.run(sql`
    insert into pass_invitation_recipient (business_id, run_id, member_id, outcome, reason, message_id)
    select ${tx.businessId}, ${runId}, r."memberId", r.outcome, r.reason, r."messageId"
    from json_to_recordset(${JSON.stringify(outcomes)}::json)
      as r ("memberId" text, outcome text, reason text, "messageId" bigint)`)
}

type Reached = { readonly member: Member; readonly recipient: Recipient }

/** Makes passes for these members and writes to each; tells the number of each one's message. */
async function inviteReached(
  tx: Transaction,
  run: Run,
  design: PassConfiguration,
  reached: readonly Reached[],
): Promise<Map<string, string>> {
  const queued = new Map<string, string>()
  if (reached.length === 0) return queued
  const name = await businessName(tx)
  const made = reached.map(({ member, recipient }) => ({
    member,
    recipient,
    passId: randomUUID(),
    couponCode: newCouponCode(),
    code: newPassCode(),
  }))
  // Somebody may have been invited by hand since they were looked up: that invitation stands.
  const inserted = await tx.rows<{ id: string }>(sql`
    insert into pass (business_id, pass_id, pass_configuration_id, member_id, coupon_code, code_hash, invited_to,
      issued_by_id, issued_by_name)
    select ${tx.businessId}, n.pass_id, ${run.designId}, n.member_id, n.coupon_code, n.code_hash, n.invited_to,
      ${run.actor.uid}, ${run.actor.name}
    from unnest(${made.map(({ passId }) => passId)}::text[], ${made.map(({ member }) => member.id)}::text[],
      ${made.map(({ couponCode }) => couponCode)}::text[], ${made.map(({ code }) => hashOf(code))}::bytea[],
      ${made.map(({ recipient }) => recipient.to)}::text[]) as n (pass_id, member_id, coupon_code, code_hash, invited_to)
    on conflict (business_id, member_id, pass_configuration_id) where revoked_at is null do nothing
    returning pass_id as id`)
  const ids = new Set(inserted.map(({ id }) => id))
  for (const channel of ['sms', 'email'] as const) {
    const to = made.filter(({ passId, recipient }) => ids.has(passId) && recipient.channel === channel)
    if (to.length === 0) continue
    const messages = to.map(({ member, recipient, couponCode, code }) => {
      const values = passValuesOf({ member, businessName: name, couponCode, purseBalance: 0 })
      return invitationMessage(design, values, recipient, run.origin + claimPath(code))
    })
    const numbers = await queueMany(tx, channel, 'bulk', messages)
    for (const [at, { member }] of to.entries()) queued.set(member.id, numbers[at]!)
  }
  return queued
}

async function recordEnd(
  tx: Transaction,
  runId: string,
  { actor, from }: Run,
  { DisplayName }: PassConfiguration,
  { invited, skipped, unreachable }: { invited: number; skipped: number; unreachable: number },
): Promise<void> {
  await tellOfEnd(tx, runId, { uid: actor.uid, Name: DisplayName, Invited: invited, State: 'Done' })
  const action = { name: 'finishPassInvitations', title: 'Finish sending digital membership invitations' }
  await recordAudit(tx, actor, from, action, [
    {
      record: { kind: 'Digital membership invitations', id: runId, name: DisplayName },
      after: { Invited: invited, Skipped: skipped, Unreachable: unreachable },
    },
  ])
}

async function giveUpIfStuck(database: Database, { businessId, runId }: RunJob): Promise<void> {
  await database.transaction(businessId, async (tx) => {
    const run = await tx.maybe<Ended>(sql`
      update pass_invitation_run r set tries = tries + 1,
        state = case when tries + 1 >= ${mostTries} then 'Failed' else state end,
        finished_at = case when tries + 1 >= ${mostTries} then now() end
      from pass_configuration c
      where r.business_id = ${businessId} and r.run_id = ${runId} and r.state = 'Running'
        and c.business_id = r.business_id and c.pass_configuration_id = r.pass_configuration_id
      returning r.actor_id as uid, c.display_name as "Name", r.invited as "Invited", r.state as "State"`)
    if (run?.State === 'Failed') await tellOfEnd(tx, runId, run)
  })
}

type Ended = { readonly uid: string; readonly Name: string; readonly Invited: number; readonly State: string }

async function tellOfEnd(tx: Transaction, subject: string, { uid, ...values }: Ended): Promise<void> {
  await ringBell(tx, [uid], { kind: 'InvitationsDone', subject, values })
}

/** Has runs go on whose server is gone: the queue would give their jobs to another only hours later. */
export async function resumeInvitations(database: Database): Promise<void> {
  const stuck = await database.forTenant(noTenant).rows<RunJob>(sql`
    select business_id as "businessId", run_id as "runId" from pass_invitation_run
    where state = 'Running' and worked_at < now() - interval '1 minute'`)
  await oneByOne(stuck, (job) =>
    database.transaction(job.businessId, (tx) => startJob(tx, runTask, job, { key: job.runId })),
  )
}

/** How a member is invited whom nobody looks at before. */
function reachOf(member: Member): Recipient | null {
  const contact = contactOnFile(member)
  return contact && recipientOfInvitation(contact)
}
