import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { inPieces, type InPieces, type Piece } from '#platform/jobs'
import type { Backstage } from '#server/payments'

type Part = { readonly most: number; readonly forget: (db: Queries, most: number) => Promise<number> }

/** Forgets what people started and never sent, after 30 days, and the links that have had their time. */
export function forgetAbandoned({ database }: Backstage, turn: InPieces = {}): Promise<void> {
  // One part after the other, so many rows of it in one statement.
  const forgetIn = async (businessId: string, after: string): Promise<Piece> => {
    const place = Number(after)
    const { most, forget } = parts[place]!
    const gone = await forget(database.forTenant(businessId), most)
    const next = gone < most ? place + 1 : place
    return { next: next < parts.length ? String(next) : null }
  }
  const whileSuspended = 'What is to be forgotten is.'
  return inPieces(database, 'forget_abandoned_requests', forgetIn, { ...turn, whileSuspended })
}

/** That there was one is kept, for those who ask for deleted ones; what it said of somebody isn't. */
const forgetSessions: Part['forget'] = (db, most) =>
  db.run(sql`
    update request_session set deleted_at = now(), answers = '{}', display_name = null, email = null, mobile = null,
      link_sent_to = null
    where business_id = ${db.businessId} and session_id in (
        select session_id from request_session
        where business_id = ${db.businessId} and ${isAbandoned} limit ${most})
      and ${isAbandoned}`)

const isAbandoned = sql`
  next_step = 'User Started' and started_at < now() - interval '30 days' and deleted_at is null`

const forgetFiles: Part['forget'] = (db, most) =>
  db.run(sql`
    delete from request_file where business_id = ${db.businessId} and file_id in (
      select f.file_id from request_file f
      join request_session s on s.business_id = f.business_id and s.session_id = f.session_id
      where f.business_id = ${db.businessId} and s.deleted_at is not null limit ${most})`)

const forgetLinks =
  (table: Sql, condition = empty): Part['forget'] =>
  (db, most) =>
    db.run(sql`
      delete from ${table} where business_id = ${db.businessId} and secret_hash in (
        select secret_hash from ${table} where business_id = ${db.businessId} and expires_at < now() ${condition}
        order by expires_at limit ${most})`)

// The way out of reminders goes on for a while.
const isNoWayOut = sql`and (reminder_id is null or expires_at < now() - interval '60 days')`

// A file has megabytes.
const parts: readonly Part[] = [
  { most: 1_000, forget: forgetSessions },
  { most: 100, forget: forgetFiles },
  { most: 1_000, forget: forgetLinks(sql`renewal_link`, isNoWayOut) },
  { most: 1_000, forget: forgetLinks(sql`request_link`) },
]
