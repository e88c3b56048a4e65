import sql, { join, type Sql } from 'sql-template-tag'
import type { Member } from '#contract/members/members.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { memberOf, type MemberRow, selectMembers } from '#server/members/record'
import { visibleTo } from './visible.ts'
import { indexedCondition } from './wanted.ts'

/** What is known of a person who may be a member already. */
export type Likeness = {
  readonly FirstName: string | null
  readonly LastName: string | null
  readonly BirthDate: string | null
  readonly EmailAddress: string | null
  /** With its country code. */
  readonly MobileNumber: string | null
}

const most = 5

/** Members with the same e-mail address or mobile number, or the same name and no other birth date: five at most. */
export async function possibleDuplicates(db: Queries, who: Who, person: Likeness): Promise<Member[]> {
  const likely = [...sameName(db, person), ...sameContact(db, person)]
  if (likely.length === 0) return []
  const rows = await db.rows<MemberRow>(sql`
    with likely as materialized (${join(likely, ' union ')})
    ${selectMembers}
    where m.business_id = ${db.businessId} and m.member_id in (select member_id from likely)
      and m.deleted_at is null ${visibleTo(who)}
    order by m.sort_name, m.member_id limit ${most}`)
  return rows.map(memberOf)
}

function sameName(db: Queries, { FirstName, LastName, BirthDate }: Likeness): Sql[] {
  if (!FirstName || !LastName) return []
  return [
    sql`(select m.member_id from member m
      where m.business_id = ${db.businessId} and m.deleted_at is null
        and m.sort_name = plain(${`${LastName} ${FirstName}`})
        and (m.birth_date is null or ${BirthDate}::date is null or m.birth_date = ${BirthDate}::date)
      limit ${most})`,
  ]
}

function sameContact(db: Queries, { EmailAddress, MobileNumber }: Likeness): Sql[] {
  return [EmailAddress, MobileNumber].flatMap((q) => {
    const condition = q && indexedCondition({ q })
    if (!condition) return []
    return [
      sql`(select m.member_id from member_search m
        where m.business_id = ${db.businessId} and ${condition} limit ${most})`,
    ]
  })
}
