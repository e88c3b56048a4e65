import { eventScansApi } from '#contract/events/event-scans.ts'
import { change, dropList, keep, shutOut, type Desk } from './desk.ts'
import { guestListOf, readGuests } from './guest-list.ts'
import { needsNoList, refreshList } from './list.ts'
import { send } from './queue.ts'

const retryMs = 5_000
const refreshMs = 5 * 60_000
// Whoever stands before it can try at once.
const reopenMs = 30_000

/** Opens a door and keeps it going, until the function that it returns is called. */
export function runDoor(desk: Desk): () => void {
  const isOpen = () => desk.state.status === 'open'
  const isBehind = () => !desk.state.isOnline || desk.state.waiting > 0 || desk.state.listing !== null
  const retry = setInterval(() => void (isOpen() && isBehind() && connect(desk)), retryMs)
  const refresh = setInterval(() => void (isOpen() && !isBehind() && connect(desk)), refreshMs)
  const reopen = setInterval(() => void (desk.state.isShutForNow && connect(desk)), reopenMs)
  // Also without a connection: after the event no member is left on the device.
  const tidying = setInterval(() => void tidy(desk), refreshMs)
  const online = () => void connect(desk)
  const offline = () => change(desk, { isOnline: false })
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  void recall(desk).then(() => connect(desk))
  return () => {
    clearInterval(retry)
    clearInterval(refresh)
    clearInterval(reopen)
    clearInterval(tidying)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
  }
}

/** Looks at what the device knows of the door from before. */
async function recall(desk: Desk): Promise<void> {
  await tidyOthers(desk)
  const kept = await desk.storage.readDoor(desk.key)
  const { door = null, listedAt = null, codeKey = null } = kept ?? {}
  desk.kept = door && { key: desk.key, door, listedAt, codeKey }
  for (const { part, text } of await desk.storage.listParts(desk.key)) desk.parts.set(part, readGuests(text))
  desk.guests = desk.parts.size > 0 ? guestListOf([...desk.parts.values()]) : null
  change(desk, {
    door,
    listed: desk.guests?.size ?? 0,
    listedAt,
    scans: await desk.storage.listScans(desk.key),
    waiting: (await desk.storage.listWaiting(desk.key)).length,
  })
  await tidy(desk)
}

/** Keeps no list of an event that is over. */
async function tidy(desk: Desk): Promise<void> {
  if (desk.kept && needsNoList(desk.kept.door)) await dropList(desk)
}

/** The same for doors that this device was at before, and that nobody opens again. */
async function tidyOthers({ key, storage }: Desk): Promise<void> {
  const others = (await storage.listDoors()).filter((each) => each.key !== key && needsNoList(each.door))
  for (const { key: other, door } of others) {
    await storage.forgetParts(other, new Set())
    // Without what a former version kept beside it, too.
    await storage.keepDoor({ key: other, door, listedAt: null, codeKey: null })
  }
}

const strange = 'There is no connection, and this device has not been at this door before.'

/** Asks the server how things stand, hands in what waits, and has the newest list come by itself. */
export async function connect(desk: Desk): Promise<void> {
  const answer = await desk.call(eventScansApi.getDoor)
  if (answer.ok) {
    await keep(desk, { door: answer.data })
    change(desk, { status: 'open', isOnline: true, isShutForNow: false })
    void refreshList(desk)
    await send(desk)
  } else if (answer.status > 0 && answer.status < 500) {
    // A door that is closed still takes what was scanned before: the server judges it by its time.
    if (answer.status === 409) await send(desk)
    await shutOut(desk, answer.status, answer.message)
  } else goOnAlone(desk)
}

/** Without a connection: by what the device knows of the door. */
function goOnAlone(desk: Desk): void {
  if (desk.kept) change(desk, { status: 'open', isOnline: false })
  else if (desk.state.isShutForNow) change(desk, { isOnline: false })
  else change(desk, { status: 'refused', isOnline: false, isShutForNow: true, message: strange })
}
