import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerMark } from '#contract/answer-mark.ts'
import type { ErrorBody } from '#contract/endpoint.ts'
import { faultSentence } from '#contract/words/fault-words.ts'
import { isConnectionLoss } from '#platform/database'
import { busy, Refusal } from '#platform/refusals'

// What Fastify and its plugins refuse by themselves, each with a code that says what, and a sentence.
const refusedByServer: Readonly<Record<number, readonly [code: string, sentence: string]>> = {
  400: ['unreadable_request', 'The request could not be read.'],
  404: ['no_such_address', 'There is nothing at this address.'],
  408: ['request_too_slow', 'The request took too long to arrive.'],
  413: ['request_too_large', 'The request is too large.'],
  414: ['address_too_long', 'The address is too long.'],
  415: ['request_not_json', 'The request must be JSON.'],
  429: ['too_many_requests', 'Too many requests. Try again in a moment.'],
  431: ['headers_too_long', 'The address and the headers are too long.'],
}
const notAccepted = ['not_accepted', 'The request was not accepted.'] as const

// PostgreSQL's words for waiting in vain for what another holds, for those who waited for each other time and again, and for
// taking too long; and ours for the latter.
const overTime = 'HUB_OVER_TIME'
const tooSlow = new Set(['55P03', '40001', '40P01', '57014', overTime])
// PostgreSQL's words for text it can't store, such as a NUL character.
const unstorableText = new Set(['22021', '22P05'])
// And for dates and numbers that are beyond its calendar, or beyond what it counts.
const outOfRange = new Set(['22003', '22007', '22008'])

/** What a request is given up with that takes longer than any may. */
export function tookTooLong(): Error {
  return Object.assign(new Error('the request took too long'), { code: overTime })
}

/** True if the caller hung up while still sending. */
function isCutOff(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'ECONNRESET' && message === 'aborted'
}

/** Turns whatever was thrown into the refusal the caller gets; anything unforeseen tells nothing but its number. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { statusCode = 500, code } = error as Partial<FastifyError>
  if (isCutOff(error)) return new Refusal(400, 'request_cut_off', 'The request was cut off before its end.')
  if (isConnectionLoss(error)) return busy()
  if (code && tooSlow.has(code))
    return busy('This took too long, and was given up. Try again in a moment.', 5)
  if (code && unstorableText.has(code))
    return new Refusal(400, 'invalid_input', 'The text has characters that cannot be stored.')
  if (code && outOfRange.has(code))
    return new Refusal(400, 'invalid_input', 'A date or a number in the request is out of range.')
  if (statusCode >= 400 && statusCode < 500)
    return new Refusal(statusCode, ...(refusedByServer[statusCode] ?? notAccepted))
  return new Refusal(500, 'internal_error', faultSentence(null))
}

/** The one place where a refusal becomes a body. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler(answerRefusal)
}

/** Answers what was thrown, or what Fastify refused before there was a route. */
export function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  // Refusing because we are busy is no fault, and there can be very much of it: the figures tell.
  const level = error instanceof Refusal ? 'debug' : 'error'
  if (refusal.status >= 500) request.log[level]({ err: error, requestId: request.id }, 'failed')
  // A file that failed before its first byte has left its headers behind: with them the sentence couldn't be read.
  for (const name of ['content-encoding', 'content-disposition']) reply.removeHeader(name)
  const back = wayBack(request, refusal)
  if (back !== null) return reply.redirect(back, 303)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(errorBody(told(refusal, request.id), request.id))
}

/** The page that somebody came from by a link, which says what was refused; null for all others. */
function wayBack({ routeOptions, query }: FastifyRequest, { code }: Refusal): string | null {
  const { leadsBack } = routeOptions?.config ?? {}
  const { page } = (query ?? {}) as { page?: unknown }
  if (!leadsBack || typeof page !== 'string' || !/^[\w-]{1,100}$/.test(page)) return null
  return `${leadsBack(page)}?refused=${code}`
}

/** Who is asked to quote the request's id is told it. */
function told(refusal: Refusal, requestId: string): Refusal {
  if (refusal.message !== faultSentence(null)) return refusal
  return new Refusal(refusal.status, refusal.code, faultSentence(requestId))
}

const statusOfConnection: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers what isn't even a request, on its bare connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status = statusOfConnection[error.code ?? ''] ?? 400
    const body = JSON.stringify(errorBody(refusalOf({ statusCode: status })))
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${answerMark.name}: ${answerMark.value}`
    socket.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}

/** The body of a refusal. */
export function errorBody(refusal: Refusal, requestId?: string): ErrorBody {
  return {
    ErrorMessage: refusal.message,
    ErrorCode: refusal.code,
    ...(refusal.fields && { Errors: refusal.fields }),
    ...(refusal.differences && { Differences: refusal.differences }),
    ...(refusal.receipt && { Receipt: [...refusal.receipt] }),
    ...(requestId !== undefined && { RequestId: requestId }),
  }
}
