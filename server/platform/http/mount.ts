import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { figuresAge } from '#contract/answer-mark.ts'
import { type Endpoint, type EndpointTable, file, redirect, stream } from '#contract/endpoint.ts'
import {
  type Change,
  isChange,
  recordAudit,
  recordDownload,
  requireSeen,
  type Call,
  type Handlers,
  type Notices,
  type WithAbout,
  type WithBeforehand,
  type WithOpening,
} from '#platform/call'
import type { createTurns } from '#platform/concurrency'
import { type Database, noTenant, type Queries, retryOnDeadlock } from '#platform/database'
import { type Download, sendDownload } from '#platform/formats'
import type { RateLimiter } from '#platform/limits'
import { parse } from '#platform/refusals'
import { type Replicas, wroteAtOf } from '#platform/replicas'
import { sentTo, takeAnyType } from './empty-bodies.ts'
import {
  enterCall,
  type Entered,
  type Gate,
  requireOpenDevice,
  requireOpener,
  requireOpening,
  requireProof,
  secretOfCall,
} from './enter.ts'
import { withGuessLimits } from './guess-limits.ts'
import { intentOf, withIdempotency } from './idempotency.ts'
import { type LiveStream, sendStream } from './live-stream.ts'
import { openReads, openWrites } from './open-clubs.ts'
import { originOf, type Site } from './origin.ts'
import { requireAbout, requireWithinLimits } from './require-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was let in, and where to, before the body was read: of rows of the contract. */
    entered: Entered | null
  }
  interface FastifyContextConfig {
    /** The row's name, for the figures and the logs. */
    endpoint?: string
    /** The answer is sent as it comes, however long that takes. */
    isStream?: boolean
    /** Where a refusal leads to instead of being an answer. */
    leadsBack?: (page: string) => string
  }
}

export type Platform = {
  readonly database: Database
  /** Where rows that may lag are read. */
  readonly replicas: Replicas
  readonly gate: Gate
  readonly notices: Notices
  readonly rateLimiter: RateLimiter
  /** Carries out a call of the user, unless too many of theirs are under way. */
  readonly turnOf: ReturnType<typeof createTurns>
  readonly site: Site
  /** The most bytes of a body. */
  readonly largestBody: LargestBody
  /** Seals what goes out to be handed back: continuation tokens. */
  readonly seal: (text: string) => string
}

/** The most bytes of a body: of strangers, of those who are known, and of what its row says to be larger. */
type LargestBody = { readonly ofStrangers: number; readonly ofUsers: number; readonly ofUploads: number }

type Handler = ((call: object) => Promise<unknown>) & WithBeforehand & WithOpening & WithAbout

/** Mounts a table of the contract: each row is let in, parsed, carried out and shaped in the same way. */
export function mount<Table extends EndpointTable>(
  app: FastifyInstance,
  platform: Platform,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const [name, row] of Object.entries(table)) {
    const mounted = { name, row, handler: handlers[name] as unknown as Handler }
    requireAbout(mounted)
    requireOpener(mounted)
    const url = row.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const serve = row.method === 'GET' ? serveRead : serveWrite
    const isOpen = row.access.kind === 'anyone'
    app.route({
      method: row.method,
      url,
      config: {
        endpoint: name,
        isStream: row.output === file || row.output === stream,
        ...(isOpen && { rateLimit: limitForAnyone(row) }),
        ...(row.leadsBack && { leadsBack: row.leadsBack }),
      },
      bodyLimit: largestBodyOf(row, platform.largestBody),
      // Before a body is read: nobody's megabytes are taken in before it is known who sends them.
      preParsing: async (request) => {
        request.entered = await enterCall(platform.gate, row, request)
        await requireOpening(platform, mounted, request)
        takeAnyType(row, request)
      },
      handler: async (request, reply) => {
        // Again, once the body has come: it may have been held back until its sender was shut out. What is known still is free.
        if (!isOpen && row.method !== 'GET') request.entered = await enterCall(platform.gate, row, request)
        const work = () => serve(platform, mounted, request, reply)
        // Strangers are bounded by their address.
        return isOpen ? work() : platform.turnOf(request.entered!.who.uid, work)
      },
    })
  }
}

// Per address: more than people need, less than a machine would like.
const limitForAnyone = ({ mostPerMinute = 600 }: Endpoint) => ({ max: mostPerMinute, timeWindow: 60_000 })

function largestBodyOf(
  { access, largestBody }: Endpoint,
  { ofStrangers, ofUsers, ofUploads }: LargestBody,
): number {
  if (largestBody) return Math.min(largestBody, ofUploads)
  return access.kind === 'anyone' ? ofStrangers : ofUsers
}

type Mounted = { readonly name: string; readonly row: Endpoint; readonly handler: Handler }
const actionOf = ({ name, row }: Mounted) => ({ name, title: row.title })

