import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookieName, sessionMark } from '#contract/first-paths.ts'
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

const sessionCookie: Cookie = {
  name: sessionCookieName,
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

/** Lets what is mounted from now on read and write cookies. */
export async function acceptCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookies)
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
  const isSecure = isHttps(publicUrl)
  const attributes = {
    maxAge: value === null ? 0 : Math.floor(maxAgeMs / 1000),
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  } as const
  if (isSecure) reply.setCookie(safeName(cookie), value ?? '', { ...attributes, path: '/' })
  if (!isSecure || cookie.isFormer) reply.setCookie(name, value ?? '', { ...attributes, path })
}

/** Has the browser keep its session, or forget it, and a mark for its pages: one without it asks for no token. */
export function writeSession(reply: FastifyReply, secret: string | null, publicUrl: string): void {
  writeCookie(reply, sessionCookie, secret, publicUrl)
  reply.setCookie(sessionMark, secret === null ? '' : '1', {
    maxAge: secret === null ? 0 : Math.floor(sessionCookie.maxAgeMs / 1000),
    path: '/',
    sameSite: 'lax',
    secure: isHttps(publicUrl),
  })
}

/** Whether the browser has this very session already, and the mark of it. */
export function hasSession(request: FastifyRequest, secret: string, publicUrl: string): boolean {
  return readCookie(request, sessionCookie, publicUrl) === secret && valueOf(request, sessionMark) === '1'
}

// Browsers take it from this very host by https alone, and for all of its paths.
const safeName = ({ name }: Cookie) => `__Host-${name}`

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:')

const valueOf = (request: FastifyRequest, name: string) => request.cookies[name] || null
