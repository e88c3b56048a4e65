import sql from 'sql-template-tag'
import { venueClosed } from '#contract/business/venues.ts'
import { venueField } from '#contract/members/import-fields.ts'
import { codeTaken } from '#contract/members/member-codes.ts'
import type { MemberFields } from '#contract/members/member-fields.ts'
import { memberImportsApi } from '#contract/members/member-imports.ts'
import type { Member } from '#contract/members/members.ts'
import { dateProblems } from '#contract/values/plausible-dates.ts'
import type { Transaction } from '#platform/database'
import { isOpenVenue } from '#server/business'
import {
  difference,
  fieldExpressions,
  memberColumns,
  memberOf,
  type MemberRow,
  selectMembers,
  holdNumbers,
  lockNumbers,
} from '#server/members/record'
import { clashesOf } from './import-codes.ts'
import { type Finding, lateMatches } from './import-late.ts'
import { findMatches, type Marks, type Match, soughtKinds } from './import-match.ts'
import { nextBesides } from './import-numbers.ts'
import type { ImportAtWork } from './import-record.ts'
import type { Given, OfferedVenue, Sentences } from './import-row.ts'

/** A row that waits to be taken over. */
export type StagedRow = Marks &
  Finding & {
    readonly venueNo: string | null
    readonly needs: Sentences | null
    /** Whose it is, once that is known: the row before it may take the mark away that showed it. */
    readonly match?: Match
  }

/** Whether all rows keep their own numbers, or we give some of them others than these, which the file brings. */
export type Numbers = 'kept' | { readonly besides: ReadonlySet<number> }

export type Tally = { created: number; updated: number; skipped: number; refused: number }

type Refused = { rowNo: number; problems: Sentences }

const { title } = memberImportsApi.runMemberImport

/**
 * Takes rows over, no two of which have a mark in common: each makes a member, changes one, is skipped or refused. Those that
 * turn out to be of a member whom an earlier one changes are left, and told: what that one says is to be on file before.
 */
export async function takeRows(
  tx: Transaction,
  work: ImportAtWork,
  rows: readonly StagedRow[],
  numbers: Numbers,
  tally: Tally,
): Promise<StagedRow[]> {
  if (rows.length === 0) return []
  const next = numbers === 'kept' ? await holdNumbers(tx) : await lockNumbers(tx)
  const matches = await findMatches(tx, work, rows, soughtKinds(work))
  for (const { rowNo, match } of rows) if (match) matches.set(rowNo, match)
  const late = await lateMatches(tx, work, rows, matches)
  const venues = await venuesOf(tx, work)
  const clashes = await clashesOf(tx, work, rows, matches)
  const refused: Refused[] = []
  const fresh: StagedRow[] = []
  const known = new Map<number, StagedRow & Match>()
  const later: StagedRow[] = []
  const changing = new Set<string>()
  for (const row of rows) {
    const match = matches.get(row.rowNo)
    const clash = clashes.get(row.rowNo)
    if (match && changing.has(match.memberId)) {
      later.push({ ...row, match })
    } else if (match && (!match.isKnown || late.has(row.rowNo))) {
      const sentence = codeTaken('MembershipNumber', row.number ?? '', match.owner)
      refused.push({ rowNo: row.rowNo, problems: { MembershipNumber: sentence } })
    } else if (match && work.choices?.[match.kind] !== 'update') {
      tally.skipped++
    } else if (clash) {
      refused.push({ rowNo: row.rowNo, problems: clash })
    } else if (match) {
      known.set(row.rowNo, { ...row, ...match })
      changing.add(match.memberId)
    } else if (row.needs) {
      refused.push({ rowNo: row.rowNo, problems: row.needs })
    } else {
      const problem = venueProblem(venues, row)
      if (problem) refused.push({ rowNo: row.rowNo, problems: { [venueField]: problem } })
      else fresh.push(row)
    }
  }
  const given = await numbersFor(tx, fresh, numbers, next)
  await createMembers(tx, work, fresh, given)
  tally.created += fresh.length
  tally.updated += await updateMembers(tx, work, known, refused)
  await refuse(tx, work, refused)
  tally.refused += refused.length
  return later
}

/** The venues that the user may put members into: they may be fewer now than when the file was checked. */
async function venuesOf(tx: Transaction, { venues }: ImportAtWork): Promise<Map<string, OfferedVenue>> {
  const rows = await tx.rows<OfferedVenue>(sql`
    select v.venue_no as no, v.display_name as name, ${isOpenVenue} as "isOpen" from venue v
    where v.business_id = ${tx.businessId} and v.deleted_at is null
      and (${venues}::text[] is null or v.venue_no = any(${venues}))`)
  return new Map(rows.map((venue) => [venue.no, venue]))
}

/** Why nobody can be added to the venue of a row; null if they can. */
function venueProblem(venues: Map<string, OfferedVenue>, { venueNo }: StagedRow): string | null {
  const venue = venues.get(venueNo ?? '')
  if (!venue) return 'There is no such venue.'
  return venue.isOpen ? null : venueClosed(venue.name)
}

type GivenNumber = { readonly rowNo: number; readonly number: string }

/** Numbers for those of these rows that have none. */
async function numbersFor(
  tx: Transaction,
  rows: readonly StagedRow[],
  numbers: Numbers,
  next: number,
): Promise<GivenNumber[]> {
  if (numbers === 'kept') return []
  const unnumbered = rows.filter(({ number }) => number === null)
  const given = await nextBesides(tx, next, unnumbered.length, numbers.besides)
  return unnumbered.map(({ rowNo }, i) => ({ rowNo, number: given[i]! }))
}

