import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { GivenUp, inTime, patienceMs } from '#platform/outside'

/** Apple's push service, or one that speaks as it does. */
export type PushService = {
  readonly url: string
  /** The certificate of the pass type opens its door. */
  readonly certificate: string
  readonly key: string
  readonly passTypeId: string
  /** Another authority to trust than the usual ones, as PEM. */
  readonly trust?: string
}

/** `gone`: the device has removed the pass. `later`: try again. */
export type PushOutcome = 'told' | 'gone' | 'later'

const atOnce = 100

const { HTTP2_HEADER_METHOD, HTTP2_HEADER_PATH, HTTP2_HEADER_STATUS } = constants

/**
 * Tells devices by their push tokens that a pass has changed, over one connection; answers for each how it went. Once one of them was
 * waited for in vain the connection is cut and the rest left for later: however many they are, they keep a slot for one patience.
 */
export async function push(
  service: PushService,
  tokens: readonly string[],
): Promise<Map<string, PushOutcome>> {
  const outcomes = new Map<string, PushOutcome>()
  const session = connect(service.url, {
    cert: service.certificate,
    key: service.key,
    ...(service.trust !== undefined && { ca: service.trust }),
  })
  // Each request hears of it by itself.
  session.on('error', () => undefined)
  const waiting = tokens.values()
  const tell = async () => {
    for (const token of waiting)
      outcomes.set(token, session.destroyed ? 'later' : await tellOne(session, service.passTypeId, token))
  }
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, tokens.length) }, tell))
    session.close()
  } catch (error) {
    // Nobody waits for what is still being asked.
    session.destroy()
    throw error
  }
  return outcomes
}

/** Apple's answer was one that trying again won't change: the certificate isn't accepted, say. */
export class PushRefused extends Error {}

async function tellOne(session: ClientHttp2Session, passTypeId: string, token: string): Promise<PushOutcome> {
  const answer = await ask(session, passTypeId, token).catch((error: unknown) => {
    if (error instanceof GivenUp) session.destroy()
    return null
  })
  if (answer === null || answer.status === 429 || answer.status >= 500) return 'later'
  if (answer.status === 200) return 'told'
  if (answer.status === 410 || goneReasons.has(answer.reason)) return 'gone'
  throw new PushRefused(`Apple's push service answered ${answer.status} ${answer.reason}`)
}

const goneReasons = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered'])
const Refused = z.object({ reason: z.string() })

async function ask(session: ClientHttp2Session, passTypeId: string, token: string) {
  const stream = session.request({
    [HTTP2_HEADER_METHOD]: 'POST',
    [HTTP2_HEADER_PATH]: `/3/device/${encodeURIComponent(token)}`,
    'apns-topic': passTypeId,
  })
  // A pass's push says nothing: the device asks what has changed.
  stream.end('{}')
  const status = new Promise<number>((resolve, reject) => {
    stream.once('response', (headers) => resolve(Number(headers[HTTP2_HEADER_STATUS])))
    stream.once('error', reject)
    stream.once('close', () => reject(new Error('no answer')))
  })
  const [code, body] = await inTime(
    patienceMs.ofJobs,
    "Apple's push service",
    () => Promise.all([status, text(stream)]),
    () => stream.close(constants.NGHTTP2_CANCEL),
  )
  return { status: code, reason: Refused.safeParse(jsonOf(body)).data?.reason ?? '' }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
