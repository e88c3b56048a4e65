import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database.ts'
import { conflict } from '#platform/refusal.ts'

/** The number wanted, if no other member has it; the next of the business's sequence if none is wanted. */
export async function takeNumber(tx: Transaction, wanted: string | null): Promise<string> {
  const next = await lockNumbers(tx)
  if (wanted === null) return nextFree(tx, next)
  // Also of a member who has been deleted and might come back.
  const taken = await tx.maybe(
    sql`select from member where business_id = ${tx.businessId} and membership_number = ${wanted}`,
  )
  if (taken) throw conflict('number_taken', `The membership number ${wanted} belongs to another member.`)
  return wanted
}

/** Lets one member after the other of a business be numbered, and tells where its sequence stands. */
async function lockNumbers(tx: Transaction): Promise<number> {
  const { next } = await tx.one<{ next: number }>(sql`
    insert into member_counter as c (business_id) values (${tx.businessId})
    on conflict (business_id) do update set next_number = c.next_number
    returning next_number as next`)
  return next
}

async function nextFree(tx: Transaction, next: number): Promise<string> {
  const free = await firstFree(tx, next)
  await tx.run(sql`update member_counter set next_number = ${free + 1} where business_id = ${tx.businessId}`)
  return String(free)
}

/** The number that the next member without one of their own would get now. */
export async function proposeNumber(db: Queries): Promise<string> {
  const counter = await db.maybe<{ next: number }>(
    sql`select next_number as next from member_counter where business_id = ${db.businessId}`,
  )
  return String(await firstFree(db, counter?.next ?? 1))
}

async function firstFree(db: Queries, next: number): Promise<number> {
  // In the select list the series goes on for only as long as somebody asks.
  const { free } = await db.one<{ free: number }>(sql`
    select n as free from (select generate_series(${next}::bigint, 9000000000000000) as n) series
    where not exists (
      select from member where business_id = ${db.businessId} and membership_number = n::text)
    limit 1`)
  return free
}
