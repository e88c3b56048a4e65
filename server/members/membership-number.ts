import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database.ts'
import { conflict } from '#platform/refusal.ts'

/** The next number of the business's sequence that no member has. */
export async function nextNumber(tx: Transaction): Promise<string> {
  await tx.run(sql`insert into member_counter (business_id) values (${tx.businessId}) on conflict do nothing`)
  // The row's lock lets one member after the other be numbered.
  const { next } = await tx.one<{ next: number }>(
    sql`select next_number as next from member_counter where business_id = ${tx.businessId} for update`,
  )
  const { free } = await tx.one<{ free: number }>(sql`
    select n as free from generate_series(${next}::bigint, ${next}::bigint + 100000) n
    where not exists (select from member
      where business_id = ${tx.businessId} and membership_number = n::text)
    limit 1`)
  await tx.run(sql`update member_counter set next_number = ${free + 1} where business_id = ${tx.businessId}`)
  return String(free)
}

/** Refuses a number that another member has, also one who has been deleted and might come back. */
export async function requireFreeNumber(tx: Transaction, number: string, memberId?: string): Promise<void> {
  const taken = await tx.maybe(sql`
    select from member where business_id = ${tx.businessId} and membership_number = ${number}
      and member_id is distinct from ${memberId ?? null}`)
  if (taken) throw conflict('number_taken', `The membership number ${number} belongs to another member.`)
}
