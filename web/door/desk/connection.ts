import { type Door, type DoorNow, eventScansApi } from '#contract/events/event-scans.ts'
import { closesDoor } from './calls.ts'
import { change, keep, serverTime, shutOut, type Desk } from './desk.ts'
import { forgetOthers } from './forgetting.ts'
import { forgetEvent, isOutdated, recallList, refreshList } from './list.ts'
import { loadHandInOthers, loadMemory } from '#door/later.ts'
import { measureClock, refreshNow } from './now.ts'
import { send } from './queue.ts'
import { countVisits, handInWaitingVisits, learnRules } from '#door/visitors/register.ts'

const retryMs = 5_000
const refreshMs = 5 * 60_000
// Whoever stands before it can try at once.
const reopenMs = 30_000
// Others let people in, too.
const countMs = 15_000

/** Opens a door and keeps it going, until the function that it returns is called. */
export function runDoor(desk: Desk): () => void {
  const isOpen = () => desk.state.status === 'open'
  const isBehind = () => !desk.state.isOnline || desk.state.waiting > 0 || desk.state.listing !== null
  const timers = [
    setInterval(() => void (isOpen() && isBehind() && connect(desk)), retryMs),
    setInterval(() => void (isOpen() && !isBehind() && connect(desk)), refreshMs),
    setInterval(() => void (desk.state.isShutForNow && connect(desk)), reopenMs),
    setInterval(() => void (isOpen() && desk.state.isOnline && refreshNow(desk)), countMs),
    // Also without a connection: after the event no member is left on the device.
    setInterval(() => void tidy(desk), refreshMs),
  ]
  const online = () => void connect(desk)
  const offline = () => change(desk, { isOnline: false })
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  // A browser may refuse once. A device that remembers nothing still has a connection.
  void recall(desk)
    .catch(() => recall(desk))
    .catch(() => goOnWithout(desk))
    .catch(() => undefined)
    .then(() => connect(desk))
  return () => {
    for (const timer of timers) clearInterval(timer)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
  }
}

/** Where the browser keeps nothing the door works for as long as its page is open. */
async function goOnWithout(desk: Desk): Promise<void> {
  const { createMemoryStorage } = await loadMemory()
  // What waits on the device and can be read is handed in.
  if (await desk.storage.listWaiting(desk.key).catch(() => null)) return
  desk.storage = createMemoryStorage()
  change(desk, { isForgetful: true })
}

const formerRules: Pick<Door, 'Reentry' | 'Capacity' | 'Sessions'> = {
  Reentry: 'once',
  Capacity: null,
  Sessions: [],
}

/** Looks at what the device knows of the door from before. */
async function recall(desk: Desk): Promise<void> {
  const kept = await desk.storage.readDoor(desk.key)
  const { door: before, listedAt = null, codeKey = null, skewMs = 0, sessionId = null } = kept ?? {}
  // One that a former version kept says nothing of its rules.
  const door: Door | null = before ? { ...formerRules, ...before } : null
  desk.skewMs = skewMs
  const now = kept?.now && isOfLate(kept.now, serverTime(desk)) ? kept.now : null
  // In the morning people come, whichever way they went in the night.
  const direction = (kept && !isOutdated(kept, serverTime(desk)) && kept.direction) || 'In'
  await forgetOthers(desk)
  desk.kept = door && { key: desk.key, door, listedAt, codeKey, skewMs }
  await recallList(desk)
  change(desk, {
    door,
    now,
    direction,
    // Whoever opens a link of a session means that one.
    sessionId: desk.state.sessionId ?? sessionId,
    listed: desk.guests?.size ?? 0,
    listedAt,
    scans: await desk.storage.listScans(desk.key),
    waiting: (await desk.storage.listWaiting(desk.key)).length,
  })
  await countVisits(desk)
  await tidy(desk)
}

// Of the day before it would say more than nothing, and that would be wrong.
const longestCountMs = 8 * 3_600_000

function isOfLate({ ServerTime }: DoorNow, now: Date): boolean {
  return now.getTime() - Date.parse(ServerTime) < longestCountMs
}

/** Keeps nobody of an event that is over. */
async function tidy(desk: Desk): Promise<void> {
  if (desk.kept && isOutdated(desk.kept, serverTime(desk))) await forgetEvent(desk)
}

const strange = 'There is no connection, and this device has not been at this door before.'

/** Asks the server how things stand, hands in what waits, and has the newest list come by itself. */
export async function connect(desk: Desk): Promise<void> {
  const askedAt = Date.now()
  const answer = await desk.call(eventScansApi.getDoor)
  if (answer.ok) {
    measureClock(desk, answer.data.ServerTime, askedAt)
    leaveGoneSession(desk, answer.data)
    await keep(desk, { door: answer.data })
    change(desk, { status: 'open', isOnline: true, isShutForNow: false, account: null })
    void refreshNow(desk)
    await send(desk).catch(() => undefined)
    void handInWaitingVisits(desk)
      .then(() => learnRules(desk))
      .catch(() => undefined)
    // What was scanned until its end is handed in before the names go.
    void refreshList(desk)
    void loadHandInOthers()
      .then(({ handInOthers }) => handInOthers(desk))
      .catch(() => undefined)
  } else if (closesDoor(answer.status)) {
    // A door that is closed still takes what was scanned before: the server judges it by its time.
    if (answer.status === 409) await handInAll(desk)
    await shutOut(desk, answer.status, answer.message)
  } else goOnAlone(desk)
}

/** A door that was set to a session goes by the hour again once there is none such. */
function leaveGoneSession(desk: Desk, { Sessions }: Door): void {
  const { sessionId } = desk.state
  if (sessionId !== null && !Sessions.some(({ SessionId }) => SessionId === sessionId))
    change(desk, { sessionId: null, now: null })
}

async function handInAll(desk: Desk): Promise<void> {
  await send(desk).catch(() => undefined)
  await handInWaitingVisits(desk).catch(() => undefined)
}

/** Without a connection: by what the device knows of the door. */
function goOnAlone(desk: Desk): void {
  if (desk.kept) change(desk, { status: 'open', isOnline: false })
  else if (desk.state.isShutForNow) change(desk, { isOnline: false })
  else change(desk, { status: 'refused', isOnline: false, isShutForNow: true, message: strange })
}
