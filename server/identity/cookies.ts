import type { FastifyReply, FastifyRequest } from 'fastify'
import { idleLimitMs, isFormerSecret } from './sessions.ts'

/** A cookie of ours: out of reach of scripts, and never along with another site's requests. */
export type Cookie = { readonly name: string; readonly path: string; readonly maxAgeMs: number }

/** How long a browser may take at Microsoft, and then to give the password of the account to link. */
export const flowLifetimeMs = 10 * 60 * 1000

export const sessionCookie: Cookie = { name: 'hub_session', path: '/identity', maxAgeMs: idleLimitMs }
export const flowCookie: Cookie = {
  name: 'hub_microsoft',
  path: '/identity/microsoft',
  maxAgeMs: flowLifetimeMs,
}
export const linkCookie: Cookie = { name: 'hub_link', path: '/identity/link', maxAgeMs: flowLifetimeMs }
export const deviceCookie: Cookie = {
  name: 'hub_device',
  path: '/identity',
  // Browsers keep none for longer.
  maxAgeMs: 400 * 24 * 60 * 60 * 1000,
}

/** The value of a cookie that came with the request. */
export function readCookie(request: FastifyRequest, cookie: Cookie, publicUrl: string): string | null {
  return valueOf(request, isHttps(publicUrl) ? safeName(cookie) : cookie.name)
}

/**
 * The secret of the browser's session. Where Hub is reached by https, one that the former version started may be under
 * the plain name, as long as it lasts; ours never are, so that nobody is moved into a session by a cookie that a
 * neighbouring site has set.
 */
export function readSession(request: FastifyRequest, publicUrl: string): string | null {
  const secret = readCookie(request, sessionCookie, publicUrl)
  if (secret) return secret
  const former = valueOf(request, sessionCookie.name)
  return former && isFormerSecret(former) ? former : null
}

/** Has the browser keep a cookie, or forget it when the value is null. Where Hub is reached by https it travels no other way. */
export function writeCookie(
  reply: FastifyReply,
  cookie: Cookie,
  value: string | null,
  publicUrl: string,
): void {
  const { name, path, maxAgeMs } = cookie
  if (!isHttps(publicUrl)) return set(reply, name, path, value, maxAgeMs)
  set(reply, safeName(cookie), '/', value, maxAgeMs, 'Secure')
  if (valueOf(reply.request, name)) set(reply, name, path, null, 0, 'Secure')
}

// Browsers take it from this very host by https alone, and for all of its paths.
const safeName = ({ name }: Cookie) => `__Host-${name}`

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:')

function valueOf(request: FastifyRequest, name: string): string | null {
  const pairs = request.headers.cookie?.split(/; */) ?? []
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null
}

function set(
  reply: FastifyReply,
  name: string,
  path: string,
  value: string | null,
  maxAgeMs: number,
  ...more: string[]
): void {
  const seconds = value === null ? 0 : Math.floor(maxAgeMs / 1000)
  const attributes = [`Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax', ...more]
  reply.header('set-cookie', [`${name}=${value ?? ''}`, ...attributes].join('; '))
}
