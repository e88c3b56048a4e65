import { letsIn, type Door, type NewScan, type ScanAnswer } from '#contract/events/event-scans.ts'
import { decide, type Presence } from './decide.ts'
import { occasionOf } from './occasion.ts'
import {
  change,
  guestOf,
  loggedAs,
  logScan,
  nameOnList,
  readOtherTabs,
  relog,
  serverTime,
  type Desk,
} from '#door/desk/desk.ts'
import { refreshNowSoon } from '#door/desk/now.ts'
import { send } from '#door/desk/queue.ts'
import type { LoggedScan } from '#door/desk/storage.ts'

const longestCode = 200
const longestName = 60
const longestReason = 200
// So many wait for the server one after the other: with more, the queue at the door would stand still for a slow line.
const mostLive = 3

/** Scans a code: the server's answer while it gives one, else this device's own. */
export async function scanCode(desk: Desk, code: string): Promise<LoggedScan> {
  const { door, direction, sessionId } = desk.state
  const at = serverTime(desk)
  const scan: NewScan = {
    ScanId: newId(),
    Code: code.trim().slice(0, longestCode),
    // As the device's own clock has it: it is told along with it how that stands when it is sent.
    ScannedAt: new Date().toISOString(),
    DeviceName: (door?.ScannedBy ?? 'Door').slice(0, longestName),
    Direction: direction,
    ...(sessionId && { SessionId: sessionId }),
  }
  // Those before it, if any, wait for the server as well: this one is as little known to this device alone.
  const isNext = desk.state.isOnline && desk.state.waiting <= desk.live.size && desk.live.size < mostLive
  if (isNext) desk.live.add(scan.ScanId)
  // First of all it is kept: whatever happens from here on, it is handed in.
  const place = await desk.storage
    .addWaiting({ key: desk.key, kind: 'scan', scan })
    .catch((error: unknown) => {
      // It waits for nobody then.
      desk.live.delete(scan.ScanId)
      throw error
    })
  change(desk, { waiting: desk.state.waiting + 1 })
  const sent = send(desk)
  // Behind a queue nobody who is on the list is kept waiting for the server; of others it alone can tell more.
  const isServersTurn = isNext || (await guestOf(desk, scan.Code)) === null
  if (desk.state.isOnline && isServersTurn) await sent
  // What was being sent may have ended just before this one was added.
  if (desk.state.isOnline && isServersTurn && !loggedAs(desk, scan)) await send(desk)
  desk.live.delete(scan.ScanId)
  // Another tab of this device may have handed it in, or let them in by itself.
  if (!loggedAs(desk, scan)) await readOtherTabs(desk)
  refreshNowSoon(desk)
  return loggedAs(desk, scan) ?? decideAlone(desk, scan, place, at)
}

async function decideAlone(desk: Desk, scan: NewScan, place: number, at: Date): Promise<LoggedScan> {
  const door = desk.state.door!
  const guest = await guestOf(desk, scan.Code)
  const who = guest?.id ?? (await nameOnList(desk, scan.Code))
  const answer: ScanAnswer = decide({
    scan,
    at,
    door,
    guest,
    presence:
      who === null ? null : presenceOf(desk.state.scans, who, door, occasionOf(door, scan.SessionId, at)),
    listedAt: desk.state.listedAt === null ? null : new Date(desk.state.listedAt),
  })
  const isOurWord = await desk.storage.decideWaiting(place, answer.Result)
  // It was handed in meanwhile, here or by another tab: the server's word stands.
  if (!isOurWord) await readOtherTabs(desk)
  return (!isOurWord && loggedAs(desk, scan)) || logScan(desk, scan, answer, true)
}

/** Whether somebody is in, by the scans of this device, and since when. */
function presenceOf(
  scans: readonly LoggedScan[],
  memberId: string,
  door: Door,
  occasion: string,
): Presence | null {
  const isOfThem = ({ memberId: id, IsUndone, Result, sessionId, ScannedAt }: LoggedScan) =>
    id === memberId &&
    !IsUndone &&
    (letsIn(Result) || Result === 'CheckedOut') &&
    occasionOf(door, sessionId, new Date(ScannedAt)) === occasion
  const last = scans.find(isOfThem)
  return last ? { isIn: letsIn(last.Result), since: new Date(last.ScannedAt) } : null
}

/** Takes a scan back, here at once and with the server when it can be told. */
export async function undoScan(desk: Desk, scan: LoggedScan, reason = ''): Promise<void> {
  const why = reason.trim().slice(0, longestReason)
  await desk.storage.addWaiting({
    key: desk.key,
    kind: 'undo',
    scanId: scan.ScanId,
    ...(why && { reason: why }),
  })
  change(desk, { waiting: desk.state.waiting + 1 })
  // It may have been handed in meanwhile.
  await relog(desk, { ...(loggedAs(desk, scan) ?? scan), IsUndone: true })
  await send(desk)
  refreshNowSoon(desk)
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
