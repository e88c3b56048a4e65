import { eventScansApi } from '#contract/events/event-scans.ts'
import { handInWaitingVisits } from '#door/visitors/register.ts'
import { closesDoor } from './calls.ts'
import { change, createDesk, serverTime, shutOut, type Desk } from './desk.ts'
import { forgetOthers, waitingKeys } from './forgetting.ts'
import { isOutdated, recallList } from './list.ts'
import { keptKit, placeOfKey } from './place.ts'
import { send } from './queue.ts'
import type { KeptDoor } from './storage.ts'

/** Hands in what waits of the other doors of this device, and lets go of those whose event is over or that are closed. */
export async function handInOthers(desk: Desk): Promise<void> {
  const { storage, key } = desk
  const others = [...(await waitingKeys(desk))].filter((other) => other !== key)
  const open = (await storage.listDoors()).filter((kept) => !isOutdated(kept, serverTime(desk)))
  const openDoors = new Map(open.map((kept) => [kept.key, kept]))
  for (const other of others) {
    const place = placeOfKey(other)
    await handInOther(createDesk(place, keptKit(place), storage), openDoors.get(other) ?? null)
  }
  if (others.some((other) => !openDoors.has(other))) await forgetOthers(desk)
}

/** Only where the door itself answers: of one that isn't there for us no refusal says anything of a scan. */
async function handInOther(other: Desk, kept: KeptDoor | null): Promise<void> {
  const answer = await other.call(eventScansApi.getDoor)
  if (answer.ok || answer.status === 409) {
    // Somebody else may see fewer members: what waits of an open door is handed in by whoever scanned it, or by its kit.
    if (kept && !other.kit && !(answer.ok && answer.data.ScannedBy === kept.door.ScannedBy)) return
    // Whom it knows to be in, and what was undone, it has to know when somebody works there again.
    other.kept = kept
    await recallList(other)
    change(other, { scans: await other.storage.listScans(other.key) })
    await send(other)
    await handInWaitingVisits(other).catch(() => undefined)
    // Whoever works there may have another account than who is signed in now: an open door is shut by its own page.
  } else if (!kept && closesDoor(answer.status)) await shutOut(other, answer.status, answer.message)
}
