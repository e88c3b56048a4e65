import sql, { type Sql } from 'sql-template-tag'
import type { CodeOwner } from '#contract/members/member-codes.ts'
import { type DuplicateKind, duplicateKinds } from '#contract/members/member-imports.ts'
import type { Queries } from '#platform/database'
import { ownerColumns } from '#server/members/codes'
import { visibleTo } from '#server/members/record'
import { type HeldCode, ownerInFile } from './import-codes.ts'
import type { ImportAtWork } from './import-record.ts'

/** What a row of an import can be recognised by. */
export type Marks = {
  readonly rowNo: number
  readonly number: string | null
  /** The same as it is compared. */
  readonly numberKey: string | null
  readonly sortName: string | null
  readonly birthDate: string | null
  readonly email: string | null
}

/**
 * The member whom a row is of. Where it isn't known, the number is taken: by one who is deleted or out of the user's sight,
 * or as the badge or card of somebody. The owner is whose the number is.
 */
export type Match = {
  readonly kind: DuplicateKind
  readonly memberId: string
  readonly isKnown: boolean
  readonly owner?: CodeOwner
}

/** The columns of rows `r` that `Marks` are made of. */
export const markColumns = sql`
  r.row_no as "rowNo", r.membership_number as number, code_key(r.membership_number) as "numberKey",
  r.sort_name as "sortName", r.birth_date as "birthDate", r.email`

/** The mark of each kind, in one text. */
export const duplicateMarkOf: Readonly<Record<DuplicateKind, (row: Marks) => string | null>> = {
  Number: ({ numberKey }) => numberKey,
  NameAndBirthDate: ({ sortName, birthDate }) => sortName && birthDate && `${sortName} ${birthDate}`,
  Email: ({ email }) => email,
}

/** The kinds of duplicates that matter: where a new member is wanted anyway, nobody is looked for. */
export function soughtKinds({ choices }: Pick<ImportAtWork, 'choices'>): DuplicateKind[] {
  return duplicateKinds.filter((kind) => choices?.[kind] !== 'create')
}

type Seeker = Pick<ImportAtWork, 'venues'>
type Found = { mark: string; memberId: string; isKnown: boolean } & Partial<HeldCode>

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
    const sought = rows.filter((row) => !matches.has(row.rowNo) && duplicateMarkOf[kind](row) !== null)
    if (sought.length === 0) continue
    const found = await db.rows<Found>(questions[kind](db, seeker, sought))
    const byMark = new Map(found.map((each) => [each.mark, each]))
    for (const row of sought) {
      const member = byMark.get(duplicateMarkOf[kind](row) ?? '')
      if (member) matches.set(row.rowNo, matchOf(seeker, kind, member))
    }
  }
  return matches
}

function matchOf(seeker: Seeker, kind: DuplicateKind, { memberId, isKnown, ...held }: Found): Match {
  const owner = isHeld(held) ? ownerInFile(seeker, held) : undefined
  return { kind, memberId, isKnown, ...(owner && { owner }) }
}

function isHeld(held: Partial<HeldCode>): held is HeldCode {
  return held.kind !== undefined
}

type Question = (db: Queries, seeker: Seeker, rows: readonly Marks[]) => Sql

// Of several members with one mark the last one is taken, which is always the same; of a number first whoever has it as such.
const questions: Readonly<Record<DuplicateKind, Question>> = {
  Number: ({ businessId }, { venues }, rows) => sql`
    select h.code_key as mark, h.holder_id as "memberId", h.holder_kind as kind, ${ownerColumns},
      coalesce(m.deleted_at is null and code_key(m.membership_number) = h.code_key
        and (${venues}::text[] is null or m.venue_no = any(${venues})), false) as "isKnown", m.deleted_at is null as "isLive"
    from scan_code h
    left join member m on h.holder_kind = 'Member' and m.business_id = h.business_id and m.member_id = h.holder_id
    where h.business_id = ${businessId} and h.code_key = any(${rows.map(({ numberKey }) => numberKey)})
    order by "isKnown"`,
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
