import sql, { type Sql } from 'sql-template-tag'
import type { memberCodesApi } from '#contract/members/member-codes.ts'
import type { FoundMember } from '#contract/members/members.ts'
import type { Call } from '#platform/call'
import { type CodeHolder, resolveCode } from '#server/members/codes'
import { foundColumns, withDescriptions, visibleTo } from '#server/members/record'

/** The member whom a code means, as tills and doors read it, if the user sees them: none, or one. */
export async function findMemberByCode({ db, who, query }: Call<typeof memberCodesApi.findMemberByCode>) {
  const holder = await resolveCode(db, query.code)
  if (!holder) return { Results: [] }
  const Results = await db.rows<FoundMember>(sql`
    select m.member_id as id, ${foundColumns(who)} from member m ${withDescriptions}
    where m.business_id = ${db.businessId} and m.member_id = ${memberOfHolder(db.businessId, holder)}
      and m.deleted_at is null ${visibleTo(who)}`)
  return { Results }
}

/** Whose it is; a card may be nobody's. */
export function memberOfHolder(businessId: string, { kind, id }: CodeHolder): Sql {
  if (kind === 'Pass')
    return sql`(select p.member_id from pass p where p.business_id = ${businessId} and p.pass_id = ${id})`
  if (kind === 'Card')
    return sql`(select c.member_id from card c where c.business_id = ${businessId} and c.card_number = ${id})`
  return sql`${id}`
}
