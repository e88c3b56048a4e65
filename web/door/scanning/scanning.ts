import { eventScansApi, type NewScan, type ScanAnswer } from '#contract/events/event-scans.ts'
import { decide } from './decide.ts'
import { change, guestOf, loggedAs, logScan, relog, type Desk } from '#door/desk/desk.ts'
import { send } from '#door/desk/queue.ts'
import type { LoggedScan } from '#door/desk/storage.ts'

const longestCode = 200
const longestName = 60

/** Scans a code: the server's answer while it gives one, else this device's own. */
export async function scanCode(desk: Desk, code: string): Promise<LoggedScan> {
  const at = new Date()
  const scan: NewScan = {
    ScanId: newId(),
    Code: code.trim().slice(0, longestCode),
    ScannedAt: at.toISOString(),
    DeviceName: (desk.state.door?.ScannedBy ?? 'Door').slice(0, longestName),
  }
  // First of all it is kept: whatever happens from here on, it is handed in.
  await desk.storage.addWaiting({ key: desk.key, kind: 'scan', scan })
  const isNext = desk.state.waiting === 0 && desk.state.isOnline
  change(desk, { waiting: desk.state.waiting + 1 })
  const sent = send(desk)
  // Behind a queue nobody who is on the list is kept waiting for the server; of others it alone can tell more.
  const isServersTurn = isNext || (await guestOf(desk, scan.Code)) === null
  if (desk.state.isOnline && isServersTurn) await sent
  // What was being sent may have ended just before this one was added.
  if (desk.state.isOnline && isServersTurn && !loggedAs(desk, scan)) await send(desk)
  return loggedAs(desk, scan) ?? logScan(desk, scan, await decideAlone(desk, scan, at), true)
}

async function decideAlone(desk: Desk, { ScanId, Code }: NewScan, at: Date): Promise<ScanAnswer> {
  const guest = await guestOf(desk, Code)
  const before = guest && desk.state.scans.find(isInBy(guest.id))
  return decide({
    scanId: ScanId,
    at,
    event: desk.state.door!.Event,
    guest,
    inSince: before ? new Date(before.ScannedAt) : null,
    listedAt: desk.state.listedAt === null ? null : new Date(desk.state.listedAt),
  })
}

const isInBy = (memberId: string) => (scan: LoggedScan) =>
  scan.memberId === memberId && scan.Result === 'Valid' && !scan.IsUndone

/** Takes a scan back, here at once and with the server when it can be told. */
export async function undoScan(desk: Desk, scan: LoggedScan): Promise<void> {
  await desk.storage.addWaiting({ key: desk.key, kind: 'undo', scanId: scan.ScanId })
  change(desk, { waiting: desk.state.waiting + 1 })
  // It may have been handed in meanwhile.
  await relog(desk, { ...(loggedAs(desk, scan) ?? scan), IsUndone: true })
  await send(desk)
}

/** Lets somebody in all the same; what is wrong, or null. */
export async function overrideScan(desk: Desk, scan: LoggedScan, Reason: string): Promise<string | null> {
  const params = { scanId: scan.ScanId }
  const answer = await desk.call(eventScansApi.overrideScan, { params, body: { Reason } })
  if (!answer.ok) return answer.status === 0 ? 'This needs a connection.' : answer.message
  await relog(desk, { ...(loggedAs(desk, scan) ?? scan), ...answer.data })
  return null
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
