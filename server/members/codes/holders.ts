import sql, { join, type Sql } from 'sql-template-tag'
import { type CodeHolderKind, type CodeOwner } from '#contract/members/member-codes.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'

/** Somebody, or something, that holds a code. */
export type CodeHolder = {
  /** The code as it was asked about. */
  readonly code: string
  readonly kind: CodeHolderKind
  readonly id: string
  /** False for a deleted member and a revoked pass. */
  readonly isLive: boolean
  /** Of a member: the name with the number, the venue, and whether it is their membership number. */
  readonly name: string | null
  readonly venueNo: string | null
  readonly isNumber: boolean
}

/** Who holds these codes, whatever their capitals and spaces; those who are there come first. */
export function holdersOf(db: Queries, codes: readonly string[]): Promise<CodeHolder[]> {
  // The keys are made first: under row-level security a function of a column that is joined keeps the index from being used.
  return db.rows(sql`
    with given as materialized (
      select code, code_key(code) as key from unnest(${codes}::text[]) code
    )
    select given.code, h.holder_kind as kind, h.holder_id as id, h.is_live as "isLive", ${ownerColumns}
    from given
    join code_holder h on h.business_id = ${db.businessId} and h.code_key = given.key
    left join member m on h.holder_kind = 'Member' and m.business_id = h.business_id and m.member_id = h.holder_id
    order by h.is_live desc, h.holder_kind desc, h.holder_id`)
}

/** What is told of a member `m` who holds a code `h`. */
export const ownerColumns: Sql = sql`
  concat_ws(', ', m.first_name || ' ' || m.last_name, m.membership_number) as name, m.venue_no as "venueNo",
  coalesce(code_key(m.membership_number) = h.code_key, false) as "isNumber"`

/** True if this user sees a member of that venue. */
export function sees({ venues }: Pick<Who, 'venues'>, { venueNo }: Pick<CodeHolder, 'venueNo'>): boolean {
  return venues === null || (venueNo !== null && venues.includes(venueNo))
}

/** Whose a code is, as far as this user may know. */
export function ownerFor(
  who: Pick<Who, 'venues'>,
  holder: Pick<CodeHolder, 'kind' | 'isLive' | 'name' | 'venueNo'>,
): CodeOwner {
  const isSeen = sees(who, holder)
  return {
    kind: holder.kind,
    name: isSeen && holder.isLive ? holder.name : null,
    isDeleted: isSeen && !holder.isLive,
  }
}

/** Has others who want one of these codes wait until we are done: they are told then whose it is. */
export async function lockCodes(tx: Transaction, codes: readonly string[]): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${tx.businessId} || ' ' || key, 54))
    from (select distinct code_key(code) as key from unnest(${codes}::text[]) code order by 1) wanted`)
}

/** A condition or an expression of SQL for each code. */
export function keysOf(codes: readonly string[]): Sql {
  return join(codes.map((code) => sql`code_key(${code})`))
}
