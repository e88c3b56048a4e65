import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { rightNow } from '#platform/clock'
import { noTenant, type Transaction } from '#platform/database'
import { parse, Refusal } from '#platform/refusals'
import { isSameSecret } from '#platform/secrets'
import { passBySerial } from '#server/passes/issued'
import type { Surroundings } from '#server/wallets/surroundings'
import { passType, signedPass } from './apple-pass.ts'
import { isUnmodified, lastModified } from './last-modified.ts'
import { changedOnDevice, register, unregister } from './registrations.ts'
import { SeenText } from './seen-tags.ts'

const Device = z.object({ deviceId: z.string().min(1).max(200), passTypeId: z.string() })
const Pass = z.object({ passTypeId: z.string(), serial: z.string().min(1).max(200) })
const Installed = Device.extend(Pass.shape)
const PushToken = z.object({ pushToken: z.string().regex(/^[\w-]{1,200}$/, 'The push token is not one.') })
const Since = z.object({ passesUpdatedSince: SeenText })
const Logs = z.object({ logs: z.array(z.string()) })

// A club's guests share an address, and a change of the design calls all their phones at once.
const rateLimit = { max: 3000, timeWindow: 60_000 }
const complaintsPerMinute = 60
const longestLog = 500
const mostLogs = 20

/**
 * Apple's web service for passes: what devices call to say that they have one, to hear what has changed and to fetch it.
 * They show the token that is in the pass; a serial they can't know and a wrong token are one and the same to them.
 */
export function serveAppleWallet(app: FastifyInstance, around: Surroundings, tellAgain: TellAgain): void {
  const { database } = around
  const installed = '/wallet/v1/devices/:deviceId/registrations/:passTypeId/:serial'
  const at = (endpoint: string, max = rateLimit.max) => ({
    config: { endpoint, rateLimit: { ...rateLimit, max } },
    onRequest: takeAnyHeaders,
  })

  app.post(installed, at('registerPass'), async (request, reply) => {
    const { deviceId } = parse(Installed, request.params)
    const { businessId, passId } = await admitted(around, request)
    const { pushToken } = parse(PushToken, request.body)
    const outcome = await database.transaction(businessId, (tx) =>
      register(tx, { passId, deviceId, pushToken }),
    )
    if (!outcome) throw new Refusal(429, 'too_many_devices', 'The pass is on too many devices.')
    return reply.code(outcome === 'new' ? 201 : 200).send()
  })

  app.delete(installed, at('unregisterPass'), async (request, reply) => {
    const { deviceId } = parse(Installed, request.params)
    const { businessId, passId } = await admitted(around, request)
    await database.transaction(businessId, (tx) => unregister(tx, passId, deviceId))
    return reply.code(200).send()
  })

  // It carries no token: a device's id is its own secret.
  app.get(
    '/wallet/v1/devices/:deviceId/registrations/:passTypeId',
    at('listChangedPasses'),
    async (request, reply) => {
      const { deviceId, passTypeId } = parse(Device, request.params)
      const { passesUpdatedSince } = parse(Since, request.query)
      const changed =
        passTypeId === (await around.certificates()).passTypeId
          ? await changedOnDevice(database.forTenant(noTenant), deviceId, passesUpdatedSince)
          : null
      return changed ?? reply.code(204).send()
    },
  )

  app.get('/wallet/v1/passes/:passTypeId/:serial', at('fetchPass'), (request, reply) =>
    sendPass(around, tellAgain, request, reply),
  )

  app.post('/wallet/v1/log', at('logOfDevice', complaintsPerMinute), async (request, reply) => {
    const { logs } = parse(Logs, request.body)
    for (const line of logs.slice(0, mostLogs))
      request.log.warn({ requestId: request.id, line: withoutCodes(line) }, 'a wallet complains')
    return reply.code(200).send()
  })
}

/**
 * Whatever a device says of the type and length of a body: one that is posted is JSON, and of what is deleted nothing is
 * read. A phone that isn't heard out never tries to unregister again.
 */
async function takeAnyHeaders({ method, headers }: FastifyRequest): Promise<void> {
  if (method === 'POST') headers['content-type'] = 'application/json'
  if (method !== 'DELETE') return
  delete headers['content-type']
  delete headers['content-length']
  delete headers['transfer-encoding']
}

// Devices quote the addresses they called, with serials and ids in them.
function withoutCodes(line: string): string {
  return line.slice(0, longestLog).replaceAll(/(?=[\w-]*\d)[\w-]{10,}|[\w-]{16,}/g, '…')
}

/** What is done for a pass that a phone came for in vain. */
export type TellAgain = (tx: Transaction, passId: string) => Promise<void>

async function sendPass(
  around: Surroundings,
  tellAgain: TellAgain,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const pass = await admitted(around, request)
  const changedAt = new Date(pass.changedAt)
  if (isUnmodified(changedAt, request.headers['if-modified-since'])) return reply.code(304).send()
  const modified = lastModified(changedAt, rightNow())
  const { businessId, passId } = pass
  const content = await signedPass(around, around.database.forTenant(businessId), passId).catch(
    async (error: unknown) => {
      // Not every phone tries again by itself.
      if (error instanceof Refusal && error.status === 503)
        await around.database.transaction(businessId, (tx) => tellAgain(tx, passId))
      throw error
    },
  )
  return reply.type(passType).header('last-modified', modified.toUTCString()).send(content)
}

/** The pass that the address names, for who shows its token; otherwise a 401. */
async function admitted(around: Surroundings, request: FastifyRequest) {
  const { passTypeId, serial } = parse(Pass, request.params)
  const token = /^ApplePass (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const isLetIn =
    isSameSecret(token, await around.tokenOf(serial)) &&
    passTypeId === (await around.certificates()).passTypeId
  const pass = isLetIn ? await passBySerial(around.database, serial) : null
  if (!pass) throw new Refusal(401, 'not_authorised', 'The token does not fit the pass.')
  return pass
}
