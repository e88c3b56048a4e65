import sql, { type Sql } from 'sql-template-tag'
import { parseFilter } from '#contract/members/member-filter.ts'
import type { PassRun, StoredSearch } from '#contract/passes/pass-invitations.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { visibleTo } from '#server/members/record'
import { filterCondition, wantedCondition } from '#server/members/search'

/** Runs `r` that the user may see: their own, and those of others unless they are confined to some venues. */
export function runsOf({ uid, venues }: Who): Sql {
  return sql`(${venues}::text[] is null or r.actor_id = ${uid})`
}

/** What is shown of runs `r` with their design `c`. */
export const selectRuns = sql`
  select r.run_id as "RunId", c.display_name as "DisplayName", r.state as "State", r.total as "Total", r.seen as "Seen",
    r.to_invite as "ToInvite", r.invited as "Invited", r.skipped as "Skipped", r.unreachable as "Unreachable", r.actor_name as "StartedBy",
    r.created_at as "StartedAt", r.finished_at as "FinishedAt"
  from pass_invitation_run r
  join pass_configuration c
    on c.business_id = r.business_id and c.pass_configuration_id = r.pass_configuration_id`

/** The run, if the user may see it; a 404 otherwise. */
export async function readRun(db: Queries, who: Who, runId: string): Promise<PassRun> {
  const run = await db.maybe<PassRun>(sql`
    ${selectRuns} where r.business_id = ${db.businessId} and r.run_id = ${runId} and ${runsOf(who)}`)
  if (!run) throw notFound('The sending of invitations')
  return run
}

/** The conditions on a member `m` of a search, for whoever sees these venues. */
export function searched({ q, membershipNumber, filter = '' }: StoredSearch, who: Pick<Who, 'venues'>): Sql {
  return sql`m.deleted_at is null ${visibleTo(who)} ${wantedCondition({ q, membershipNumber })}
    ${filterCondition(parseFilter(filter).filter)}`
}
