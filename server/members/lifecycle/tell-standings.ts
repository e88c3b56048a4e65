import sql from 'sql-template-tag'
import type { Database, Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { inLane, inPieces, type InPieces, type Tasks } from '#platform/jobs'

/** What the calendar does to members. */
export function standingTasks(database: Database): Tasks {
  return { tell_standings: inLane('bulk', (clock: InPieces) => tellStandings(database, clock)) }
}

/** When it is due: every hour, for those businesses where it is early in the morning, whatever the clocks did at night. */
export const standingSchedule = ['12 * * * * tell_standings']
const early = 4

// So many members are looked at in one piece, however few of them stand otherwise than before.
const batch = 1000

/**
 * Writes into the histories of members that they are in grace or have lapsed since the day turned. Nothing else changes:
 * how a member stands follows from the dates. Days that the server was down for are made up for, each in its turn.
 */
async function tellStandings(database: Database, clock: InPieces): Promise<void> {
  // How far it came the business itself keeps.
  const tellIn = async (id: string) => ({ next: (await database.transaction(id, tellBatch)) ? '' : null })
  await inPieces(database, 'tell_standings', tellIn, { ...clock, hour: early })
}

type Told = { day: string; afterMember: string }

/** Tells of so many members, and keeps how far it came; false once there is nothing left to tell. */
async function tellBatch(tx: Transaction): Promise<boolean> {
  // A business that is new to it begins today: what was before nobody saw coming.
  await tx.run(sql`
    insert into standing_told (business_id, day) values (${tx.businessId}, ${businessToday}) on conflict do nothing`)
  const told = await tx.maybe<Told>(sql`
    select (day + 1)::date as day, after_member as "afterMember" from standing_told
    where business_id = ${tx.businessId} and day < ${businessToday} for update`)
  if (!told) return false
  const members = await changeOn(tx, told)
  const last = members.length === batch ? members.at(-1) : undefined
  await tx.run(sql`
    update standing_told set day = ${told.day}::date - ${last ? 1 : 0}::int, after_member = ${last ?? ''}
    where business_id = ${tx.businessId}`)
  return true
}

/**
 * Tells of those who stand otherwise on a day than on the one before, and gives back the members that were looked at for it.
 * They are those of the dates that may matter, each by the index, and of all of these the first by their ids: so the last of
 * them is a place that says of all dates how far it came.
 */
async function changeOn(tx: Transaction, { day, afterMember }: Told): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    with type as (
      select key, grace_days as grace from option_list_item
      where business_id = ${tx.businessId} and list = 'MembershipType' and not never_lapses
    ), looked_at as materialized (
      select m.* from (select ${day}::date - 1 as date union select ${day}::date - 1 - grace from type) ended
      cross join lateral (
        select member_id, membership_type, date_financial from member
        where business_id = ${tx.businessId} and deleted_at is null and date_financial = ended.date
          and member_id > ${afterMember}
        order by member_id limit ${batch}) m
      order by m.member_id limit ${batch}
    ), changed as (
      select m.member_id, type.grace > 0 and m.date_financial < ${day}::date - 1 as was_in_grace,
        type.grace > 0 and m.date_financial = ${day}::date - 1 as is_in_grace
      from looked_at m join type on type.key = m.membership_type
      where m.date_financial = ${day}::date - 1 or m.date_financial = ${day}::date - 1 - type.grace
    ), told as (
      insert into member_change (business_id, member_id, actor_id, actor_name, title, before, after)
      select ${tx.businessId}, member_id, '', 'By the calendar',
        case when is_in_grace then 'Membership in grace' else 'Membership lapsed' end,
        jsonb_build_object('Standing', case when was_in_grace then 'In grace' else 'Financial' end),
        jsonb_build_object('Standing', case when is_in_grace then 'In grace' else 'Lapsed' end)
      from changed order by member_id
    )
    select member_id as id from looked_at order by member_id`)
  return rows.map(({ id }) => id)
}
