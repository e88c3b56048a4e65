import sql from 'sql-template-tag'
import type { EventStatus } from '#contract/events/event-status.ts'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { hashOf, newSecret } from '#platform/secrets'

type DemoEvent = {
  name: string
  location: string
  /** The first and the last day, from today, where the event is. */
  days: readonly [number, number]
  checkIn: readonly [string, string]
  zone?: string
  filter: string
  status: EventStatus
  /** How many members came, and how many minutes after the start of check-in, or before now, the first of them did. */
  came?: { count: number; from: number }
  /** How many others came on the second day, within the last hour. */
  cameSince?: number
}

const harbourside: readonly DemoEvent[] = [
  {
    name: 'Members’ Trivia Night',
    location: 'Harbour Room, Harbourside Leagues Club',
    days: [0, 0],
    checkIn: ['00:00', '23:59'],
    filter: 'Financial=true',
    status: 'Published',
    came: { count: 46, from: -50 },
  },
  {
    name: 'Gold Members’ Dinner',
    location: 'The Terrace, Harbourside Leagues Club',
    days: [3, 3],
    checkIn: ['18:00', '20:30'],
    filter: 'Financial=true&MemberLevel=Gold',
    status: 'Published',
  },
  {
    name: 'Harbour Regatta Weekend',
    location: 'Old Boathouse Jetty, Balmain',
    days: [19, 21],
    checkIn: ['08:00', '11:00'],
    filter: 'Status=Active',
    status: 'Published',
  },
  {
    name: 'Western Reunion',
    location: 'Fremantle Sailing Club',
    days: [5, 6],
    checkIn: ['17:30', '21:00'],
    zone: 'Australia/Perth',
    filter: 'MembershipType=Life&MembershipType=Ordinary',
    status: 'Published',
  },
  {
    name: 'Summer Raffle Draw',
    location: 'Harbourside Sports Bar',
    days: [26, 26],
    checkIn: ['19:00', '21:00'],
    filter: '',
    status: 'Draft',
  },
  {
    name: 'Founders’ Lunch',
    location: 'Harbour Room, Harbourside Leagues Club',
    days: [40, 40],
    checkIn: ['11:30', '13:00'],
    filter: 'MembershipType=Life',
    status: 'Draft',
  },
  {
    name: 'Spring Racing Luncheon',
    location: 'Harbour Room, Harbourside Leagues Club',
    days: [-12, -12],
    checkIn: ['11:00', '14:30'],
    filter: 'Financial=true&Status=Active',
    status: 'Completed',
    came: { count: 184, from: 2 },
  },
  {
    name: 'Beach Carnival',
    location: 'Manly Surf Pavilion',
    days: [-4, -4],
    checkIn: ['09:00', '12:00'],
    filter: '',
    status: 'Canceled',
  },
  {
    name: 'Trivia Night (made twice)',
    location: 'Harbour Room, Harbourside Leagues Club',
    days: [0, 0],
    checkIn: ['18:00', '20:00'],
    filter: '',
    status: 'Deleted',
  },
]

const valley: readonly DemoEvent[] = [
  {
    name: 'Club Championship',
    location: 'First tee',
    days: [0, 1],
    checkIn: ['00:00', '23:59'],
    filter: '',
    status: 'Published',
    came: { count: 3, from: -20 },
  },
]

/** Three days, of which today is the second: whatever the hour, its doors are open. */
const festival: DemoEvent = {
  name: 'Harbour Festival',
  location: 'Harbourside Leagues Club, all rooms',
  days: [-1, 1],
  checkIn: ['00:00', '23:59'],
  filter: 'Status=Active',
  status: 'Published',
  came: { count: 58, from: 9 * 60 },
  cameSince: 21,
}

/** Events in every status, with who came to them. */
export async function seedEvents(platform: Transaction): Promise<void> {
  for (const [businessId, events] of Object.entries({ harbourside, 'valley-golf': valley }))
    await platform.asTenant(businessId, async (tx) => {
      for (const [i, event] of events.entries()) await seedEvent(tx, event, i)
    })
}

