import { importCodeKey } from '#contract/values/code-hash.ts'
import { eventScansApi } from '#contract/events/event-scans.ts'
import { isOver } from '#contract/events/event-times.ts'
import { change, keep, shutOut, type Desk } from './desk.ts'
import { readGuestList } from './guest-list.ts'
import { send } from './queue.ts'

const retryMs = 5_000
const refreshMs = 5 * 60_000

/** Opens a door and keeps it going, until the function that it returns is called. */
export function runDoor(desk: Desk): () => void {
  const isOpen = () => desk.state.status === 'open'
  const isBehind = () => !desk.state.isOnline || desk.state.waiting > 0
  const retry = setInterval(() => void (isOpen() && isBehind() && connect(desk)), retryMs)
  const refresh = setInterval(() => void (isOpen() && !isBehind() && connect(desk)), refreshMs)
  const online = () => void connect(desk)
  const offline = () => change(desk, { isOnline: false })
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  void recall(desk).then(() => connect(desk))
  return () => {
    clearInterval(retry)
    clearInterval(refresh)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
  }
}

/** Looks at what the device knows of the door from before. */
async function recall(desk: Desk): Promise<void> {
  const kept = await desk.storage.readDoor(desk.key)
  // A list of the former kind, whose codes were hashed without a key, is not read: the next one takes its place.
  const snapshot = kept?.snapshot && 'Guests' in kept.snapshot ? kept.snapshot : null
  desk.kept = kept ? { ...kept, snapshot, snapshotAt: snapshot && kept.snapshotAt } : null
  desk.guests = snapshot && readGuestList(snapshot)
  change(desk, {
    door: kept?.door ?? null,
    listed: desk.guests?.size ?? 0,
    listedAt: desk.kept?.snapshotAt ?? null,
    scans: await desk.storage.listScans(desk.key),
    waiting: (await desk.storage.listWaiting(desk.key)).length,
  })
}

const strange = 'There is no connection, and this device has not been at this door before.'

/** Asks the server how things stand, hands in what waits and gets the newest list. */
export async function connect(desk: Desk): Promise<void> {
  const answer = await desk.call(eventScansApi.getDoor)
  if (answer.ok) {
    await keep(desk, { door: answer.data })
    change(desk, { status: 'open', isOnline: true })
    await Promise.all([send(desk), refreshList(desk)])
  } else if (answer.status > 0 && answer.status < 500) await shutOut(desk, answer.status, answer.message)
  else if (desk.kept) change(desk, { status: 'open', isOnline: false })
  else change(desk, { status: 'refused', isOnline: false, message: strange })
}

async function refreshList(desk: Desk): Promise<void> {
  const { kept } = desk
  if (!kept) return
  const { Event: event } = kept.door
  if (event.EventStatus !== 'Published' || isOver(event, new Date())) {
    await keep(desk, { snapshot: null, snapshotAt: null, codeKey: null })
    return
  }
  const version = kept.snapshot?.Version
  const answer = await desk.call(eventScansApi.getDoorSnapshot, version ? { query: { version } } : {})
  if (!answer.ok) return
  const snapshotAt = Date.now()
  if (!answer.data.Guests) return keep(desk, { snapshotAt })
  // Browsers have keys on secure connections alone, and pages that open without a connection as well.
  if (!isSecureContext) return keep(desk, { snapshotAt, snapshot: answer.data })
  const key = await desk.call(eventScansApi.getDoorKey)
  if (key.ok)
    await keep(desk, { snapshotAt, snapshot: answer.data, codeKey: await importCodeKey(key.data.Key) })
}
