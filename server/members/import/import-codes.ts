import sql, { type Sql } from 'sql-template-tag'
import {
  type CodeField,
  type CodeOwner,
  codeFields,
  codeOfRow,
  codeTaken,
} from '#contract/members/member-codes.ts'
import type { Transaction } from '#platform/database'
import { type CodeHolder, ownerColumns, ownerFor } from '#server/members/codes'
import type { ImportAtWork } from './import-record.ts'
import type { Sentences } from './import-row.ts'

/** What is known of the holder of a code that a file brings. */
export type HeldCode = Pick<CodeHolder, 'kind' | 'isLive' | 'name' | 'venueNo'>

/** Whose a code is, to whoever imports. Of deleted members nothing is told, nor that they were. */
export function ownerInFile(who: Pick<ImportAtWork, 'venues'>, holder: HeldCode): CodeOwner {
  return { ...ownerFor({ venues: who.venues && [...who.venues] }, holder), isDeleted: false }
}

/** Badges and cards are in few files; numbers are looked at wherever rows are recognised. */
function bringsCodes({ mapping }: ImportAtWork): boolean {
  return mapping.includes('BadgeNumber') || mapping.includes('CardNumber')
}

/** The codes `f` of rows `r`, with their fields. */
export const codesOfRows: Sql = sql`
  member_import_row r cross join lateral (values ('MembershipNumber', r.membership_number),
    ('BadgeNumber', r.fields ->> 'BadgeNumber'), ('CardNumber', r.fields ->> 'CardNumber')) f (field, code)`

type Clash = HeldCode & {
  rowNo: number
  field: CodeField
  code: string
  key: string
  holderId: string | null
}

/** The codes of these rows that somebody holds already, and those that several of them have. */
function readClashes(tx: Transaction, { importId }: ImportAtWork, rows: Sql): Promise<Clash[]> {
  return tx.rows(sql`
    with brought as materialized (
      select r.row_no, f.field, f.code, code_key(f.code) as key, count(*) over (partition by code_key(f.code)) as times
      from ${codesOfRows}
      where r.business_id = ${tx.businessId} and r.import_id = ${importId} and f.code is not null and ${rows}
    )
    select b.row_no as "rowNo", b.field, b.code, b.key, h.holder_id as "holderId", h.holder_kind as kind,
      m.deleted_at is null as "isLive", ${ownerColumns}
    from brought b
    left join scan_code h on h.business_id = ${tx.businessId} and h.code_key = b.key
    left join member m on h.holder_kind = 'Member' and m.business_id = h.business_id and m.member_id = h.holder_id
    where h.holder_id is not null or b.times > 1
    order by b.row_no`)
}

/** What is wrong with the codes of rows that are taken over now, by row: another has them, or an earlier one of these rows. */
export async function clashesOf(
  tx: Transaction,
  work: ImportAtWork,
  rows: readonly { readonly rowNo: number }[],
  matches: ReadonlyMap<number, { readonly memberId: string }>,
): Promise<Map<number, Sentences>> {
  const clashes = new Map<number, Sentences>()
  if (!bringsCodes(work)) return clashes
  const found = await readClashes(tx, work, sql`r.row_no = any(${rows.map(({ rowNo }) => rowNo)}::int[])`)
  const firsts = new Map<string, number>()
  for (const clash of found) {
    const { rowNo, field, code, key, holderId } = clash
    const own = matches.get(rowNo)?.memberId ?? null
    const first = firsts.get(key) ?? rowNo
    firsts.set(key, first)
    const isOthers = holderId !== null && holderId !== own
    if (!isOthers && first === rowNo) continue
    const sentence = isOthers
      ? codeTaken(field, code, ownerInFile(work, clash))
      : codeOfRow(field, code, first)
    clashes.set(rowNo, { ...clashes.get(rowNo), [field]: sentence })
  }
  return clashes
}

/** The dry run's part of it: refuses new people whose codes somebody has. Of those who are known it depends on what becomes of them. */
export async function refuseTakenCodes(
  tx: Transaction,
  work: ImportAtWork,
  { first, last }: { first: number; last: number },
): Promise<void> {
  if (!bringsCodes(work)) return
  const found = await readClashes(tx, work, sql`r.row_no between ${first} and ${last} and r.finding is null`)
  const refused = found
    .filter(({ holderId }) => holderId !== null)
    .map((clash) => ({
      rowNo: clash.rowNo,
      problems: { [clash.field]: codeTaken(clash.field, clash.code, ownerInFile(work, clash)) },
    }))
  if (refused.length === 0) return
  await tx.run(sql`
    update member_import_row r set finding = 'Refused', problems = x.problems
    from json_to_recordset(${JSON.stringify(refused)}::json) as x ("rowNo" int, problems jsonb)
    where r.business_id = ${tx.businessId} and r.import_id = ${work.importId} and r.row_no = x."rowNo"`)
}

/**
 * Refuses new people whose codes an earlier row of the file has. So no two rows that are taken over at the same time, by two
 * batches, have a code in common: each would wait for the other.
 */
export async function refuseRepeatedCodes(tx: Transaction, work: ImportAtWork): Promise<void> {
  if (!bringsCodes(work)) return
  const sentences = Object.fromEntries(codeFields.map((field) => [field, codeOfRow(field, '%', '#')]))
  await tx.run(sql`
    with brought as materialized (
      select r.row_no, r.finding, f.field, f.code, code_key(f.code) as key,
        min(r.row_no) over (partition by code_key(f.code)) as first
      from ${codesOfRows}
      where r.business_id = ${tx.businessId} and r.import_id = ${work.importId} and f.code is not null
        and r.finding is distinct from 'Refused'
    ), repeated as (
      select row_no, jsonb_object_agg(field, replace(
        replace(${JSON.stringify(sentences)}::jsonb ->> field, '#', first::text), '%', code)) as problems
      from brought where row_no > first and finding is null group by row_no
    )
    update member_import_row r set finding = 'Refused', problems = repeated.problems from repeated
    where r.business_id = ${tx.businessId} and r.import_id = ${work.importId} and r.row_no = repeated.row_no`)
}
