import type { VisitorDesk, visitorDeskApi, VisitorHost } from '#contract/visitors/visitor-desk.ts'
import { visitorTexts } from '#contract/visitors/visitor-words.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { businessDay } from '#platform/days'
import { conflict, Refusal as Refused } from '#platform/refusals'
import { isToBeHeld, requireOpenDoor } from '#server/events/doors'
import { readEvent } from '#server/events/record'
import { readRules } from '#server/visitors/rules'
import { findNamedHost, hostRefusal } from './host.ts'

/** What a door needs to know to sign visitors in. */
export async function getVisitorDesk({
  db,
  who,
  params,
}: Call<typeof visitorDeskApi.getVisitorDesk>): Promise<VisitorDesk> {
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event)
  return readDesk(db)
}

/** The rules, as doors go by them. */
export async function readDesk(db: Queries): Promise<VisitorDesk> {
  const { Clubs, ...rules } = await readRules(db)
  const ClubNames = Clubs.filter(({ IsActive }) => IsActive).map(({ Name }) => Name)
  return { ...rules, ClubNames: ClubNames.toSorted((one, other) => one.localeCompare(other)) }
}

/** The member who brings a guest, and whether they can. */
export async function findVisitorHost({
  db,
  who,
  params,
  query,
}: Call<typeof visitorDeskApi.findVisitorHost>): Promise<VisitorHost> {
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event)
  if (!isToBeHeld(event)) throw conflict('event_not_open', visitorTexts.eventNotOpen)
  const { GuestsPerDay } = await readRules(db)
  const host = await findNamedHost(db, who, query, await businessDay(db))
  if (!host) throw new Refused(404, 'not_found', visitorTexts.noSuchHost)
  const { MemberId, Name, MembershipNumber, GuestsToday } = host
  const GuestsLeft = GuestsPerDay === null ? null : Math.max(0, GuestsPerDay - GuestsToday)
  const found = { MemberId, Name, MembershipNumber, GuestsToday, GuestsLeft }
  const Refusal = hostRefusal(who, host, GuestsPerDay)
  // How many they have brought would tell a kit the reason.
  return Refusal !== null && who.doorOf !== undefined
    ? { ...found, GuestsToday: 0, GuestsLeft: 0, Refusal }
    : { ...found, Refusal }
}
