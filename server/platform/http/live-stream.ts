import type { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Changes } from '#platform/database'
import { Refusal } from '#platform/refusals'

/** What the handler of a row with the output `stream` returns: text of server-sent events, not begun before it is asked for. */
export type LiveStream = AsyncGenerator<string>

/** Who listens, when to look again whether they still may, and the look itself. */
type Access = {
  readonly listener: string
  readonly changes: EventEmitter<Changes>
  readonly isStillAllowed: () => Promise<boolean>
}

// Each is looked after for as long as it lasts. A club with a page at every door has a dozen.
const mostOfOne = 50
const openOf = new Map<string, number>()

const recheckMs = 30_000

/**
 * Sends messages as they come, for as long as the caller may have them: it ends at once when an announced change of
 * access, here or in another process, takes that away, and a while after anything that nobody announces, such as the
 * end of the session's hours. Whoever may still listen comes back, and is let in anew.
 */
export function sendStream(reply: FastifyReply, messages: LiveStream, access: Access) {
  takePlace(reply, access.listener)
  return reply.type('text/event-stream').send(Readable.from(whileAllowed(messages, access)))
}

/** Keeps a place for the listener until the answer is over, or refuses one too many. */
function takePlace({ raw }: FastifyReply, listener: string): void {
  // Whoever is gone by now would never give it back.
  if (raw.destroyed || raw.socket?.destroyed) return
  const count = openOf.get(listener) ?? 0
  if (count >= mostOfOne)
    throw new Refusal(429, 'too_many_streams', 'Too many live views are open. Close some of them.')
  openOf.set(listener, count + 1)
  raw.once('close', () => {
    const others = (openOf.get(listener) ?? 1) - 1
    if (others > 0) openOf.set(listener, others)
    else openOf.delete(listener)
  })
}

async function* whileAllowed(messages: LiveStream, { changes, isStillAllowed }: Access): LiveStream {
  const round = { isLast: false, end: () => {} }
  let isAllowed = Promise.resolve(true)
  const look = () => {
    isAllowed = isStillAllowed().catch(() => false)
    void isAllowed.then((is) => {
      if (is) return
      round.isLast = true
      round.end()
    })
  }
  const timer = setInterval(look, recheckMs).unref()
  // As many listen as there are streams.
  changes.setMaxListeners(0).on('access', look)
  // Between being let in and this something may have changed.
  look()
  try {
    while (!round.isLast) {
      // Of this round alone: whatever lasts as long as the stream would keep every message that was raced against it.
      const ended = new Promise<null>((resolve) => (round.end = () => resolve(null)))
      const next = await Promise.race([messages.next(), ended])
      // What comes while we look waits for what we find.
      if (!next || next.done || !(await isAllowed)) return
      yield next.value
    }
  } finally {
    clearInterval(timer)
    changes.off('access', look)
    // It may be waiting for its next message: nobody waits for that here.
    messages.return(undefined).catch(() => undefined)
  }
}
