import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Member } from '#contract/members/members.ts'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import type { StoredSearch } from '#contract/passes/pass-invitations.ts'
import { valuesOf } from '#contract/passes/pass-tokens.ts'
import { ringBell } from '#platform/bell'
import { recordAudit } from '#platform/call'
import { oneByOne } from '#platform/concurrency'
import { type Database, isPassing, noTenant, type Transaction } from '#platform/database'
import { startJob, timeIsUp } from '#platform/jobs'
import { hashOf } from '#platform/secrets'
import { businessName } from '#server/business'
import { contactOnFile } from '#server/members/contacts'
import { readMembers } from '#server/members/search'
import { queueMany } from '#server/messaging'
import { readConfiguration } from '#server/passes/designs'
import { newCouponCode } from './coupon-code.ts'
import { invitationMessage, newPassCode, type Recipient, recipientOf } from './invitation-message.ts'
import { isPassedOver, searched } from './run-record.ts'

/** The run that a job is to work on. */
export type RunJob = { readonly businessId: string; readonly runId: string }

const batchSize = 500
const mostTries = 5

/** Sends the invitations of a run, batch by batch, from where it stands to the end or until its turn is over. */
export async function sendInvitations(database: Database, job: RunJob): Promise<void> {
  const isOver = timeIsUp()
  let goesOn = true
  try {
    while (goesOn)
      goesOn = await database.transaction(job.businessId, async (tx) => {
        const isUnfinished = await sendBatch(tx, job.runId)
        if (!isUnfinished || !isOver()) return isUnfinished
        await startJob(tx, 'send_pass_invitations', job)
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
  readonly origin: string
  readonly actor: { readonly uid: string; readonly name: string }
  readonly from: { readonly address: string; readonly requestId: string }
}

/**
 * Sends one batch and moves the mark behind it, both or neither: whoever comes next, on this server or another, begins
 * after the mark, so that nobody is invited twice. False when there is nothing more to do.
 */
async function sendBatch(tx: Transaction, runId: string): Promise<boolean> {
  const ofRun = sql`business_id = ${tx.businessId} and run_id = ${runId}`
  const run = await tx.maybe<Run>(sql`
    select pass_configuration_id as "designId", search, venues, last_member_id as "lastMemberId", origin,
      json_build_object('uid', actor_id, 'name', actor_name) as actor,
      json_build_object('address', address, 'requestId', request_id) as "from"
    from pass_invitation_run where ${ofRun} and state = 'Running' for update`)
  if (!run) return false
  const design = await readConfiguration(tx, run.designId)
  const found = await tx.rows<{ id: string; isPassed: boolean }>(sql`
    select m.member_id as id, ${isPassedOver(design)} as "isPassed" from member m
    where m.business_id = ${tx.businessId} and m.member_id > ${run.lastMemberId} and ${searched(run.search, run)}
    order by m.member_id limit ${batchSize}`)
  const without = found.filter(({ isPassed }) => !isPassed).map(({ id }) => id)
  const reached = (await readMembers(tx, without)).flatMap((member) => {
    const recipient = reachOf(member)
    return recipient ? [{ member, recipient }] : []
  })
  const invited = await inviteReached(tx, run, design, reached)
  const isDone = found.length < batchSize
  const counts = await tx.one<{ invited: number; skipped: number; unreachable: number }>(sql`
    update pass_invitation_run set last_member_id = ${found.at(-1)?.id ?? run.lastMemberId}, worked_at = now(), tries = 0,
      seen = seen + ${found.length}, invited = invited + ${invited},
      skipped = skipped + ${found.length - without.length + reached.length - invited},
      unreachable = unreachable + ${without.length - reached.length},
      state = case when ${isDone} then 'Done' else state end, finished_at = case when ${isDone} then now() end
    where ${ofRun} returning invited, skipped, unreachable`)
  if (isDone) await recordEnd(tx, runId, run, design, counts)
  return !isDone
}

type Reached = { readonly member: Member; readonly recipient: Recipient }

/** Makes passes for these members and writes to each; tells how many that were. */
async function inviteReached(
  tx: Transaction,
  run: Run,
  design: PassConfiguration,
  reached: readonly Reached[],
): Promise<number> {
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
      const values = valuesOf({ member, businessName: name, couponCode, purseBalance: 0 })
      return invitationMessage(design, values, recipient, `${run.origin}/claim/${code}`)
    })
    await queueMany(tx, channel, 'bulk', messages)
  }
  return ids.size
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
    database.transaction(job.businessId, (tx) =>
      startJob(tx, 'send_pass_invitations', job, { key: job.runId }),
    ),
  )
}

/** How a member is invited whom nobody looks at before. */
function reachOf(member: Member): Recipient | null {
  const contact = contactOnFile(member)
  return contact && recipientOf(contact)
}
