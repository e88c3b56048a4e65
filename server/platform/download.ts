import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file as an answer: what the handler of a row with the output `file` returns. */
export type Download = {
  readonly type: string
  readonly content: Uint8Array | AsyncIterable<string | Uint8Array>
  /** The name it is saved under; without one the browser shows it. */
  readonly name?: string
  /** How long it may be kept, where its address names its content. */
  readonly cacheControl?: string
}

/** A file's name with the moment it was made, as day, month, year, hour, minute and second (UTC). */
export function stampedName(name: string, ending: string, at = new Date()): string {
  const [year, month, day, ...time] = at.toISOString().slice(0, 19).split(/[-T:]/)
  return `${[name, day, month, year, ...time].join('-')}.${ending}`
}

/** Sends a file; one that comes in pieces is sent as it comes, at the pace of the reader. */
export function sendDownload(reply: FastifyReply, { type, content, name, cacheControl }: Download) {
  reply.type(type)
  if (cacheControl) reply.header('cache-control', cacheControl)
  if (name) reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  return reply.send(content instanceof Uint8Array ? content : Readable.from(content))
}