async function serveRead(platform: Platform, mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const admitted = admit(platform, mounted, request)
  requireOpenDevice(mounted.row, request.entered!)
  await requireProof(platform.gate, mounted.row, admitted)
  const reader = mounted.row.mayLag ? platform.replicas.readerFor(wroteAtOf(request.headers)) : null
  const source = reader ?? platform.database
  const db = openReads(platform.gate, mounted.row, source.forTenant(admitted.businessId))
  const output = await withGuessLimits(platform, mounted.row, admitted, (miss) =>
    retryOnDeadlock(() => mounted.handler(callOf(admitted, db, nothingToRecord, miss)), {
      isRepeatable: true,
    }),
  )
  const ageMs = reader?.ageMs() ?? null
  if (ageMs !== null) reply.header(figuresAge.name, String(Math.round(ageMs / 1000)))
  // Who asks for the head alone would listen to nothing for ever.
  if (mounted.row.output === stream && request.method === 'HEAD')
    return reply.type('text/event-stream').send(Readable.from([]))
  if (mounted.row.output === stream)
    return sendStream(reply, output as LiveStream, {
      listener: admitted.who.uid,
      changes: platform.database.changes,
      // As if they asked anew: with the same rights they would be told the same.
      isStillAllowed: async () => {
        const { who } = await enterCall(platform.gate, mounted.row, request)
        await mounted.handler(callOf({ ...admitted, who }, db, nothingToRecord, nothingToRecord))
        return isDeepStrictEqual(who, admitted.who)
      },
    })
  if (mounted.row.output === redirect) return reply.redirect(output as string)
  if (mounted.row.output !== file) return answer(reply, 200, shape(mounted.row, output))
  const download = output as Download
  // The head of a file tells nothing of anybody.
  if (mounted.row.leavesEntry && request.method !== 'HEAD')
    await recordDownload(platform.database, actionOf(mounted), admitted, request.query as object, download)
  return sendDownload(reply, download)
}

async function serveWrite(
  platform: Platform,
  mounted: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { row, handler } = mounted
  const admitted = admit(platform, mounted, request)
  await requireProof(platform.gate, row, admitted)
  const { businessId, who, origin } = admitted
  const actor = who.uid || origin.address
  const intent = intentOf(request.headers['idempotency-key'], actor, [
    request.method,
    request.url,
    sentTo(row, request),
    ...(row.opensBy ? [admitted.secret] : []),
  ])

  const made = await handler.beforehand?.(admitted)
  const { status, body } = await withGuessLimits(platform, row, admitted, (miss) =>
    retryOnDeadlock(
      () =>
        platform.database.transaction(businessId, (tx) =>
          withIdempotency(tx, intent, row, async () => {
            requireOpenDevice(row, request.entered!)
            // Of users alone: tills and doors have no address.
            if (who.email !== '') tx.actor = who.uid
            const changes: Change[] = []
            const call = callOf(
              admitted,
              openWrites(platform.gate, row, tx),
              (change) => void changes.push(change),
              miss,
            )
            const output = shape(row, await handler(made === undefined ? call : { ...call, made }))
            await requireWithinLimits(mounted, call)
            await requireSeen(tx, row, admitted, changes)
            const deeds = changes.filter(isChange)
            if (isToRecord(row, changes, deeds)) await recordAudit(tx, who, origin, actionOf(mounted), deeds)
            return { status: output === undefined ? 204 : 200, body: output }
          }),
        ),
      // Who sent a key gets the answer of the first time, should that have been done.
      { isRepeatable: intent !== null || row.changesNothing === true },
    ),
  )
  return answer(reply, status, body)
}

/** A save that leaves all as it was is no deed; whatever else people do is one, also if there is nothing more to say of it. */
function isToRecord(row: Endpoint, told: readonly Change[], made: readonly Change[]): boolean {
  if (row.changesNothing || row.recordsItself) return false
  const isSave = row.method === 'PUT' || row.method === 'PATCH'
  return made.length > 0 || (told.length === 0 && !isSave)
}

/** A call as its handler gets it, once who was let in has sent what the row asks for. */
function admit(platform: Platform, { name, row }: Mounted, request: FastifyRequest) {
  const { who, params } = request.entered!
  return {
    endpoint: name,
    businessId: params.businessId ?? who.businessId ?? noTenant,
    who,
    params,
    query: parse(row.query, request.query),
    body: parse(row.body, sentTo(row, request)),
    secret: secretOfCall(row, request),
    origin: originOf(platform, request),
  }
}

type Admitted = ReturnType<typeof admit>
// Field by field: a spread of an object costs more than the rest of letting a call in.
function callOf<Db extends Queries>(admitted: Admitted, db: Db, audit: Call['audit'], miss: Call['miss']) {
  const { endpoint, who, params, query, body, secret, origin } = admitted
  return { endpoint, who, params, query, body, secret, origin, db, audit, miss }
}

// Only what the contract names leaves the server, whatever the handler's rows held.
function shape(row: Endpoint, output: unknown): unknown {
  const shaped = row.output.safeParse(output)
  if (shaped.success) return shaped.data
  throw new Error(
    `${row.method} ${row.path} answers what the contract doesn't allow: ${z.prettifyError(shaped.error)}`,
  )
}

const answer = (reply: FastifyReply, status: number, body: unknown) =>
  status === 204 ? reply.code(204).send() : reply.code(status).send(body)

const nothingToRecord = () => undefined
