import sql, { type Sql } from 'sql-template-tag'
import { ambiguousCode } from '#contract/members/member-codes.ts'
import { readingsOf, spellingsOf } from '#contract/values/drawn-codes.ts'
import type { Queries } from '#platform/database'
import { conflict } from '#platform/refusals'
import { type CodeHolder, holdersOf, keysOf } from './holders.ts'

/**
 * What a code that was scanned or typed means: the one member, card or pass that has it and is there; null if nothing is.
 * One that several have is refused, whoever they are: a guess would let the wrong person in, or have them pay.
 */
export async function resolveCode(db: Queries, code: string): Promise<CodeHolder | null> {
  const readings = readingsOf(code)
  const spellings = spellingsOf(code)
  const holders = await holdersOf(db, readings)
  // What is somebody's as it is written, or was, is nobody's without its last digit.
  const isTheirs = holders.some((holder) => spellings.includes(holder.code))
  for (const reading of isTheirs ? spellings : readings) {
    const [one, other] = holders.filter((holder) => holder.isLive && holder.code === reading)
    if (other) throw conflict('ambiguous_code', ambiguousCode)
    if (one) return one
  }
  return null
}

/** The condition that a code is one of member `m`, deleted only if nobody is there who has it: the same in one statement, for doors. */
export function hasCode(code: string, businessId: string): Sql {
  return sql`m.member_id in (
    select c.holder_id from scan_code c
    where c.business_id = ${businessId} and c.holder_kind = 'Member' and c.code_key = ${keyRead(code, businessId)})
    and (m.deleted_at is null or not exists (
      select from code_holder h
      where h.business_id = ${businessId} and h.code_key = ${keyRead(code, businessId)} and h.is_live))`
}

/**
 * The member who has a code, with no other reading, if it was never anybody else's beside them: of those who have it the last by
 * `besides` is then the only one. One look, where asking for others by itself would be a second.
 */
export function onlyHolderOf(code: Sql, businessId: string): Sql {
  return sql`(
    select case when c.besides = '' and c.holder_kind = 'Member' then c.holder_id end from scan_code c
    where c.business_id = ${businessId} and c.code_key = code_key(${code}) order by c.besides desc limit 1)`
}

/** The condition that a code has several holders whom a door would let in. A prepaid card opens no door. */
export function isAmbiguous(code: string, businessId: string): Sql {
  return sql`(
    select count(*) > 1 from code_holder h
    where h.business_id = ${businessId} and h.code_key = ${keyRead(code, businessId)} and h.is_live
      and h.holder_kind <> 'Card')`
}

/** The first reading of a code that somebody has; of its spellings rather one of who is there. Most have one reading alone. */
function keyRead(code: string, businessId: string): Sql {
  const readings = readingsOf(code)
  if (readings.length === 1) return sql`${keysOf(readings)}`
  return sql`(
    select k.code_key from code_holder k
    where k.business_id = ${businessId} and k.code_key in (${keysOf(readings)})
    order by k.code_key not in (${keysOf(spellingsOf(code))}), k.is_live desc,
      array_position(array[${keysOf(readings)}], k.code_key)
    limit 1)`
}
