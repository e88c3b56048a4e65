import sql, { empty } from 'sql-template-tag'
import { countedHours } from '#contract/messaging/mass-sending.ts'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import type { PassRun, passInvitationsApi, PassRunCount } from '#contract/passes/pass-invitations.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { mostAtOnceOf, type Reach, requireWithinRole, sendingToMany } from '#platform/limits'
import { conflict } from '#platform/refusals'
import { readConfiguration, requireInUse } from '#server/passes/designs'
import { countRun } from './run-count.ts'
import { readRun, runsOf, selectRuns } from './run-record.ts'
import { runTask } from './run-work.ts'

// How long is counted before there is an answer. Whoever starts it has waited already.
const patienceMs = { looking: 1_000, starting: 4_000 }

/** How many members of a search would be invited, or how many of the first of them. */
export async function countPassInvitations({
  db,
  who,
  query,
}: Call<typeof passInvitationsApi.countPassInvitations>): Promise<PassRunCount> {
  const { PassConfigurationId, after, ...search } = query
  const design = await readConfiguration(db, PassConfigurationId)
  const count = await countRun(db, who, design, search, { after, forMs: patienceMs.looking })
  return { ...count, MostAtOnce: mostAtOnceOf(who), SentOfLate: await sentOfLate(db, who) }
}

/** How many somebody's sendings of late went to, or are to go to. What they had go on of others' is theirs who began it. */
async function sentOfLate(db: Queries, who: Who, exceptId = ''): Promise<number> {
  const { sent } = await db.one<{ sent: number }>(sql`
    select coalesce(sum(case when r.state in ('Running', 'Paused') then coalesce(r.to_invite, r.total) else r.invited end), 0)::int
      as sent
    from pass_invitation_run r
    where r.business_id = ${db.businessId} and r.actor_id = ${who.uid} and r.run_id <> ${exceptId}
      and r.created_at > now() - make_interval(hours => ${countedHours})`)
  return sent
}

/** What has been sent to many at once, newest first. */
export async function listPassInvitations(call: Call<typeof passInvitationsApi.listPassInvitations>) {
  const { db, who } = call
  const theirs = sql`r.business_id = ${db.businessId} and ${runsOf(who)}`
  if (isToCount(call)) return totalOfList(db, sql`pass_invitation_run r where ${theirs}`)
  const after = afterKey(call, 'time', 'text')
  const rows = await db.rows<PassRun>(sql`
    ${selectRuns} where ${theirs}
      ${after ? sql`and (r.created_at, r.run_id) < (${after[0]}, ${after[1]})` : empty}
    order by r.created_at desc, r.run_id desc limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (row) => [row.StartedAt, row.RunId])
}

type Starting = Call<typeof passInvitationsApi.startPassInvitations>
type RunReach = Reach & { readonly design: PassConfiguration; readonly members: number }

/** Starts to invite all members of a search, as many as were agreed to. A job does it, piece by piece. */
export const startPassInvitations = sendingToMany<
  typeof passInvitationsApi.startPassInvitations,
  Starting,
  RunReach
>(reachOf, start)

async function reachOf({ db, who, body }: Starting): Promise<RunReach> {
  const { PassConfigurationId, ToInvite, ConfirmCount, ...search } = body
  const design = await requireInUse(db, PassConfigurationId)
  const count = await countRun(db, who, design, search, { forMs: patienceMs.starting })
  return {
    agreed: ToInvite,
    confirmed: ConfirmCount,
    counted: count.ToInvite,
    before: await sentOfLate(db, who),
    design,
    members: count.Of ?? count.Members,
  }
}

async function start(call: Starting, { design, members, agreed }: RunReach): Promise<PassRun> {
  const { db, who, origin, body } = call
  const { PassConfigurationId: designId, ToInvite: _, ConfirmCount: __, ...search } = body
  const started = await db.maybe<{ id: string }>(sql`
    insert into pass_invitation_run (business_id, pass_configuration_id, search, venues, total, to_invite, origin, actor_id,
      actor_name, address, request_id)
    values (${db.businessId}, ${designId}, ${JSON.stringify(search)}, ${who.venues}, ${members}, ${agreed},
      ${origin.publicUrl()}, ${who.uid}, ${who.name}, ${origin.address}, ${origin.requestId})
    on conflict (business_id) where state in ('Running', 'Paused') do nothing returning run_id as id`)
  if (!started)
    throw conflict(
      'invitations_at_work',
      'Other invitations are being sent right now, or are paused. Wait until they are sent, or stop them.',
    )
  // Another of theirs may have come and gone while this one was counted.
  requireWithinRole(who, agreed, await sentOfLate(db, who, started.id))
  await startRun(db, started.id)
  call.audit({
    record: { kind: 'Digital membership invitations', id: started.id, name: design.DisplayName },
    after: { Members: members, 'To invite': agreed, ...search },
  })
  return readRun(db, who, started.id)
}

const startRun = (tx: Transaction, runId: string) =>
  startJob(tx, runTask, { businessId: tx.businessId, runId }, { key: runId })

type Steering = Call<
  | typeof passInvitationsApi.pausePassInvitations
  | typeof passInvitationsApi.continuePassInvitations
  | typeof passInvitationsApi.stopPassInvitations
>

/** Has a run wait. What is on its way already still arrives. */
export async function pausePassInvitations(call: Steering): Promise<PassRun> {
  return steer(call, ['Running'], 'Paused', 'These invitations are not being sent.')
}

/** Has a run go on that waits, by somebody who may write to as many as are left. */
export async function continuePassInvitations(call: Steering): Promise<PassRun> {
  const { ToInvite, Invited, Total } = await readRun(call.db, call.who, call.params.runId)
  const before = await sentOfLate(call.db, call.who, call.params.runId)
  requireWithinRole(call.who, (ToInvite ?? Total) - Invited, before)
  const run = await steer(call, ['Paused'], 'Running', 'These invitations are not paused.')
  await startRun(call.db, run.RunId)
  return run
}

/** Ends a run before its end. Those who were invited stay so. */
export async function stopPassInvitations(call: Steering): Promise<PassRun> {
  return steer(call, ['Running', 'Paused'], 'Stopped', 'These invitations have all been sent already.')
}

async function steer(
  call: Steering,
  from: readonly PassRun['State'][],
  to: PassRun['State'],
  otherwise: string,
): Promise<PassRun> {
  const { db, who, params } = call
  const { State } = await readRun(db, who, params.runId)
  const changed = await db.run(sql`
    update pass_invitation_run set state = ${to}, worked_at = now(),
      finished_at = case when ${to === 'Stopped'} then now() end
    where business_id = ${db.businessId} and run_id = ${params.runId} and state = any(${from})`)
  if (changed === 0) throw conflict('invitations_over', otherwise)
  const run = await readRun(db, who, params.runId)
  call.audit({
    record: { kind: 'Digital membership invitations', id: run.RunId, name: run.DisplayName },
    before: { State },
    after: { State: run.State, Invited: run.Invited },
  })
  return run
}
