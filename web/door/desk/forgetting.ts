import { serverTime, type Desk } from './desk.ts'
import { isOutdated, needsNoList } from './list.ts'
import { forgetKit, placeOfKey } from './place.ts'
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
export async function waitingKeys({ storage }: Desk): Promise<ReadonlySet<string>> {
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
