import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** Before a body is read: of a call that needs none, it doesn't matter of what type an empty one says to be. */
export function takeAnyType({ body }: Endpoint, { headers }: FastifyRequest): void {
  if (!mayBeEmpty(body)) return
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': inPieces } = headers
  if (type !== undefined || inPieces !== undefined || Number(length) > 0)
    headers['content-type'] = 'application/json'
}

const mayBeEmpty = (body: z.ZodType) => body instanceof z.ZodUndefined || body instanceof z.ZodOptional

/** What was sent. To a row that takes nothing, an object without anything in it is nothing. */
export function sentTo({ body }: Endpoint, request: FastifyRequest): unknown {
  if (body instanceof z.ZodUndefined && isDeepStrictEqual(request.body, {})) return undefined
  return request.body ?? undefined
}
