import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { zonedTime } from '#contract/events/event-times.ts'
import { rightNow } from '#platform/clock'

/** A file as an answer: what the handler of a row with the output `file` returns. */
export type Download = {
  readonly type: string
  readonly content: Uint8Array | AsyncIterable<string | Uint8Array>
  /** The name it is saved under; without one the browser shows it. */
  readonly name?: string
  /** How long it may be kept, where its address names its content. */
  readonly cacheControl?: string
  /** What stands for the content: who has it already is sent nothing but that it is still the same. */
  readonly etag?: string
  /** The content is kept compressed, and sent as it is to whoever can read that. */
  readonly encoding?: 'gzip'
}

/** A file's name with the moment it was made, there where it is read: day, month, year, hour, minute and second. */
export function stampedName(name: string, ending: string, timeZone: string, at = rightNow()): string {
  const { date, time } = zonedTime(at, timeZone)
  const day = date.split('-').toReversed().join('-')
  const seconds = at.toISOString().slice(17, 19)
  return `${name}-${day}-${time.replace(':', '-')}-${seconds}.${ending}`
}

/** A moment as files have it: day and time, to the second, by the clocks of a zone that the heading names. */
export function clockTime(instant: string, timeZone: string): string {
  const { date, time } = zonedTime(new Date(instant), timeZone)
  return `${date} ${time}:${instant.slice(17, 19)}`
}

// Longer than a copy waits for its reader: then there is nothing more to send.
const longestStallMs = 90_000

/**
 * Sends a file; one that comes in pieces is sent as it comes, at the pace of the reader. Who neither reads nor leaves
 * is hung up on.
 */
export function sendDownload(
  reply: FastifyReply,
  { type, content, name, cacheControl, etag, encoding }: Download,
  stallMs = longestStallMs,
) {
  reply.type(type)
  if (cacheControl) reply.header('cache-control', cacheControl)
  if (name) reply.header('content-disposition', `attachment; filename*=UTF-8''${extendedValue(name)}`)
  if (etag) reply.header('etag', etag)
  if (etag && isKnown(reply, etag)) return reply.code(304).send()
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy())
  if (encoding) return reply.send(asAccepted(reply, content as Uint8Array))
  if (content instanceof Uint8Array) return reply.send(content)
  // Who asks for the head alone is sent nothing of it: it isn't even begun, for nobody could stop it by leaving.
  return reply.send(Readable.from(reply.request.method === 'HEAD' ? [] : content))
}

// By RFC 8187, which keeps some letters for itself that addresses leave as they are.
function extendedValue(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

// A proxy that compressed the answer may have made the tag a weak one.
function isKnown(reply: FastifyReply, etag: string): boolean {
  const known = reply.request.headers['if-none-match'] ?? ''
  return known.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
}

function asAccepted(reply: FastifyReply, content: Uint8Array): Uint8Array | Readable {
  if (!/\bgzip\b/.test(String(reply.request.headers['accept-encoding'])))
    return Readable.from([content]).pipe(createGunzip())
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding')
  return content
}
