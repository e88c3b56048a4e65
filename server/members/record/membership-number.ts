import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'

/**
 * The number wanted, or the next of the business's sequence if none is. From here on nobody else is numbered until we are
 * done: whether the one that is wanted is free has to be asked afterwards.
 */
export async function takeNumber(tx: Transaction, wanted: string | null): Promise<string> {
  const next = await lockNumbers(tx)
  if (wanted === null) return (await nextFree(tx, next, 1))[0]!
  if (wanted === String(next)) await passTaken(tx, next + 1)
  return wanted
}

/** Has a sequence that is locked and stands at `next` stand at a number that nobody has. */
async function passTaken(tx: Transaction, next: number): Promise<void> {
  const [free] = await freeFrom(tx, next, 1)
  await standAt(tx, free!)
}

/** The same after an import, whose members may have brought every number from here on. */
export async function settleNumbers(tx: Transaction): Promise<void> {
  await passTaken(tx, await lockNumbers(tx))
}

/** Lets one member after the other of a business be numbered, and tells where its sequence stands. */
export async function lockNumbers(tx: Transaction): Promise<number> {
  const { next } = await tx.one<{ next: number }>(sql`
    insert into member_counter as c (business_id) values (${tx.businessId})
    on conflict (business_id) do update set next_number = c.next_number
    returning next_number as next`)
  return next
}

/** Has those who are to be numbered wait until members who bring their numbers are there. */
export async function holdNumbers(tx: Transaction): Promise<number> {
  const counter = await tx.maybe<{ next: number }>(sql`
    select next_number as next from member_counter where business_id = ${tx.businessId} for share`)
  return counter?.next ?? lockNumbers(tx)
}

/** The next free numbers of a sequence that is locked and stands at `next`; they are taken with this. */
export async function nextFree(tx: Transaction, next: number, count: number): Promise<string[]> {
  if (count === 0) return []
  // One more, where it stands then: each number that somebody brought is passed once, and not by all who ask for the next.
  const free = await freeFrom(tx, next, count + 1)
  await standAt(tx, free.pop()!)
  return free.map(String)
}

async function standAt(tx: Transaction, next: number): Promise<void> {
  await tx.run(
    sql`update member_counter set next_number = ${next} where business_id = ${tx.businessId} and next_number <> ${next}`,
  )
}

/** The number that the next member without one of their own would get now. */
export async function proposeNumber(db: Queries): Promise<string> {
  const counter = await db.maybe<{ next: number }>(
    sql`select next_number as next from member_counter where business_id = ${db.businessId}`,
  )
  const [free] = await freeFrom(db, counter?.next ?? 1, 1)
  return String(free)
}

/** The first numbers that nobody has, nor has on a badge or a card. */
async function freeFrom(db: Queries, next: number, count: number): Promise<number[]> {
  // In the select list the series goes on for only as long as somebody asks. 'offset 0' has the codes asked about each
  // number in turn: in a join the planner may well begin with gathering the series, which has no end.
  const rows = await db.rows<{ free: number }>(sql`
    select n as free from (select generate_series(${next}::bigint, 9000000000000000) as n) series
    where not exists (
      select from scan_code where business_id = ${db.businessId} and code_key = n::text offset 0)
    limit ${count}`)
  return rows.map(({ free }) => free)
}