/** Whenever the demo is started there is an event to scan at: when the last festival ends, the next is on. */
export async function keepFestival(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    const today = sql`zone_day(time_zone, now())`
    await tx.run(sql`
      update event set status = 'Completed', closed_at = now(), updated_at = now(), revision = revision + 1
      where business_id = ${tx.businessId} and name = ${festival.name} and status = 'Published' and end_date <= ${today}`)
    const isOn = await tx.maybe(sql`
      select from event where business_id = ${tx.businessId} and name = ${festival.name} and status = 'Published'`)
    if (!isOn) await seedEvent(tx, festival, 1.2)
  })
}

async function seedEvent(tx: Transaction, event: DemoEvent, age: number): Promise<void> {
  const { zone = 'Australia/Sydney', days, checkIn, came, cameSince } = event
  const { id } = await tx.one<{ id: string }>(sql`
    insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
      member_filter, status, published_at, closed_at, created_at, updated_at)
    select ${tx.businessId}, ${event.name}, ${event.location}, today + ${days[0]}::int, today + ${days[1]}::int,
      ${checkIn[0]}, ${checkIn[1]}, ${zone}, ${event.filter}, ${event.status},
      case when ${event.status} not in ('Draft', 'Deleted') then now() - interval '30 days' end,
      case when ${event.status} in ('Completed', 'Canceled') then (today + ${days[1]}::int + 1)::timestamp at time zone ${zone} end,
      now() - interval '35 days', now() - make_interval(hours => ${2 + age * 5})
    from (select (now() at time zone ${zone})::date as today) d
    returning event_id as id`)
  await tx.run(sql`
    insert into door_kit (business_id, event_id, name, secret_hash, created_by, created_at)
    select ${tx.businessId}, ${id}, 'Front door', ${hashOf(newSecret())}, 'Alex Admin', now() - interval '2 days'
    where ${event.status} = 'Published' and ${days[0]} <= 0`)
  if (came) await seedScans(tx, id, { ...came, after: 0 })
  if (came && cameSince) await seedScans(tx, id, { count: cameSince, from: -50, after: came.count })
}

type Arrivals = { count: number; from: number; /** How many have come before. */ after: number }

/** Most came in the first hour; now and then a card was scanned twice, or was nobody's. */
async function seedScans(tx: Transaction, eventId: string, { count, from, after }: Arrivals): Promise<void> {
  await tx.run(sql`
    with door as (
      select case when ${from}::int < 0 then now() + make_interval(mins => ${from}::int)
        else (e.start_date + e.check_in_start::time) at time zone e.time_zone + make_interval(mins => ${from}::int) end as opened,
        case when ${from}::int < 0 then 45 else 150 end as minutes, e.time_zone as zone,
        e.start_date, e.end_date, e.scan_part
      from event e where e.business_id = ${tx.businessId} and e.event_id = ${eventId}
    ), guests as (
      select m.member_id, m.membership_number, row_number() over (order by m.membership_number) - ${after}::int as n from member m
      where m.business_id = ${tx.businessId} and m.deleted_at is null and m.status = 'Active'
        and m.date_financial >= ${businessToday}
      order by m.membership_number offset ${after} limit ${count}
    ), arrivals as (
      select guests.*, power(n::float8 / ${count}, 1.6) as at from guests
    ), scans as (
      select n, member_id, membership_number as code, 'Valid' as result, null as reason, at from arrivals
      union all select 1000 + n, member_id, membership_number, 'AlreadyIn',
        'In since ' || to_char((opened + make_interval(secs => at * minutes * 60)) at time zone zone, 'HH24:MI') || '.', at + 0.02
        from arrivals cross join door where n % 17 = 0
      union all select 2000 + n, null, 'LIB-' || n, 'UnknownCard', 'No member has this card.', n::float8 / ${count}
        from guests where n % 41 = 3
    )
    insert into event_scan (business_id, event_id, scan_id, member_id, code, result, reason, scanned_at, occasion,
      device_name, actor_id, actor_name, event_part)
    -- Just after midnight the first of today's guests came yesterday, and still came to today's event.
    select ${tx.businessId}, ${eventId}, 'demo-scan-' || n + 3000 * ${after}::int, member_id, code, result, reason, time,
      greatest(start_date, least(end_date, zone_day(zone, time)))::text, 'Front door', 'demo', 'Drew Door', scan_part
    from scans cross join door
    cross join lateral (
      select date_trunc('second', opened + make_interval(secs => least(at, 1) * minutes * 60)) as time
    ) scanned`)
}
