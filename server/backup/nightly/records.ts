import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

/** A backup that was begun, and not known to have failed; without a size it is under way, or was broken off. */
export type Begun = { readonly file: string; readonly takenAt: string; readonly bytes: number | null }

export async function noteBegun(db: Queries, file: string, takenAt: Date): Promise<void> {
  await db.run(sql`insert into nightly_backup (file, taken_at) values (${file}, ${takenAt.toISOString()})`)
}

export async function noteGood(db: Queries, file: string, bytes: number): Promise<void> {
  await db.run(sql`update nightly_backup set bytes = ${bytes} where file = ${file}`)
}

/** Of failures the last alone is kept: the log has the others. */
export async function noteFailed(db: Queries, file: string, reason: string): Promise<void> {
  await db.run(sql`
    with former as (delete from nightly_backup where failure is not null and file <> ${file})
    update nightly_backup set failure = ${reason} where file = ${file}`)
}

/** Newest first. */
export function begunBackups(db: Queries): Promise<Begun[]> {
  return db.rows<Begun>(sql`
    select file, taken_at as "takenAt", bytes::float8 as bytes from nightly_backup
    where failure is null order by taken_at desc`)
}

export async function forgetBackup(db: Queries, file: string): Promise<void> {
  await db.run(sql`delete from nightly_backup where file = ${file}`)
}

/** Whether a good one was taken then or later. */
export async function isTakenSince(db: Queries, moment: string): Promise<boolean> {
  const { isTaken } = await db.one<{ isTaken: boolean }>(sql`
    select exists (select from nightly_backup where bytes is not null and taken_at >= ${moment}) as "isTaken"`)
  return isTaken
}

type Good = { readonly takenAt: string; readonly bytes: number; readonly ageSeconds: number }
type Failure = { readonly takenAt: string; readonly reason: string }

/** What is known of the last good one, and of the last that failed unless a good one came after it. */
export type LastBackups = { readonly good: Good | null; readonly failure: Failure | null }

export async function lastBackups(db: Queries): Promise<LastBackups> {
  const good = await db.maybe<Good>(sql`
    select taken_at as "takenAt", bytes::float8 as bytes,
      greatest(0, extract(epoch from now() - taken_at))::float8 as "ageSeconds"
    from nightly_backup where bytes is not null order by taken_at desc limit 1`)
  const failure = await db.maybe<Failure>(sql`
    select taken_at as "takenAt", failure as reason from nightly_backup
    where failure is not null and taken_at > coalesce(${good?.takenAt ?? null}::timestamptz, '-infinity')
    order by taken_at desc limit 1`)
  return { good, failure }
}

/** Has a database that takes another's place know of its backups: they are the same installation's, and go on being removed in their time. */
export async function takeOverRecords(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows: tables } = await from.query<{ isThere: boolean }>(
    `select to_regclass('public.nightly_backup') is not null as "isThere"`,
  )
  if (!tables[0]!.isThere) return
  const { rows } = await from.query<{ records: string }>(
    `select coalesce(json_agg(b), '[]')::text as records from public.nightly_backup b`,
  )
  await to.query(
    `insert into public.nightly_backup select * from json_populate_recordset(null::public.nightly_backup, $1)
     on conflict do nothing`,
    [rows[0]!.records],
  )
}
