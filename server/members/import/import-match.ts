import sql, { type Sql } from 'sql-template-tag'
import { type DuplicateKind, duplicateKinds } from '#contract/members/member-imports.ts'
import type { Queries } from '#platform/database'
import { visibleTo } from '#server/members/search'
import type { ImportAtWork } from './import-record.ts'

/** What a row of an import can be recognised by. */
export type Marks = {
  readonly rowNo: number
  readonly number: string | null
  readonly sortName: string | null
  readonly birthDate: string | null
  readonly email: string | null
}

/** The member whom a row is of. Of one who is deleted, or out of the user's sight, nothing but the number is known. */
export type Match = { readonly kind: DuplicateKind; readonly memberId: string; readonly isKnown: boolean }

/** The columns of rows `r` that `Marks` are made of. */
export const markColumns = sql`
  r.row_no as "rowNo", r.membership_number as number, r.sort_name as "sortName", r.birth_date as "birthDate", r.email`

/** The mark of each kind, in one text. */
export const markOf: Readonly<Record<DuplicateKind, (row: Marks) => string | null>> = {
  Number: ({ number }) => number,
  NameAndBirthDate: ({ sortName, birthDate }) => sortName && birthDate && `${sortName} ${birthDate}`,
  Email: ({ email }) => email,
}

/** The kinds of duplicates that matter: where a new member is wanted anyway, nobody is looked for. */
export function soughtKinds({ choices }: Pick<ImportAtWork, 'choices'>): DuplicateKind[] {
  return duplicateKinds.filter((kind) => choices?.[kind] !== 'create')
}

type Seeker = Pick<ImportAtWork, 'venues'>
type Found = { mark: string; memberId: string; isKnown: boolean }

/**
 * The members whom rows are of, by row, the surest sign first. Each kind is one question about the whole batch:
 * should the planner know nothing of a new business, it reads the business once, and not once for each row.
 */
export async function findMatches(
  db: Queries,
  seeker: Seeker,
  rows: readonly Marks[],
  kinds: readonly DuplicateKind[],
): Promise<Map<number, Match>> {
  const matches = new Map<number, Match>()
  for (const kind of kinds) {
    const sought = rows.filter((row) => !matches.has(row.rowNo) && markOf[kind](row) !== null)
    if (sought.length === 0) continue
    const found = await db.rows<Found>(questions[kind](db, seeker, sought))
    const byMark = new Map(found.map((each) => [each.mark, each]))
    for (const row of sought) {
      const member = byMark.get(markOf[kind](row) ?? '')
      if (member) matches.set(row.rowNo, { kind, memberId: member.memberId, isKnown: member.isKnown })
    }
  }
  return matches
}

type Question = (db: Queries, seeker: Seeker, rows: readonly Marks[]) => Sql

// Of several members with one mark the last one is taken, which is always the same.
const questions: Readonly<Record<DuplicateKind, Question>> = {
  Number: ({ businessId }, { venues }, rows) => sql`
    select m.membership_number as mark, m.member_id as "memberId",
      m.deleted_at is null and (${venues}::text[] is null or m.venue_no = any(${venues})) as "isKnown"
    from member m
    where m.business_id = ${businessId} and m.membership_number = any(${rows.map(({ number }) => number)})`,
  NameAndBirthDate: ({ businessId }, seeker, rows) => sql`
    select m.sort_name || ' ' || m.birth_date as mark, m.member_id as "memberId", true as "isKnown"
    from member_search m
    where m.business_id = ${businessId} and m.sort_name = any(${rows.map(({ sortName }) => sortName)})
      and m.birth_date is not null ${visibleTo(seeker)}
    order by m.member_id`,
  Email: ({ businessId }, seeker, rows) => {
    const emails = rows.map(({ email }) => email)
    const inContact = (contact: Sql) => sql`
      select ${contact} ->> 'EmailAddress' as mark, m.member_id as "memberId", true as "isKnown" from member_search m
      where m.business_id = ${businessId} and ${contact} ->> 'EmailAddress' = any(${emails}) ${visibleTo(seeker)}`
    return sql`
      ${inContact(sql`m.home_contact`)} union all ${inContact(sql`m.work_contact`)}
      union all ${inContact(sql`m.postal_contact`)} order by "memberId"`
  },
}
