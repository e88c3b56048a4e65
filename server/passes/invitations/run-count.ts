import sql, { type Sql } from 'sql-template-tag'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import type { PassRunCount, SkipReason, StoredSearch } from '#contract/passes/pass-invitations.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import { sliceAfter } from '#server/members/search'
import { searched } from './run-record.ts'

const skip = (reason: SkipReason) => sql`${reason}::text`

/** Why a member `m` is passed over who has had a pass of the design, or would get one that is void; null for all others. */
export function passedOver({ PassConfigurationId, VoidWhenUnfinancial }: PassConfiguration): Sql {
  const pass = sql`from pass p where p.business_id = m.business_id and p.member_id = m.member_id
    and p.pass_configuration_id = ${PassConfigurationId}`
  return sql`case
    when exists (select ${pass}) then
      case when exists (select ${pass} and p.revoked_at is null) then ${skip('HasCard')} else ${skip('TakenAway')} end
    when ${VoidWhenUnfinancial} and not coalesce(m.date_financial >= ${businessToday}, false) then ${skip('NotFinancial')}
  end`
}

// As `reachOf` finds them, but that a number which is none counts here.
export const isReachable = sql`coalesce(
  m.home_contact ->> 'MobileNumber', m.home_contact ->> 'EmailAddress', m.work_contact ->> 'MobileNumber',
  m.work_contact ->> 'EmailAddress', m.postal_contact ->> 'MobileNumber', m.postal_contact ->> 'EmailAddress') is not null`

type Counting = { readonly after?: string | undefined; readonly forMs: number; readonly size?: number }

/**
 * How many members a run would go through, and what would come of it. Slice by slice for so long, and where that isn't the end it
 * tells where it came to: no statement takes long however many there are, and whoever looks for others meanwhile isn't kept by it.
 */
export async function countRun(
  db: Queries,
  who: Pick<Who, 'venues'>,
  design: PassConfiguration,
  search: StoredSearch,
  { after, forMs, size }: Counting,
): Promise<Omit<PassRunCount, 'MostAtOnce' | 'SentOfLate'>> {
  const until = performance.now() + forMs
  const sum = { Members: 0, ToInvite: 0, Skipped: 0, Unreachable: 0, Walked: 0 }
  let mark: string | null = after ?? ''
  do {
    const { within, end } = await sliceAfter(db, mark, size)
    const part = await db.one<typeof sum>(countWithin(db, who, design, search, within))
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += part[name]
    mark = end
  } while (mark !== null && performance.now() < until)
  const isFirstOfSeveral = after === undefined && mark !== null
  return { ...sum, Next: mark, Of: isFirstOfSeveral ? aboutAll(sum.Walked, mark) : null }
}

function countWithin(
  db: Queries,
  who: Pick<Who, 'venues'>,
  design: PassConfiguration,
  search: StoredSearch,
  within: Sql,
): Sql {
  return sql`
    select count(*)::int as "Members", count(*) filter (where reason is not null)::int as "Skipped",
      count(*) filter (where reason is null and not "isReachable")::int as "Unreachable",
      count(*) filter (where reason is null and "isReachable")::int as "ToInvite",
      (select count(*)::int from member m where m.business_id = ${db.businessId} and ${within}) as "Walked"
    from (
      select ${passedOver(design)} as reason, ${isReachable} as "isReachable"
      from member m where m.business_id = ${db.businessId} and ${within} and ${searched(search, who)}
    ) found`
}

/** About how many members there are, where so many of them are up to a mark: ids are given out by chance, and so lie evenly. */
function aboutAll(walked: number, mark: string | null): number | null {
  const share = Number(`0x${mark?.slice(0, 8)}`) / 0x1_0000_0000
  return share > 0 ? Math.max(walked, Math.round(walked / share)) : null
}
