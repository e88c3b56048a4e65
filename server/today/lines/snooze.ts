import sql from 'sql-template-tag'
import type { todayApi, TodayLineName } from '#contract/today/today.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'

/** Keeps a line from the caller until the business's next day, or for a week. Snoozed again, it counts from now on. */
export async function snoozeToday({
  db,
  who,
  params,
  body,
}: Call<typeof todayApi.snoozeToday>): Promise<undefined> {
  const days = body.For === 'day' ? 1 : 7
  await db.run(sql`
    insert into today_snooze as known (business_id, uid, line, snoozed_at, until)
    values (${db.businessId}, ${who.uid}, ${params.line}, current_instant(),
      (${businessToday} + ${days}::integer)::timestamp at time zone (select business_zone()))
    on conflict (business_id, uid, line) do update set snoozed_at = excluded.snoozed_at, until = excluded.until`)
}

/** Shows the caller a line again. */
export async function unsnoozeToday({
  db,
  who,
  params,
}: Call<typeof todayApi.unsnoozeToday>): Promise<undefined> {
  await db.run(sql`
    delete from today_snooze where business_id = ${db.businessId} and uid = ${who.uid} and line = ${params.line}`)
}

export type Snoozed = { line: TodayLineName; snoozedAt: string; until: string }

/** What this user has snoozed for longer than now. */
export function snoozedBy(db: Queries, { uid }: Who): Promise<Snoozed[]> {
  return db.rows<Snoozed>(sql`
    select line, snoozed_at as "snoozedAt", until from today_snooze
    where business_id = ${db.businessId} and uid = ${uid} and until > current_instant()`)
}
