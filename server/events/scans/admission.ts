import sql from 'sql-template-tag'
import { suspendedStatus } from '#contract/events/door-rules.ts'
import type { MemberFacts } from '#contract/events/eligibility.ts'
import type { eventsApi } from '#contract/events/events.ts'
import { type FilterName, parseFilter } from '#contract/members/member-filter.ts'
import type { Call } from '#platform/call'
import { dayIn } from '#platform/days'
import { notFound } from '#platform/refusals'
import { readEvent } from '#server/events/record'
import { withDescriptions, visibleTo } from '#server/members/record'
import { factColumns, failedNames, reasonsOf } from './eligibility.ts'
import { suspendedReason } from './outcome.ts'

/** Whether the filter of an event lets a member in, and why not. */
export async function getAdmission({ db, who, params, query }: Call<typeof eventsApi.getAdmission>) {
  const event = await readEvent(db, params.eventId)
  const { filter } = parseFilter(event.MemberFilterQuery)
  const day = dayIn(event.TimeZoneId)
  const row = await db.maybe<MemberFacts & { failed: FilterName[]; today: string }>(sql`
    select ${factColumns}, ${failedNames(filter, day)} as failed, ${day} as today from member m ${withDescriptions}
    where m.business_id = ${db.businessId} and m.member_id = ${query.memberId} and m.deleted_at is null
      ${visibleTo(who)}`)
  if (!row) throw notFound('The member')
  const Reasons = await reasonsOf(db, row.failed, filter, row, row.today)
  if (!event.LetsSuspendedIn && row.Status === suspendedStatus) Reasons.unshift(suspendedReason)
  return { IsEligible: Reasons.length === 0, Reasons }
}
