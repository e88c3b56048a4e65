import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#platform/limits'
import {
  deviceCookie,
  hasSession,
  idleLimitMs,
  readCookie,
  writeCookie,
  writeSession,
} from '#server/identity/sessions'
import type { Service } from './service.ts'

const mostPerMinute = 300

/**
 * One wide net over all calls; the lockout is the narrow one. A browser where somebody got in before is counted by
 * itself, so that strangers at its address keep nobody there from signing in or going on. All others are counted by
 * network, whatever they bring along: what isn't sealed by us is no key here, and costs no look into the database.
 */
export function limitCalls(app: FastifyInstance, service: Service): void {
  const keyGenerator = (request: FastifyRequest) =>
    service.devices.idOf(readCookie(request, deviceCookie, service.publicUrl())) ?? networkOf(request.ip)
  app.addHook(
    'onRequest',
    app.rateLimit({ max: mostPerMinute, timeWindow: 60_000, groupId: 'identity', keyGenerator }),
  )
}

/** Has the browser keep its session and, if it isn't known by then, what makes it known from now on. */
export function letIn(service: Service, request: FastifyRequest, reply: FastifyReply, secret: string): void {
  writeSession(reply, secret, service.publicUrl())
  makeKnown(service, request, reply)
}

// Far more often than a cookie runs out.
const renewalMs = idleLimitMs / 30

/**
 * The same for who goes on with a session. It is written once a day, so that it lasts, and where the browser hasn't got it:
 * an answer that comes late would put it over that of somebody who has signed in meanwhile.
 */
export function letGoOn(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, usedAt }: { readonly secret: string; readonly usedAt: Date },
): void {
  const turnOf = (time: Date) => Math.floor(time.getTime() / renewalMs)
  const isDue = turnOf(usedAt) < turnOf(service.now())
  if (isDue || !hasSession(request, secret, service.publicUrl()))
    writeSession(reply, secret, service.publicUrl())
  makeKnown(service, request, reply)
}

function makeKnown(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  const publicUrl = service.publicUrl()
  const device = readCookie(request, deviceCookie, publicUrl)
  if (!service.devices.idOf(device))
    writeCookie(reply, deviceCookie, service.devices.remember(device), publicUrl)
}
