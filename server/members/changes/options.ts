import sql from 'sql-template-tag'
import { notOffered, optionLists } from '#contract/business/option-lists.ts'
import type { MemberFields } from '#contract/members/member-fields.ts'
import {
  type MemberOption,
  memberOptionLists,
  type memberOptionsApi,
} from '#contract/members/member-options.ts'
import type { Member } from '#contract/members/members.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { invalid } from '#platform/refusals'
import { isOpenVenue } from '#server/business'
import { inUseAt } from '#server/business/options'
import { readMember } from '#server/members/record'

/** Refuses a value that its option list doesn't offer. One that a member has already may stay, retired or not. */
export async function requireOffered(
  db: Queries,
  wanted: MemberFields,
  ...before: readonly Member[]
): Promise<void> {
  const chosen = optionLists.filter(
    (list) => wanted[list] && before.every((member) => wanted[list] !== member[list]),
  )
  if (chosen.length === 0) return
  const offered = await db.rows<{ list: string; key: string }>(sql`
    select list, key from option_list_item
    where business_id = ${db.businessId} and not is_retired and list = any(${chosen})`)
  const errors: Record<string, string> = {}
  for (const list of chosen)
    if (!offered.some((option) => option.list === list && option.key === wanted[list]))
      errors[list] = notOffered(String(wanted[list]))
  const [first] = Object.values(errors)
  if (first) throw invalid(first, errors)
}

/** The values that a field of a member's form offers, and the member's own if that isn't among them. */
export async function listMemberOptions(call: Call<typeof memberOptionsApi.listMemberOptions>) {
  const { db, who, params, query } = call
  const list = memberOptionLists[params.list]
  const own = (await memberAsked(call))?.[list] ?? null
  const data = await db.rows<MemberOption>(sql`
    select o.key as "Key", o.value as "Value", o.is_retired as "IsDeprecated" from option_list_item o
    where o.business_id = ${db.businessId} and o.list = ${list}
      and (not o.is_retired ${inUseAt(query.venueId, list, db.businessId, who)} or o.key = ${own})
    order by o.position`)
  return { ok: true, data, message: '' }
}

/** The open venues of the user, and the member's own if it is deleted or closed. */
export async function listMemberVenues(call: Call<typeof memberOptionsApi.listMemberVenues>) {
  const { db, who, query } = call
  const own = (await memberAsked(call))?.VenueNo ?? null
  const data = await db.rows<MemberOption>(sql`
    select v.venue_no as "Key", v.display_name as "Value", not ${isOpenVenue} as "IsDeprecated" from venue v
    where v.business_id = ${db.businessId} and (${isOpenVenue} or v.venue_no = ${own})
      and (${who.venues}::text[] is null or v.venue_no = any(${who.venues}))
      and (${query.venueId}::text is null or v.venue_no = ${query.venueId})
    order by v.venue_no::integer`)
  return { ok: true, data, message: '' }
}

async function memberAsked({
  db,
  who,
  query,
}: Call<typeof memberOptionsApi.listMemberVenues | typeof memberOptionsApi.listMemberOptions>) {
  return query.memberId ? readMember(db, who, query.memberId) : null
}
