import { eventScansApi } from '#contract/events/event-scans.ts'
import { handInWaitingVisits } from '#door/visitors/register.ts'
import { closesDoor } from './calls.ts'
import { createDesk, serverTime, shutOut, type Desk } from './desk.ts'
import { isOutdated, needsNoList } from './list.ts'
import { forgetKit, keptKit, placeOfKey } from './place.ts'
import { send } from './queue.ts'
import type { KeptDoor } from './storage.ts'

/**
 * Lets go of what the device has of doors that it was at before and that nobody may open again: all of it where everything
 * was handed in, else all but what waits.
 */
export async function forgetOthers(desk: Desk): Promise<void> {
  const { storage, key } = desk
  const { scans } = await storage.listKeys()
  const waiting = await waitingKeys(desk)
  const doors = (await storage.listDoors()).filter((each) => each.key !== key)
  const known = new Set([key, ...doors.map((each) => each.key)])
  for (const kept of doors) {
    const { key: other, door } = kept
    if (!isOutdated(kept, serverTime(desk))) continue
    await storage.forgetParts(other, new Set())
    if (!waiting.has(other)) await forgetDoor(desk, kept)
    // Without what a former version kept beside it, too.
    else await storage.keepDoor({ key: other, door, listedAt: null, codeKey: null })
  }
  // Doors that were closed to this device have left their scans behind.
  for (const other of scans) if (!known.has(other) && !waiting.has(other)) await storage.forgetScans(other)
}

/** The doors of which there is anything to hand in. */
async function waitingKeys({ storage }: Desk): Promise<ReadonlySet<string>> {
  const { waiting } = await storage.listKeys()
  const visits = await storage.listVisits()
  return new Set([...waiting, ...visits.map(({ key }) => key)])
}

async function forgetDoor(desk: Desk, { key, door }: KeptDoor): Promise<void> {
  await desk.storage.forgetScans(key)
  await desk.storage.forgetDoor(key)
  // A door that is open for good is opened by it tomorrow.
  if (needsNoList(door, serverTime(desk))) forgetKit(placeOfKey(key))
}

/** Hands in what waits of other doors whose event is over or that are closed, and lets go of them. */
export async function handInOthers(desk: Desk): Promise<void> {
  const { storage, key } = desk
  const waiting = await waitingKeys(desk)
  const open = (await storage.listDoors()).filter((kept) => !isOutdated(kept, serverTime(desk)))
  const isOpen = new Set([key, ...open.map((each) => each.key)])
  const over = [...waiting].filter((other) => !isOpen.has(other))
  for (const other of over) {
    const place = placeOfKey(other)
    await handInOther(createDesk(place, keptKit(place), storage))
  }
  if (over.length > 0) await forgetOthers(desk)
}

/** Only where the door itself answers: of one that isn't there for us no refusal says anything of a scan. */
async function handInOther(other: Desk): Promise<void> {
  const answer = await other.call(eventScansApi.getDoor)
  if (answer.ok || answer.status === 409) {
    await send(other)
    await handInWaitingVisits(other).catch(() => undefined)
  } else if (closesDoor(answer.status)) await shutOut(other, answer.status, answer.message)
}
