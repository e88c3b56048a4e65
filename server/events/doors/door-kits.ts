import sql from 'sql-template-tag'
import type { DoorKit, doorKitsApi } from '#contract/events/doors/door-kits.ts'
import { addDays, type EventTimes, isOver } from '#contract/events/event-times.ts'
import { quotas } from '#contract/values/quota.ts'
import { announceAccessChange, type Remembered, nobody, requireMayGive, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import { rightNow } from '#platform/clock'
import type { Database, Queries } from '#platform/database'
import { requireQuota } from '#platform/limits'
import { conflict, notFound, notSignedIn } from '#platform/refusals'
import { hashOf, newSecret } from '#platform/secrets'
import { eventColumns, readEvent, requireTheirEntry } from '#server/events/record'
import { requireOpenDoor } from './closed-door.ts'

const kitColumns = sql`
  door_kit_id as "DoorKitId", name as "Name", created_at as "CreatedDate", created_by as "CreatedByUser",
  revoked_at as "RevokedDate"`

/** The door kits of an event: those that work, newest first, then the latest of the revoked. */
export async function listDoorKits({ db, who, params }: Call<typeof doorKitsApi.listDoorKits>) {
  const event = await readEvent(db, params.eventId)
  requireTheirEntry(who, event)
  const Results = await db.rows<DoorKit>(sql`
    select ${kitColumns} from door_kit where business_id = ${db.businessId} and event_id = ${event.id}
    order by revoked_at is not null, created_at desc, door_kit_id limit ${mostListed}`)
  return { Results }
}

// The revoked are as many as there ever were: twice those that can work are told.
const mostListed = 2 * quotas.doorKits.most

/** Makes a link for the door of an event. Its secret is in this answer and nowhere else. */
export async function createDoorKit(call: Call<typeof doorKitsApi.createDoorKit>) {
  const { db, who, params, body } = call
  requireMayGive(who, ['Event.Scan'])
  const event = await readEvent(db, params.eventId)
  requireTheirEntry(who, event)
  const isDone = event.EventStatus === 'Completed' || event.EventStatus === 'Canceled'
  if (isDone || isOver(event, rightNow()))
    throw conflict('event_over', 'The event is over: its door needs no more kits.')
  await requireOpenDoor(db, who, event)
  await requireQuota(
    db,
    'doorKits',
    sql`select from door_kit where business_id = ${db.businessId} and event_id = ${event.id} and revoked_at is null`,
  )
  const secret = `${kitPrefix}${db.businessId}.${newSecret(24)}`
  const kit = await db.one<DoorKit>(sql`
    insert into door_kit (business_id, event_id, name, secret_hash, venues, created_by)
    values (${db.businessId}, ${event.id}, ${body.Name}, ${hashOf(secret)}, ${who.venues}, ${who.name})
    returning ${kitColumns}`)
  call.audit({ record: doorKitRecord(kit), after: { Name: kit.Name, Event: event.EventName } })
  return { DoorKit: kit, Secret: secret }
}

/** Shuts a door kit out for good, from the next call on. */
export async function revokeDoorKit(call: Call<typeof doorKitsApi.revokeDoorKit>): Promise<DoorKit> {
  const { db, who, params } = call
  requireTheirEntry(who, await readEvent(db, params.eventId))
  const isRevoked = await db.run(sql`
    update door_kit set revoked_at = now()
    where business_id = ${db.businessId} and event_id = ${params.eventId} and door_kit_id = ${params.doorKitId}
      and revoked_at is null`)
  const kit = await readKit(db, params.eventId, params.doorKitId)
  if (!isRevoked) throw conflict('kit_revoked', 'This door kit has been revoked already.')
  await announceAccessChange(db, kit.DoorKitId)
  call.audit({ record: doorKitRecord(kit), before: { Revoked: false }, after: { Revoked: true } })
  return kit
}

const kitPrefix = 'kit.'
const kitShape = /^kit\.([a-z0-9-]{2,63})\.[\w-]{32}$/

/** True for the secret of a door kit, which stands where the token of a user would. */
export function isDoorKit(token: string): boolean {
  return token.startsWith(kitPrefix)
}

type KitRow = EventTimes & { kitId: string; name: string; eventId: string; venues: string[] | null }

/** Who scans with a door kit: nobody by name, who may do nothing but scan for one event. */
export function whoIsDoorKit(token: string, database: Database, remembered: Remembered<Who>): Promise<Who> {
  return remembered.get(token, async () => {
    // What isn't shaped like one is none: nothing is looked up, or kept, under whatever a stranger makes up.
    const businessId = kitShape.exec(token)?.[1]
    if (!businessId) throw spent()
    const kit = await database.forTenant(businessId).maybe<KitRow>(sql`
      select k.door_kit_id as "kitId", k.name, k.event_id as "eventId", k.venues, ${eventColumns}
      from door_kit k join event e on e.business_id = k.business_id and e.event_id = k.event_id
      where k.business_id = ${businessId} and k.secret_hash = ${hashOf(token)} and k.revoked_at is null
        and e.status <> 'Deleted'`)
    if (!kit || isSpent(kit)) throw spent()
    const who: Who = {
      ...nobody,
      uid: `door-kit:${kit.kitId}`,
      name: `Door kit ${kit.name}`,
      businessId,
      permissions: new Set(['Event.Scan']),
      venues: kit.venues,
      doorOf: kit.eventId,
    }
    return { value: who, about: [kit.kitId, businessId] }
  })
}

function spent() {
  return notSignedIn('This door kit no longer works. Ask for a new one.')
}

// A day longer than the event: a door that had no connection must be able to hand in what it scanned.
function isSpent(event: EventTimes): boolean {
  return isOver({ ...event, EventEndDate: addDays(event.EventEndDate, 1) }, rightNow())
}

async function readKit(db: Queries, eventId: string, doorKitId: string): Promise<DoorKit> {
  const kit = await db.maybe<DoorKit>(sql`
    select ${kitColumns} from door_kit
    where business_id = ${db.businessId} and event_id = ${eventId} and door_kit_id = ${doorKitId}`)
  if (!kit) throw notFound('The door kit')
  return kit
}

function doorKitRecord({ DoorKitId, Name }: DoorKit) {
  return { kind: 'Door kit', id: DoorKitId, name: Name }
}
