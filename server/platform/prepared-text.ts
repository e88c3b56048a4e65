import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Named, and not with the weight 0.
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/
const compressed = promisify(gzip)

/**
 * Answers with a text that is the same for everybody. It is made and compressed once, and whoever is sent it shares its
 * bytes: asking for it often costs neither work nor memory, however slowly it is read.
 */
export function preparedText(type: string, make: () => string) {
  let made: Promise<{ plain: Buffer; zipped: Buffer }> | undefined
  const prepare = async () => {
    const plain = Buffer.from(make())
    return { plain, zipped: await compressed(plain) }
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { plain, zipped } = await (made ??= prepare())
    const takesZipped = takesGzip.test(String(request.headers['accept-encoding']))
    reply.type(type).header('vary', 'accept-encoding')
    return takesZipped ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain)
  }
}
