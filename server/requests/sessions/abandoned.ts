import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { inPieces, type InPieces, type Piece } from '#platform/jobs'
import type { Backstage } from '#server/payments'

/** Forgets the next of what it is about, and tells where it goes on; null at its end. */
type Part = (db: Queries, after: string) => Promise<string | null>

/** Forgets what people started and never sent, after 30 days, and the links that have had their time. */
export function forgetAbandoned({ database }: Backstage, turn: InPieces = {}): Promise<void> {
  // One part after the other, so many rows of it in one statement.
  const forgetIn = async (businessId: string, after: string): Promise<Piece> => {
    const [part, mark = ''] = after.split(' ')
    const place = Number(part)
    const goesOn = await parts[place]!(database.forTenant(businessId), mark)
    if (goesOn !== null) return { next: `${place} ${goesOn}` }
    return { next: place + 1 < parts.length ? String(place + 1) : null }
  }
  const whileSuspended = 'What is to be forgotten is.'
  return inPieces(database, 'forget_abandoned_requests', forgetIn, { ...turn, whileSuspended })
}

const most = 1_000
// A file has megabytes.
const mostFiles = 100

/** What is gone is looked for no more: as long as there are many, it goes on from the same place. */
const untilFew = (gone: number) => (gone < most ? null : '')

/** That there was one is kept, for those who ask for deleted ones; what it said of somebody isn't. */
const forgetSessions: Part = async (db) =>
  untilFew(
    await db.run(sql`
    update request_session set deleted_at = now(), answers = '{}', display_name = null, email = null, mobile = null,
      link_sent_to = null
    where business_id = ${db.businessId} and session_id in (
        select session_id from request_session
        where business_id = ${db.businessId} and ${isAbandoned} limit ${most})
      and ${isAbandoned}`),
  )

const isAbandoned = sql`
  next_step = 'User Started' and started_at < now() - interval '30 days' and deleted_at is null`

/** Slice by slice of all files, as what is deleted is their request. */
const forgetFiles: Part = async (db, after) => {
  const last = await db.maybe<{ id: string }>(sql`
    select session_id as id from request_file where business_id = ${db.businessId} and session_id > ${after}
    order by session_id offset ${most - 1} limit 1`)
  const gone = await db.run(sql`
    delete from request_file where business_id = ${db.businessId} and file_id in (
      select f.file_id from request_file f
      join request_session s on s.business_id = f.business_id and s.session_id = f.session_id
      where f.business_id = ${db.businessId} and f.session_id > ${after}
        ${last ? sql`and f.session_id <= ${last.id}` : empty} and s.deleted_at is not null limit ${mostFiles})`)
  return gone < mostFiles ? (last?.id ?? null) : after
}

const forgetLinks =
  (table: Sql, condition = empty): Part =>
  async (db) =>
    untilFew(
      await db.run(sql`
      delete from ${table} where business_id = ${db.businessId} and secret_hash in (
        select secret_hash from ${table} where business_id = ${db.businessId} and expires_at < now() ${condition}
        order by expires_at limit ${most})`),
    )

// The way out of reminders goes on for a while.
const isNoWayOut = sql`and (reminder_id is null or expires_at < now() - interval '60 days')`

const parts: readonly Part[] = [
  forgetSessions,
  forgetFiles,
  forgetLinks(sql`renewal_link`, isNoWayOut),
  forgetLinks(sql`request_link`),
]
