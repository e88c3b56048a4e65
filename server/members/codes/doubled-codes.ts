import sql, { empty } from 'sql-template-tag'
import type { CodeField, DoubledCode, memberCodesApi } from '#contract/members/member-codes.ts'
import { type Call, afterKey, pageOf, rowsToAsk } from '#platform/call'
import type { Queries } from '#platform/database'
import { sees } from './holders.ts'

type Holder = DoubledCode['Holders'][number] & { venueNo: string | null; fields: (CodeField | null)[] }

/** The codes that several hold, from before they were kept apart, with everybody who has them. */
export async function listDoubledCodes(call: Call<typeof memberCodesApi.listDoubledCodes>) {
  const { db, who } = call
  const after = afterKey(call, 'text')
  const rows = await db.rows<{ Code: string; holders: Holder[] }>(sql`
    select doubled.code_key as "Code", holders.list as holders
    from (
      select distinct code_key from scan_code
      where business_id = ${db.businessId} and besides <> '' ${after ? sql`and code_key > ${after[0]}` : empty}
      order by code_key limit ${rowsToAsk(call)}
    ) doubled
    cross join lateral (
      select json_agg(json_build_object(
        'Kind', h.holder_kind, 'MemberId', m.member_id, 'Name', m.first_name || ' ' || m.last_name,
        'venueNo', m.venue_no, 'IsDeleted', not h.is_live,
        'fields', case when h.holder_kind = 'Member' then array[
          case when code_key(m.membership_number) = h.code_key then 'MembershipNumber' end,
          case when code_key(m.badge_number) = h.code_key then 'BadgeNumber' end,
          case when code_key(m.card_number) = h.code_key then 'CardNumber' end] else '{}' end)
        order by h.is_live desc, m.sort_name, h.holder_id) as list
      from code_holder h
      left join pass p on h.holder_kind = 'Pass' and p.business_id = h.business_id and p.pass_id = h.holder_id
      left join card c on h.holder_kind = 'Card' and c.business_id = h.business_id and c.card_number = h.holder_id
      left join member m on m.business_id = h.business_id
        and m.member_id = case h.holder_kind when 'Member' then h.holder_id when 'Pass' then p.member_id else c.member_id end
      where h.business_id = ${db.businessId} and h.code_key = doubled.code_key
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
    select h.code_key as key from code_holder h
    where h.business_id = ${db.businessId} and h.is_live and h.holder_kind <> 'Card' and h.code_key in (
      select code_key from scan_code where business_id = ${db.businessId} and besides <> '')
    group by h.code_key having count(*) > 1 order by h.code_key`)
  return rows.map(({ key }) => key)
}
