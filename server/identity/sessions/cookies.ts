import type { FastifyReply, FastifyRequest } from 'fastify'
import { idleLimitMs, isFormerSecret } from './sessions.ts'

/** A cookie of ours: out of reach of scripts, and never along with another site's requests. */
export type Cookie = {
  readonly name: string
  readonly path: string
  readonly maxAgeMs: number
  /** Whether the former version has it, too. */
  readonly isFormer: boolean
}

/** How long a browser may take at Microsoft, and then to give the password of the account to link. */
export const flowLifetimeMs = 10 * 60 * 1000

export const sessionCookie: Cookie = {
  name: 'hub_session',
  path: '/identity',
  maxAgeMs: idleLimitMs,
  isFormer: true,
}
export const flowCookie: Cookie = {
  name: 'hub_microsoft',
  path: '/identity/microsoft',
  maxAgeMs: flowLifetimeMs,
  isFormer: true,
}
export const linkCookie: Cookie = {
  name: 'hub_link',
  path: '/identity/link',
  maxAgeMs: flowLifetimeMs,
  isFormer: true,
}
export const deviceCookie: Cookie = {
  name: 'hub_device',
  path: '/identity',
  // Browsers keep none for longer.
  maxAgeMs: 400 * 24 * 60 * 60 * 1000,
  isFormer: false,
}

/** The value of a cookie that came with the request. */
export function readCookie(request: FastifyRequest, cookie: Cookie, publicUrl: string): string | null {
  return valueOf(request, isHttps(publicUrl) ? safeName(cookie) : cookie.name)
}

/**
 * The secrets of sessions that the browser may have, the one to believe first. Where Hub is reached by https, one that the
 * former version started is under the plain name, as long as it lasts; ours are believed under theirs alone, and before
 * it, so that nobody is moved out of a session by a cookie that a neighbouring site has set.
 */
export function readSessions(request: FastifyRequest, publicUrl: string): string[] {
  const secret = readCookie(request, sessionCookie, publicUrl)
  const plain = valueOf(request, sessionCookie.name)
  const former = plain && isFormerSecret(plain) ? plain : null
  return [...new Set([secret, former])].filter((each) => each !== null)
}

/**
 * Has the browser keep a cookie, or forget it when the value is null. Where Hub is reached by https it travels no other
 * way, and has the safer name; under the plain one it is for the former version, which may still serve beside this one.
 */
export function writeCookie(
  reply: FastifyReply,
  cookie: Cookie,
  value: string | null,
  publicUrl: string,
): void {
  const { name, path, maxAgeMs } = cookie
  if (!isHttps(publicUrl)) return set(reply, name, path, value, maxAgeMs)
  set(reply, safeName(cookie), '/', value, maxAgeMs, 'Secure')
  if (cookie.isFormer) set(reply, name, path, value, maxAgeMs, 'Secure')
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
