import sql, { empty } from 'sql-template-tag'
import type { PassRun, passInvitationsApi, PassRunCount } from '#contract/passes/pass-invitations.ts'
import { type Call, afterKey, pageOf, rowsToAsk } from '#platform/call'
import { startJob } from '#platform/jobs'
import { conflict } from '#platform/refusals'
import { readConfiguration, requireInUse } from '#server/passes/designs'
import { countRun, readRun, runsOf, selectRuns } from './run-record.ts'

/** How many members of a search would be invited. */
export async function countPassInvitations({
  db,
  who,
  query,
}: Call<typeof passInvitationsApi.countPassInvitations>): Promise<PassRunCount> {
  const { PassConfigurationId, ...search } = query
  return countRun(db, who, await readConfiguration(db, PassConfigurationId), search)
}

/** What has been sent to many at once, newest first. */
export async function listPassInvitations(call: Call<typeof passInvitationsApi.listPassInvitations>) {
  const { db, who } = call
  const after = afterKey(call, 'time', 'text')
  const rows = await db.rows<PassRun>(sql`
    ${selectRuns} where r.business_id = ${db.businessId} and ${runsOf(who)}
      ${after ? sql`and (r.created_at, r.run_id) < (${after[0]}, ${after[1]})` : empty}
    order by r.created_at desc, r.run_id desc limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (row) => [row.StartedAt, row.RunId])
}

/** Starts to invite all members of a search, as many as were agreed to. A job does it, batch by batch. */
export async function startPassInvitations(
  call: Call<typeof passInvitationsApi.startPassInvitations>,
): Promise<PassRun> {
  const { db, who, origin, body } = call
  const { PassConfigurationId: designId, ToInvite, ...search } = body
  const design = await requireInUse(db, designId)
  const count = await countRun(db, who, design, search)
  if (count.ToInvite > ToInvite)
    throw conflict(
      'more_members',
      `Meanwhile ${count.ToInvite} members would be invited rather than ${ToInvite}. Look again, and confirm that.`,
    )
  const started = await db.maybe<{ id: string }>(sql`
    insert into pass_invitation_run (business_id, pass_configuration_id, search, venues, total, origin, actor_id,
      actor_name, address, request_id)
    values (${db.businessId}, ${designId}, ${JSON.stringify(search)}, ${who.venues}, ${count.Members},
      ${origin.publicUrl()}, ${who.uid}, ${who.name}, ${origin.address}, ${origin.requestId})
    on conflict (business_id) where state = 'Running' do nothing returning run_id as id`)
  if (!started)
    throw conflict('invitations_at_work', 'Other invitations are being sent right now. Wait until they are.')
  await startJob(db, 'send_pass_invitations', { businessId: db.businessId, runId: started.id })
  call.audit({
    record: { kind: 'Digital membership invitations', id: started.id, name: design.DisplayName },
    after: { Members: count.Members, 'To invite': count.ToInvite, ...search },
  })
  return readRun(db, who, started.id)
}

/** Ends a run before its end. Those who were invited stay so. */
export async function stopPassInvitations(
  call: Call<typeof passInvitationsApi.stopPassInvitations>,
): Promise<PassRun> {
  const { db, who, params } = call
  const { DisplayName } = await readRun(db, who, params.runId)
  const stopped = await db.run(sql`
    update pass_invitation_run set state = 'Stopped', finished_at = now()
    where business_id = ${db.businessId} and run_id = ${params.runId} and state = 'Running'`)
  if (stopped === 0) throw conflict('invitations_over', 'These invitations have all been sent already.')
  const run = await readRun(db, who, params.runId)
  call.audit({
    record: { kind: 'Digital membership invitations', id: run.RunId, name: DisplayName },
    before: { State: 'Running' },
    after: { State: run.State, Invited: run.Invited },
  })
  return run
}
