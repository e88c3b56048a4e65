import type { FastifyReply, FastifyRequest } from 'fastify'
import { idleLimitMs } from './sessions.ts'

/** A cookie of ours: out of reach of scripts, sent to its path alone, and never along with another site's requests. */
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

/** The value of a cookie that came with the request. */
export function readCookie(request: FastifyRequest, { name }: Cookie): string | null {
  const pairs = request.headers.cookie?.split(/; */) ?? []
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null
}

/** Has the browser keep a cookie, or forget it when the value is null. Where Hub is reached by https it travels no other way. */
export function writeCookie(
  reply: FastifyReply,
  cookie: Cookie,
  value: string | null,
  publicUrl: string,
): void {
  const { name, path, maxAgeMs } = cookie
  const seconds = value === null ? 0 : Math.floor(maxAgeMs / 1000)
  const attributes = [
    `${name}=${value ?? ''}`,
    `Path=${path}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  if (publicUrl.startsWith('https:')) attributes.push('Secure')
  reply.header('set-cookie', attributes.join('; '))
}
