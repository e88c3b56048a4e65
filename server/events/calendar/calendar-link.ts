import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { type calendarApi, type CalendarLink, calendarPath } from '#contract/events/calendar.ts'
import type { Call } from '#platform/call'
import { isBusinessId, type Queries } from '#platform/database'
import type { Download } from '#platform/formats'
import { notFound } from '#platform/refusals'
import { hashOf, newSecret, type Vault } from '#platform/secrets'
import { clubOf } from '#server/business'
import { calendarType } from './event-calendar.ts'
import { readEntries } from './event-entry.ts'
import { icalendar, type Property, textValue } from './icalendar.ts'
import { openLink, sealLink } from './sealed-link.ts'

type Row = { sealed: Buffer; CreatedDate: string; CreatedByUser: string }

/** The link as it stands, to be given to whoever may subscribe. */
export async function getCalendarLink(
  { db }: Call<typeof calendarApi.getCalendarLink>,
  vault: Vault | null,
): Promise<CalendarLink> {
  const row = await db.maybe<Row>(sql`
    select sealed, created_at as "CreatedDate", created_by as "CreatedByUser" from calendar_link
    where business_id = ${db.businessId}`)
  if (!row) return { Path: null, CreatedDate: null, CreatedByUser: null }
  const { sealed, ...made } = row
  const secret = openLink(vault, db.businessId, sealed)
  return { Path: secret && calendarPath(feedOf(db.businessId, secret)), ...made }
}

/** Makes the link, or another in its place: the former one stops working. */
export async function renewCalendarLink(
  call: Call<typeof calendarApi.renewCalendarLink>,
): Promise<undefined> {
  const { db, who } = call
  const { businessId, vault } = db
  const secret = newSecret(24)
  const isRenewed = await hasLink(db)
  await db.run(sql`
    insert into calendar_link (business_id, secret_hash, sealed, created_by)
    values (${businessId}, ${hashOf(feedOf(businessId, secret))}, ${sealLink(vault, businessId, secret)}, ${who.name})
    on conflict (business_id) do update set secret_hash = excluded.secret_hash, sealed = excluded.sealed,
      created_by = excluded.created_by, created_at = now()`)
  call.audit({ record: linkRecord(businessId), after: { [isRenewed ? 'Renewed' : 'Made']: true } })
}

/** Takes the link back: calendars that know it get nothing any more. */
export async function withdrawCalendarLink(
  call: Call<typeof calendarApi.withdrawCalendarLink>,
): Promise<undefined> {
  const { db } = call
  const isGone = await db.run(sql`delete from calendar_link where business_id = ${db.businessId}`)
  if (!isGone) throw notFound('The link')
  call.audit({ record: linkRecord(db.businessId), after: { Withdrawn: true } })
}

const feedShape = /^(?<businessId>[a-z0-9-]{2,63})\.[\w-]{32}$/

/** The events of the business that the link is of, for calendars. */
export async function getCalendar({ db, params }: Call<typeof calendarApi.getCalendar>): Promise<Download> {
  // What isn't shaped like one is none: nothing is looked up under whatever a stranger makes up.
  const businessId = feedShape.exec(params.feed)?.groups?.businessId ?? ''
  if (!isBusinessId(businessId)) throw notFound('The calendar')
  const own = db.forTenant(businessId)
  const known = await own.maybe(sql`
    select from calendar_link where business_id = ${businessId} and secret_hash = ${hashOf(params.feed)}`)
  if (!known) throw notFound('The calendar')
  const content = await readCalendar(own)
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  // Kept by whoever fetched it, and asked about each time: what has changed is there at once.
  return { type: calendarType, content, etag, cacheControl: 'private, no-cache' }
}

const daysKept = 90
const mostEntries = 2_000

async function readCalendar(db: Queries): Promise<Uint8Array> {
  const { BusinessName } = await clubOf(db)
  const entries = await readEntries(
    db,
    sql`e.kind = 'Event' and e.status in ('Published', 'Completed', 'Canceled') and e.end_date >= (select business_day()) - ${daysKept}::int
      order by e.start_date desc, e.event_id limit ${mostEntries}`,
  )
  const name = textValue(`${BusinessName} events`)
  const about: Property[] = [
    ['NAME', name],
    ['X-WR-CALNAME', name],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'],
    ['X-PUBLISHED-TTL', 'PT1H'],
  ]
  return icalendar(about, entries)
}

const feedOf = (businessId: string, secret: string) => `${businessId}.${secret}`

async function hasLink(db: Queries): Promise<boolean> {
  return (await db.maybe(sql`select from calendar_link where business_id = ${db.businessId}`)) !== null
}

function linkRecord(id: string) {
  return { kind: 'Calendar link', id }
}
