import { doorListApi, type DoorList } from '#contract/events/doors/door-list.ts'
import { eventScansApi, type Door } from '#contract/events/event-scans.ts'
import { addDays, isOver, openDate, zonedTime } from '#contract/events/event-times.ts'
import { importCodeKey } from '#contract/values/code-hash.ts'
import { change, dropList, forgetLog, keep, serverTime, type Desk } from './desk.ts'
import { guestListOf, readGuests } from './guest-list.ts'
import type { KeptDoor } from './storage.ts'

// Nobody waits for the list at the door: it may take as long as a slow connection needs.
const listPatienceMs = 30_000
// More at once would be in the way of the scans.
const atOnce = 2
const underWayMs = 2_000

/** Gets what is missing of the newest list; whoever asks for it while that is done waits for its end. */
export function refreshList(desk: Desk): Promise<void> {
  desk.refreshing ??= fetchList(desk).finally(() => {
    desk.refreshing = null
  })
  return desk.refreshing
}

/** True once nobody can come any more: then the device keeps no list. */
export function needsNoList({ Event: event }: Door, at: Date): boolean {
  return event.EventStatus !== 'Published' || isOver(event, at)
}

// Nobody would call a longer one an event: it is a door that is open for good.
const longestDays = 31

/** True for what the device has to let go of: all of an event that is over, and what is of yesterday at a door that is open for good. */
export function isOutdated({ door, listedAt }: Pick<KeptDoor, 'door' | 'listedAt'>, at: Date): boolean {
  const { EventStartDate, EventEndDate, TimeZoneId } = door.Event
  if (needsNoList(door, at)) return true
  const isForGood = addDays(EventStartDate, longestDays) < EventEndDate
  // The night is the evening's: nobody's list goes at midnight while people come.
  const dayOf = (instant: Date) => openDate(door.Event, zonedTime(instant, TimeZoneId))
  return isForGood && listedAt !== null && dayOf(new Date(listedAt)) < dayOf(at)
}

/** After the event no name is left on the device, but for what has yet to be handed in. */
export async function forgetEvent(desk: Desk): Promise<void> {
  await dropList(desk)
  await forgetLog(desk)
}

async function fetchList(desk: Desk): Promise<void> {
  while (desk.kept) {
    if (needsNoList(desk.kept.door, serverTime(desk))) return forgetEvent(desk)
    const answer = await desk.call(doorListApi.getDoorList, {}, listPatienceMs)
    if (!answer.ok) return
    const outcome = await fetchParts(desk, answer.data)
    if (outcome === 'failed') return
    if (outcome === 'whole' && answer.data.CheckedDate !== null) {
      await finish(desk, answer.data, answer.data.CheckedDate)
      if (!answer.data.IsUnderWay) return
    }
    await new Promise((resolve) => setTimeout(resolve, desk.listPauseMs ?? underWayMs))
  }
}

type Outcome = 'whole' | 'changed' | 'failed'

/** Fetches the parts that aren't here yet. What has come is kept at once: however often the line breaks, it goes on from there. */
async function fetchParts(desk: Desk, list: DoorList): Promise<Outcome> {
  const missing = list.Parts.filter(({ Part }) => !desk.parts.has(Part))
  if (missing.length > 0 && !(await hasKey(desk))) return 'failed'
  tellProgress(desk, list)
  let outcome: Outcome = 'whole'
  const fetchNext = async (): Promise<void> => {
    const next = outcome === 'whole' ? missing.shift() : undefined
    if (!next || !desk.kept) return
    const answer = await desk.fetchPart(next.Part)
    // Another has taken its place since.
    if (!answer.ok) outcome = answer.status === 404 ? 'changed' : 'failed'
    else await keepPart(desk, next.Part, answer.data)
    tellProgress(desk, list)
    return fetchNext()
  }
  await Promise.all(Array.from({ length: atOnce }, fetchNext))
  return desk.kept ? outcome : 'failed'
}

/** Browsers have keys on secure connections alone, and pages that open without a connection as well: others find by name. */
async function hasKey(desk: Desk): Promise<boolean> {
  if (!isSecureContext) return true
  const key = await desk.call(eventScansApi.getDoorKey)
  if (key.ok) await keep(desk, { codeKey: await importCodeKey(key.data.Key) })
  return key.ok
}

/** What this device has of the list. */
export async function recallList(desk: Desk): Promise<void> {
  for (const { part, text } of await desk.storage.listParts(desk.key)) desk.parts.set(part, readGuests(text))
  desk.guests = desk.parts.size > 0 ? guestListOf([...desk.parts.values()]) : null
}

async function keepPart(desk: Desk, part: string, text: string): Promise<void> {
  // A device without room has the list for as long as the page is open.
  await desk.storage.keepPart({ key: desk.key, part, text }).catch(() => undefined)
  desk.parts.set(part, readGuests(text))
  desk.guests = guestListOf([...desk.parts.values()])
}

/** How much of the list is here, until it has been whole for the first time. */
function tellProgress(desk: Desk, { Parts, ExpectedGuests }: DoorList): void {
  if (desk.state.listedAt !== null || !desk.kept) return
  const sum = (parts: DoorList['Parts']) => parts.reduce((guests, { Guests }) => guests + Guests, 0)
  const done = sum(Parts.filter(({ Part }) => desk.parts.has(Part)))
  change(desk, { listing: { done, total: Math.max(ExpectedGuests, sum(Parts)) } })
}

/** The list is whole: what is no part of it any more goes. */
async function finish(desk: Desk, { Parts }: DoorList, checkedDate: string): Promise<void> {
  const names = new Set(Parts.map(({ Part }) => Part))
  for (const part of desk.parts.keys()) if (!names.has(part)) desk.parts.delete(part)
  await desk.storage.forgetParts(desk.key, names)
  desk.guests = guestListOf([...desk.parts.values()])
  await keep(desk, { listedAt: Date.parse(checkedDate) })
  change(desk, { listing: null })
}
