import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * An answer that is the same for everybody. Its bytes are made once, and whoever is sent it shares them: asking for it
 * often costs neither work nor memory nor an open file, however slowly it is read.
 */
export type Prepared = {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br?: Buffer | undefined
  readonly gzip?: Buffer | undefined
}

export function prepared(type: string, plain: Buffer, smaller: Pick<Prepared, 'br' | 'gzip'> = {}): Prepared {
  return { type, etag: `"${createHash('sha256').update(plain).digest('base64url')}"`, plain, ...smaller }
}

/** Sends it in the smallest form that the caller takes, or says that what they have is still right. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, ...forms }: Prepared,
) {
  reply.type(type).header('etag', etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const encoding = encodings.find((each) => forms[each] && takes(request, each))
  if (!encoding) return reply.send(forms.plain)
  return reply.header('content-encoding', encoding).send(forms[encoding])
}

const encodings = ['br', 'gzip'] as const

/** Whether the caller names the encoding, and not with the weight 0. */
function takes({ headers }: FastifyRequest, encoding: string): boolean {
  const named = [headers['accept-encoding'] ?? []].flat().join().split(',')
  return named.some((each) => {
    const [name, weight = ''] = each.split(';').map((part) => part.trim())
    return name === encoding && !/^q=0(\.0*)?$/.test(weight)
  })
}
