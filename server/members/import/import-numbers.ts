import sql from 'sql-template-tag'
import { codeFields } from '#contract/members/member-codes.ts'
import type { Queries, Transaction } from '#platform/database'
import { nextFree } from '#server/members/record'
import { codesOfRows } from './import-codes.ts'
import type { ImportAtWork } from './import-record.ts'

/** The numbers that a file brings itself, as whatever code and however written: those that the sequence is yet to come to. */
export async function numbersInFile(db: Queries, work: ImportAtWork): Promise<ReadonlySet<number>> {
  if (!codeFields.some((field) => work.mapping.includes(field))) return new Set()
  // In one text: there may be more than a million.
  const { list } = await db.one<{ list: string }>(sql`
    select coalesce(string_agg(n::text, ' '), '') as list
    from (
      select case when code_key(f.code) ~ '^[1-9][0-9]{0,15}$' then code_key(f.code)::bigint end as n
      from ${codesOfRows}
      where r.business_id = ${db.businessId} and r.import_id = ${work.importId} and f.code is not null
    ) brought
    where n >= coalesce((select next_number from member_counter where business_id = ${db.businessId}), 1)`)
  return new Set(list === '' ? [] : list.split(' ').map(Number))
}

/**
 * The next free numbers of a sequence that is locked and stands at `next`, besides those of the file: a row that brings one of
 * them would be taken for one of the member we gave it to.
 */
export async function nextBesides(
  tx: Transaction,
  next: number,
  count: number,
  inFile: ReadonlySet<number>,
): Promise<string[]> {
  if (count === 0) return []
  let free: number[] = []
  // More each time: a file may bring all the next hundred thousand.
  for (let from = next, asked = count; free.length < count; asked *= 2) {
    const found = (await nextFree(tx, from, asked)).map(Number)
    free = free.concat(found.filter((number) => !inFile.has(number)))
    from = found.at(-1)! + 1
  }
  const given = free.slice(0, count)
  // Those that were asked for and aren't needed are left to others.
  if (free.length > count) await nextFree(tx, given.at(-1)!, 1)
  return given.map(String)
}
