import type { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Changes } from './database.ts'

/** What the handler of a row with the output `stream` returns: text of server-sent events, not begun before it is asked for. */
export type LiveStream = AsyncGenerator<string>

/** When to look again whether the caller may still listen, and the look itself. */
type Access = { readonly changes: EventEmitter<Changes>; readonly isStillAllowed: () => Promise<boolean> }

const recheckMs = 30_000

/**
 * Sends messages as they come, for as long as the caller may have them: it ends at once when an announced change of
 * access, here or in another process, takes that away, and a while after anything that nobody announces, such as the
 * end of the session's hours. Whoever may still listen comes back, and is let in anew.
 */
export function sendStream(reply: FastifyReply, messages: LiveStream, access: Access) {
  return reply.type('text/event-stream').send(Readable.from(whileAllowed(messages, access)))
}

async function* whileAllowed(messages: LiveStream, { changes, isStillAllowed }: Access): LiveStream {
  let end: (isAllowed: false) => void
  const ended = new Promise<false>((resolve) => (end = resolve))
  let isAllowed = Promise.resolve(true)
  const look = () => {
    isAllowed = isStillAllowed().catch(() => false)
    void isAllowed.then((is) => is || end(false))
  }
  const timer = setInterval(look, recheckMs).unref()
  // As many listen as there are streams.
  changes.setMaxListeners(0).on('access', look)
  // Between being let in and this something may have changed.
  look()
  try {
    for (;;) {
      const next = await Promise.race([messages.next(), ended])
      // What comes while we look waits for what we find.
      if (next === false || next.done || !(await isAllowed)) return
      yield next.value
    }
  } finally {
    clearInterval(timer)
    changes.off('access', look)
    // It may be waiting for its next message: nobody waits for that here.
    messages.return(undefined).catch(() => undefined)
  }
}
