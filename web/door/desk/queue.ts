import { eventScansApi, mostScansAtOnce } from '#contract/events/event-scans.ts'
import { closesDoor } from './calls.ts'
import { change, logScan, shutOut, type Desk } from './desk.ts'
import type { Waiting } from './storage.ts'

type Queued = Waiting & { place: number }
type QueuedScan = Queued & { kind: 'scan' }
type QueuedUndo = Queued & { kind: 'undo' }

/** Hands in what waits, in its order; whoever asks for it while it is done waits for its end. */
export function send(desk: Desk): Promise<void> {
  desk.sending ??= inOneTab(desk, () => sendAll(desk)).finally(() => {
    desk.sending = null
  })
  return desk.sending
}

/** Two tabs of one door on a device share its queue: one of them hands it in. No other door waits for that. */
async function inOneTab({ key }: Desk, work: () => Promise<void>): Promise<void> {
  await (isSecureContext ? navigator.locks.request(`door-queue ${key}`, work) : work())
}

async function sendAll(desk: Desk): Promise<void> {
  for (;;) {
    const queue = await desk.storage.listWaiting(desk.key)
    change(desk, { waiting: queue.length })
    const [first] = queue
    if (!first) return
    const isDone =
      first.kind === 'undo' ? await sendUndo(desk, first) : await sendScans(desk, leadingScans(desk, queue))
    if (!isDone) return
  }
}

/** The scans at the head of the queue, up to the next undo. Of those whom somebody waits for each goes by itself. */
function leadingScans({ live }: Desk, queue: Queued[]): QueuedScan[] {
  const isTogether = (each: Queued): each is QueuedScan => each.kind === 'scan' && !live.has(each.scan.ScanId)
  const end = queue.findIndex((each) => !isTogether(each))
  return (end < 0 ? queue : queue.slice(0, Math.max(end, 1))).slice(0, mostScansAtOnce) as QueuedScan[]
}

async function sendScans(desk: Desk, queue: QueuedScan[]): Promise<boolean> {
  const answer = await desk.call(eventScansApi.recordScans, { body: bodyOf(desk, queue) })
  if (!answer.ok && answer.status === 400) return setAside(desk, queue, answer.message)
  if (!answer.ok) return failed(desk, answer.status, answer.message)
  change(desk, { isOnline: true })
  const results = 'Results' in answer.data ? answer.data.Results : [answer.data]
  for (const [i, { place, scan }] of queue.entries()) {
    const result = results[i]
    if (result) await logScan(desk, scan, result, false)
    await desk.storage.removeWaiting(place, scan.DecidedAs)
  }
  return true
}

/** By itself goes the scan of somebody who waits for the answer: the server judges that by its own clock, the others by when they were made. */
function bodyOf({ live }: Desk, queue: QueuedScan[]) {
  const SentAt = new Date().toISOString()
  const [first, ...others] = queue.map(({ scan }) => scan)
  if (first && others.length === 0 && live.has(first.ScanId)) return { ...first, SentAt }
  return { Scans: queue.map(({ scan }) => scan), SentAt }
}

/** One scan that the server can't read must not hold up the others: they go by themselves, and it is told as refused. */
async function setAside(desk: Desk, queue: QueuedScan[], Reason: string): Promise<boolean> {
  const [first, ...others] = queue
  if (!first) return false
  if (others.length > 0) return sendScans(desk, [first])
  const { ScanId, ScannedAt, Direction } = first.scan
  const refused = { Result: 'UnknownCard' as const, Reason, Member: null }
  const answer = { ScanId, ScannedAt, Direction, ...refused, IsUndone: false, IsLetInTwice: false }
  await logScan(desk, first.scan, answer, false)
  await desk.storage.removeWaiting(first.place, first.scan.DecidedAs)
  return true
}

async function sendUndo(desk: Desk, { place, scanId, reason }: QueuedUndo): Promise<boolean> {
  const answer = await desk.call(eventScansApi.undoScan, {
    params: { scanId },
    ...(reason && { body: { Reason: reason } }),
  })
  // Undone before, by a call whose answer was lost; or a scan that was never accepted.
  const isSettled = answer.ok || answer.status === 409 || isOfScan(answer)
  if (!isSettled) return failed(desk, answer.status, answer.message)
  await desk.storage.removeWaiting(place)
  return true
}

/** A 404 may also say that the event isn't there for us, which is no reason to drop an undo: all have one code. */
const isOfScan = ({ status, message }: { status: number; message: string }) =>
  status === 404 && message === 'The scan was not found.'

async function failed(desk: Desk, status: number, message: string): Promise<false> {
  if (closesDoor(status)) await shutOut(desk, status, message)
  else change(desk, { isOnline: false })
  return false
}
