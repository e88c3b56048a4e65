import { eventScansApi, mostScansAtOnce } from '#contract/events/event-scans.ts'
import { change, logScan, shutOut, type Desk } from './desk.ts'
import type { Waiting } from './storage.ts'

type Queued = Waiting & { place: number }
type QueuedScan = Queued & { kind: 'scan' }
type QueuedUndo = Queued & { kind: 'undo' }

/** Hands in what waits, in its order; whoever asks for it while it is done waits for its end. */
export function send(desk: Desk): Promise<void> {
  desk.sending ??= inOneTab(() => sendAll(desk)).finally(() => {
    desk.sending = null
  })
  return desk.sending
}

/** Two tabs of one device share its queue: one of them hands it in. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  await (isSecureContext ? navigator.locks.request('door-queue', work) : work())
}

async function sendAll(desk: Desk): Promise<void> {
  for (;;) {
    const queue = await desk.storage.listWaiting(desk.key)
    change(desk, { waiting: queue.length })
    const [first] = queue
    if (!first) return
    const isDone =
      first.kind === 'undo' ? await sendUndo(desk, first) : await sendScans(desk, leadingScans(queue))
    if (!isDone) return
  }
}

/** The scans at the head of the queue, up to the next undo. */
function leadingScans(queue: Queued[]): QueuedScan[] {
  const end = queue.findIndex(({ kind }) => kind !== 'scan')
  return (end < 0 ? queue : queue.slice(0, end)).slice(0, mostScansAtOnce) as QueuedScan[]
}

async function sendScans(desk: Desk, queue: QueuedScan[]): Promise<boolean> {
  const body = { Scans: queue.map(({ scan }) => scan) }
  const answer = await desk.call(eventScansApi.recordScans, { body })
  if (!answer.ok && answer.status === 400) return setAside(desk, queue, answer.message)
  if (!answer.ok) return failed(desk, answer.status, answer.message)
  change(desk, { isOnline: true })
  const results = 'Results' in answer.data ? answer.data.Results : [answer.data]
  for (const [i, { place, scan }] of queue.entries()) {
    const result = results[i]
    if (result) await logScan(desk, scan, result, false)
    await desk.storage.removeWaiting(place)
  }
  return true
}

/** One scan that the server can't read must not hold up the others: they go by themselves, and it is told as refused. */
async function setAside(desk: Desk, queue: QueuedScan[], Reason: string): Promise<boolean> {
  const [first, ...others] = queue
  if (!first) return false
  if (others.length > 0) return sendScans(desk, [first])
  const { ScanId, ScannedAt } = first.scan
  const answer = { ScanId, ScannedAt, Result: 'UnknownCard' as const, Reason, Member: null, IsUndone: false }
  await logScan(desk, first.scan, answer, false)
  await desk.storage.removeWaiting(first.place)
  return true
}

async function sendUndo(desk: Desk, { place, scanId }: QueuedUndo): Promise<boolean> {
  const answer = await desk.call(eventScansApi.undoScan, { params: { scanId } })
  // Undone before, by a call whose answer was lost; or a scan that was never accepted.
  const isSettled = answer.ok || answer.status === 409 || answer.status === 404
  if (!isSettled) return failed(desk, answer.status, answer.message)
  await desk.storage.removeWaiting(place)
  return true
}

async function failed(desk: Desk, status: number, message: string): Promise<false> {
  if (status === 401 || status === 403 || status === 404) await shutOut(desk, status, message)
  else change(desk, { isOnline: false })
  return false
}
