import sql from 'sql-template-tag'
import type { NoticeKind, NoticeValues } from '#contract/bell/bell.ts'
import type { Queries } from '#platform/database'

/** Something that a user is told of. The values name nobody who isn't staff: a notice outlives what it is about. */
export type Tidings = {
  readonly kind: NoticeKind
  /** What it is about: told again, it comes up anew instead of twice. */
  readonly subject: string
  readonly values: NoticeValues
}

export const bellChannel = 'bell_changed'

/** What the processes call somebody's bell in a business. */
export const bellSubject = (businessId: string, uid: string): string => `${businessId} ${uid}`

/**
 * Tells users of the business what happened, in the transaction it happens in. Whoever has the console open hears of it once that is
 * committed: it is rare enough for the database to pass on itself.
 */
export async function ringBell(db: Queries, uids: readonly string[], tidings: Tidings): Promise<void> {
  const to = [...new Set(uids)].filter((uid) => uid !== '')
  if (to.length === 0) return
  await db.rows(sql`
    with rung as (
      insert into user_notice (business_id, uid, kind, subject_id, told)
      select ${db.businessId}, uid, ${tidings.kind}, ${tidings.subject}, ${JSON.stringify(tidings.values)}::jsonb
      from unnest(${to}::text[]) uid
      on conflict (business_id, uid, kind, subject_id) do update set told = excluded.told, at = now(), read_at = null
      returning uid
    )
    select pg_notify(${bellChannel}, ${db.businessId} || ' ' || uid) from rung`)
}

/** What nobody has to see to any more is read. */
export async function quietBell(db: Queries, kind: NoticeKind, subject: string): Promise<void> {
  await db.rows(sql`
    with read as (
      update user_notice set read_at = now()
      where business_id = ${db.businessId} and kind = ${kind} and subject_id = ${subject} and read_at is null
      returning uid
    )
    select pg_notify(${bellChannel}, ${db.businessId} || ' ' || uid) from read`)
}

/** What a user was told of goes with them. */
export async function forgetBellOf(db: Queries, uid: string): Promise<void> {
  await db.run(sql`delete from user_notice where business_id = ${db.businessId} and uid = ${uid}`)
}