/** Makes members of rows, in one statement, from what the dry run kept of them. */
async function createMembers(
  tx: Transaction,
  { importId, actor }: ImportAtWork,
  rows: readonly StagedRow[],
  given: readonly GivenNumber[],
): Promise<void> {
  if (rows.length === 0) return
  // Else each member's venue, a foreign key, is looked up by a plan of its own: a third of the time.
  tx.planFor('any values')
  await tx.run(sql`
    with source as materialized (
      select r.venue_no, gen_random_uuid()::text as member_id, r.fields ||
        jsonb_build_object('MembershipNumber', coalesce(r.membership_number, given.number)) as fields
      from member_import_row r
      left join unnest(${given.map(({ rowNo }) => rowNo)}::int[], ${given.map(({ number }) => number)}::text[])
        given (row_no, number) on given.row_no = r.row_no
      where r.business_id = ${tx.businessId} and r.import_id = ${importId}
        and r.row_no between ${rows[0]!.rowNo} and ${rows.at(-1)!.rowNo}
        and r.row_no = any(${rows.map(({ rowNo }) => rowNo)}::int[])
    ), made as (
      insert into member (business_id, member_id, venue_no, member_key, ${memberColumns})
      select ${tx.businessId}, member_id, venue_no, replace(gen_random_uuid()::text, '-', ''),
        ${fieldExpressions(sql`fields`)}
      from source
    )
    insert into member_change (business_id, member_id, actor_id, actor_name, title, after)
    select ${tx.businessId}, member_id, ${actor.uid}, ${actor.name}, ${title}, fields from source`)
  tx.planFor('its values')
}

/** Brings members to what their rows say, and tells how many; what a row says nothing about stays. */
async function updateMembers(
  tx: Transaction,
  work: ImportAtWork,
  known: ReadonlyMap<number, StagedRow & Match>,
  refused: Refused[],
): Promise<number> {
  if (known.size === 0) return 0
  const members = await lockMembers(
    tx,
    [...known.values()].map(({ memberId }) => memberId),
  )
  const given = await tx.rows<{ rowNo: number; fields: Given }>(sql`
    select row_no as "rowNo", fields from member_import_row
    where business_id = ${tx.businessId} and import_id = ${work.importId} and row_no = any(${[...known.keys()]}::int[])`)
  const changes: { memberId: string; fields: object; before: object; after: object }[] = []
  let count = 0
  for (const { rowNo, fields } of given) {
    const { memberId, needs } = known.get(rowNo)!
    const before = members.get(memberId)
    if (!before) {
      refused.push({ rowNo, problems: needs ?? {} })
      continue
    }
    const wanted = filledIn(before, fields)
    const problems = unmet(needs, fields, before) ?? datesApart(before, wanted)
    if (problems) {
      refused.push({ rowNo, problems })
      continue
    }
    count++
    const changed = difference(before, wanted)
    if (changed) changes.push({ memberId, fields: wanted, ...changed })
  }
  await saveChanges(tx, work, changes)
  return count
}

async function lockMembers(tx: Transaction, ids: readonly string[]): Promise<Map<string, Member>> {
  await tx.run(sql`
    select from member where business_id = ${tx.businessId} and member_id = any(${ids})
    order by member_id for no key update`)
  const rows = await tx.rows<MemberRow>(sql`
    ${selectMembers} where m.business_id = ${tx.businessId} and m.member_id = any(${ids})`)
  return new Map(rows.map((row) => [row.id, memberOf(row)]))
}

/** What the row lacks and the member doesn't have either. A retired option may stay where it is. */
function unmet(needs: Sentences | null, fields: Given, member: Member): Sentences | null {
  const own = member as Given
  const left = Object.entries(needs ?? {}).filter(([field]) => {
    const isOwn = fields[field] === undefined ? Boolean(own[field]) : fields[field] === own[field]
    return field !== venueField && !isOwn
  })
  return left.length > 0 ? Object.fromEntries(left) : null
}

/** What can't be right in dates of the row together with those on file; what has been kept for long may stay as it is. */
function datesApart(member: Member, wanted: MemberFields): Sentences | null {
  if (wanted.BirthDate === member.BirthDate && wanted.DateJoined === member.DateJoined) return null
  const problems = Object.entries(dateProblems(wanted))
  return problems.length > 0 ? Object.fromEntries(problems) : null
}

/** The member with what the row says written over it, part by part. */
function filledIn(member: Member, fields: Given): MemberFields {
  const own = member as Given
  const parts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? { ...(own[name] as Given | null), ...value } : value,
  ])
  return { ...member, ...(Object.fromEntries(parts) as Partial<MemberFields>) }
}

async function saveChanges(
  tx: Transaction,
  { actor }: ImportAtWork,
  changes: readonly object[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.run(sql`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(changes)}::json)
        as w ("memberId" text, fields jsonb, before jsonb, after jsonb)
    ), saved as (
      update member m set (${memberColumns}) = row(${fieldExpressions(sql`wanted.fields`)}),
        revision = m.revision + 1, updated_at = now()
      from wanted where m.business_id = ${tx.businessId} and m.member_id = wanted."memberId"
    )
    insert into member_change (business_id, member_id, actor_id, actor_name, title, before, after)
    select ${tx.businessId}, "memberId", ${actor.uid}, ${actor.name}, ${title}, before, after from wanted`)
}

async function refuse(
  tx: Transaction,
  { importId }: ImportAtWork,
  refused: readonly Refused[],
): Promise<void> {
  if (refused.length === 0) return
  await tx.run(sql`
    update member_import_row r set finding = 'Refused', problems = x.problems
    from json_to_recordset(${JSON.stringify(refused)}::json) as x ("rowNo" int, problems jsonb)
    where r.business_id = ${tx.businessId} and r.import_id = ${importId} and r.row_no = x."rowNo"`)
}
