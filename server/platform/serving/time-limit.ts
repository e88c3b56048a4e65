import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify'
import { tookTooLong } from '#platform/http'

// So many times within the limit it is looked who has reached it: nobody is given less than all but one of these parts.
const parts = 60

/**
 * Answers what takes too long, but for what is sent as it comes: that lasts as long as its reader takes. One timer serves
 * all who are under way, and an idle server has none: Fastify's own limit is a timer for each request, and ends each of
 * them with an exception that nobody sees.
 */
export function boundRequests(app: FastifyInstance, longestMs: number): void {
  // Who came in the same part of the time reaches the limit in the same.
  const cameIn = Array.from({ length: parts }, () => new Set<FastifyReply>())
  let now = 0
  let underWay = 0
  let timer: NodeJS.Timeout | null = null
  const goOn = () => {
    timer = underWay === 0 ? null : setTimeout(turn, longestMs / parts).unref()
  }
  const turn = () => {
    goOn()
    now = (now + 1) % parts
    for (const reply of cameIn[now]!) giveUp(reply)
  }
  const bound: onRequestHookHandler = (_request, reply, done) => {
    const others = cameIn[now]!
    others.add(reply)
    underWay++
    reply.raw.once('close', () => {
      others.delete(reply)
      underWay--
    })
    if (!timer) goOn()
    done()
  }
  app.addHook('onRoute', (route) => {
    if (!route.config?.isStream) route.onRequest = [bound, ...[route.onRequest ?? []].flat()]
  })
  app.addHook('onClose', async () => clearTimeout(timer ?? undefined))
}

function giveUp(reply: FastifyReply): void {
  if (reply.sent) return
  // What has begun can't be answered otherwise any more.
  if (reply.raw.headersSent) reply.raw.destroy(tookTooLong())
  else reply.send(tookTooLong())
}
