import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/refusals'
import type { Caller } from '#server/identity/accounts'
import { deviceCookie, readCookie } from '#server/identity/sessions'

const longestUserAgent = 400

/** Where a request came from. */
export function callerOf(request: FastifyRequest, publicUrl: string): Caller {
  const device = readCookie(request, deviceCookie, publicUrl)
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, longestUserAgent)
  return { address: request.ip, requestId: request.id, device, userAgent }
}

/**
 * Refuses a write that another site's page makes in the user's browser. Browsers say where a request comes from, by
 * Sec-Fetch-Site or, on plain http, by Origin alone; a program that says neither has no user's cookies to misuse.
 */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string): void {
  const { 'sec-fetch-site': site, origin } = request.headers
  const isOurs = site ? site === 'same-origin' || site === 'none' : isOwnOrigin(request, origin, publicUrl)
  if (!isOurs) throw new Refusal(403, 'invalid-request', 'invalid-request')
}

function isOwnOrigin(request: FastifyRequest, origin: string | undefined, publicUrl: string): boolean {
  return !origin || origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.host}`
}

/** A path of this site to go on to: anything else, however it is spelled, becomes the front page. */
export function ownPath(text: string | undefined): string {
  const base = 'http://own.invalid'
  const url = URL.parse(text ?? '/', base)
  const path = url?.origin === base && text?.startsWith('/') ? `${url.pathname}${url.search}${url.hash}` : '/'
  // '/.//elsewhere' is a path on the way in and another site on the way out.
  return path.startsWith('//') ? '/' : path
}
