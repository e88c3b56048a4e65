import sql, { type Sql } from 'sql-template-tag'
import type { Standing } from '#contract/business/standing.ts'
import type { MemberFacts } from '#contract/events/eligibility.ts'
import type { FilterName } from '#contract/members/member-filter.ts'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { closedAt } from '#server/business/standing'
import { closedDoor, type DoorEvent } from '#server/events/doors'
import { hasCode, isAmbiguous } from '#server/members/codes'
import { withDescriptions, visibleTo } from '#server/members/record'
import { dayOfScan, memberNamed } from './admit.ts'
import type { DatedScan } from './dated-scans.ts'
import { factColumns, failedNames } from './eligibility.ts'

/** Which member `m` a code means, as a condition, and whether others are meant by it as well. */
export type Meaning = { readonly from: Sql; readonly condition: Sql; readonly isAmbiguous: Sql }

/** What the database says of a scan: whom it means, and what speaks against them. */
export type Judgement = MemberFacts & {
  readonly revision: number
  /** The venues that the door stands at, if they were closed when it was scanned. */
  readonly closedVenues: readonly string[] | null
  /** How the business stands, if it is closed and was when it was scanned. */
  readonly closedAs: Exclude<Standing, 'Open'> | null
  readonly memberId: string | null
  readonly isActive: boolean
  readonly isAmbiguous: boolean | null
  readonly failed: FilterName[]
}

// The same at a door that has not been opened again since the former version: it knows the hash of a code.
const namedByHash = /^~([\w-]{12})$/

/** A member and nobody else. */
export function meaningOfMember(memberId: string): Meaning {
  return { from: sql`member m`, condition: sql`m.member_id = ${memberId}`, isAmbiguous: sql`false` }
}

/** What a code can mean: a membership, card or badge number, whatever its capitals and spaces. */
export function meaningOf(code: string, businessId: string): Meaning {
  const memberId = memberNamed(code)
  if (memberId !== null) return meaningOfMember(memberId)
  const hash = namedByHash.exec(code)?.[1]
  if (hash !== undefined)
    return {
      // The view, because the index of a function is out of reach under row-level security.
      from: sql`member_search m`,
      condition: sql`door_name(m.business_id, m.membership_number, m.card_number, m.badge_number) = ${hash}`,
      isAmbiguous: sql`false`,
    }
  return {
    from: sql`member m`,
    condition: hasCode(code, businessId),
    isAmbiguous: isAmbiguous(code, businessId),
  }
}

/** Looks up whom a scan means that wasn't plainly valid, and what is to be known of them to say why. */
export async function judge(
  tx: Transaction,
  who: Who,
  event: DoorEvent,
  scan: DatedScan,
  meaning: Meaning,
): Promise<Judgement | null> {
  const { businessId } = tx
  const at = sql`${scan.at.toISOString()}::timestamptz`
  return tx.maybe<Judgement>(sql`
    with now_event as (
      select revision, ${closedDoor(businessId, who, sql`event`, at)} as closed,
        ${closedAt(businessId, at)} as closed_as
      from event
      where business_id = ${businessId} and event_id = ${event.id} and status <> 'Deleted'
    ), found as (
      select m.member_id as "memberId", m.deleted_at is null as "isActive", ${meaning.isAmbiguous} as "isAmbiguous",
        ${factColumns}, ${failedNames(event.filter, sql`${dayOfScan(event, scan)}::date`)} as failed
      from ${meaning.from} ${withDescriptions}
      where m.business_id = ${businessId} and ${meaning.condition} ${visibleTo(who)}
      order by m.deleted_at is not null, m.member_id limit 1
    )
    select now_event.revision, now_event.closed as "closedVenues", now_event.closed_as as "closedAs", found.*
    from now_event left join found on true`)
}
