import sql, { empty, type Sql } from 'sql-template-tag'
import type { CodeField, DoubledCode, memberCodesApi } from '#contract/members/member-codes.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries } from '#platform/database'
import { sees } from './holders.ts'

type Holder = DoubledCode['Holders'][number] & { venueNo: string | null; fields: (CodeField | null)[] }

/**
 * The codes that several hold who are there, from before they were kept apart, with all of these. One that is a deleted member's as
 * well is neither refused anywhere nor to be mended.
 */
export async function listDoubledCodes(call: Call<typeof memberCodesApi.listDoubledCodes>) {
  const { db, who } = call
  if (isToCount(call)) return totalOfList(db, sql`(${doubled(db)}) found`)
  const after = afterKey(call, 'text')
  const rows = await db.rows<{ Code: string; holders: Holder[] }>(sql`
    select doubled.code_key as "Code", holders.list as holders
    from (
      ${doubled(db, after ? sql`and h.code_key > ${after[0]}` : empty)} order by h.code_key limit ${rowsToAsk(call)}
    ) doubled
    cross join lateral (
      select json_agg(json_build_object(
        'Kind', h.holder_kind, 'MemberId', m.member_id, 'Name', m.first_name || ' ' || m.last_name,
        'venueNo', m.venue_no,
        'fields', case when h.holder_kind = 'Member' then array[
          case when code_key(m.membership_number) = h.code_key then 'MembershipNumber' end,
          case when code_key(m.badge_number) = h.code_key then 'BadgeNumber' end,
          case when code_key(m.card_number) = h.code_key then 'CardNumber' end] else '{}' end)
        order by m.sort_name, h.holder_id) as list
      from code_holder h
      left join pass p on h.holder_kind = 'Pass' and p.business_id = h.business_id and p.pass_id = h.holder_id
      left join card c on h.holder_kind = 'Card' and c.business_id = h.business_id and c.card_number = h.holder_id
      left join member m on m.business_id = h.business_id
        and m.member_id = case h.holder_kind when 'Member' then h.holder_id when 'Pass' then p.member_id else c.member_id end
        and m.deleted_at is null
      where h.business_id = ${db.businessId} and h.code_key = doubled.code_key and h.is_live
    ) holders
    order by doubled.code_key`)
  const codes = rows.map(({ Code, holders }): DoubledCode => ({
    Code,
    Holders: holders.map(({ venueNo, fields, ...holder }) => ({
      ...holder,
      ...(!sees(who, { venueNo }) && { MemberId: null, Name: null }),
      Fields: fields.filter((field) => field !== null),
    })),
  }))
  return pageOf(call, codes, ({ Code }) => [Code])
}

/** The codes that mean nobody at a door while several who are there hold them, as they are compared. */
export async function doubledKeys(db: Queries): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select code_key as key from (${doubled(db, sql`and h.holder_kind <> 'Card'`)}) found order by code_key`)
  return rows.map(({ key }) => key)
}

/** The codes that several of these hold. */
function doubled(db: Queries, condition: Sql = empty): Sql {
  return sql`select h.code_key from code_holder h where ${isDoubled(db)} ${condition} group by h.code_key having count(*) > 1`
}

/** The condition that a holder `h` is there and has a code that had several when codes were first kept apart. */
function isDoubled({ businessId }: Queries): Sql {
  return sql`h.business_id = ${businessId} and h.is_live and h.code_key in (
    select code_key from scan_code where business_id = ${businessId} and besides <> '')`
}
