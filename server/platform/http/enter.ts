import type { FastifyRequest } from 'fastify'
import { proveAgain, whyProve } from '#contract/access/step-up.ts'
import type { Licence } from '#contract/business/licences.ts'
import type { Standing } from '#contract/business/standing.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { LinkSecret } from '#contract/values/link-secret.ts'
import {
  nobody,
  requireAccess,
  requireLicence,
  requireOpenBusiness,
  requireOpenTill,
  requireOwnBusiness,
  requireOwnDoor,
  requireSecondFactor,
  requireVisit,
  type Visits,
  type Who,
} from '#platform/access'
import type { WithOpening } from '#platform/call'
import { type Database, isBusinessId, noTenant, type Queries } from '#platform/database'
import { notFound, notSignedIn, parse, Refusal } from '#platform/refusals'
import { openReads } from './open-clubs.ts'

/** What the platform has to be told about callers and businesses to let a call in. */
export type Gate = {
  /** Who is behind a token, or a 401; the key of a till is one of the business that the call names. */
  whoIs(token: string, call: { businessId: string | undefined; address: string }): Promise<Who>
  /** Whether the user has shown who they are in the last minutes, in the session that they call in. */
  hasProvenLately(who: Who): Promise<boolean>
  /** What a business is licensed for; a 404 if there is no such business. */
  licencesOf(businessId: string): Promise<readonly Licence[]>
  /** Whether a business is suspended; `db` reads it for those who are in a transaction. */
  standingOf(businessId: string, db?: Queries): Promise<Standing>
  /** Who of the super administrators may go into a business that asks why they come. */
  readonly visits: Visits
}

type Named = { businessId?: string; eventId?: string }

/** Lets a call in, by its address and headers alone: who they are, their business, their access. */
export async function enterCall(gate: Gate, row: Endpoint, request: FastifyRequest): Promise<Entered> {
  const { access, path, params: named } = row
  const { businessId: given } = request.params as { businessId?: string }
  // What can't be the id of a business is neither looked up nor remembered.
  const businessId = given !== undefined && isBusinessId(given) ? given : undefined
  const from = { businessId, address: request.ip }
  const who = access.kind === 'anyone' ? nobody : await gate.whoIs(bearerToken(request), from)
  if (given !== businessId) throw notFound('The business')
  // The address of a request stays what it is: who is let in anew, as writers are, has it read already.
  const params = request.entered?.params ?? (parse(named, request.params) as Named)
  if (params.businessId !== undefined) requireOwnBusiness(who, params.businessId)
  requireAccess(who, access)
  const standing = who.businessId === null ? 'Open' : await gate.standingOf(who.businessId)
  // Of tills later, after the answers that were given before.
  if (!who.till) requireOpenBusiness(who, row, standing)
  requireSecondFactor(who, path)
  requireOwnDoor(who, params.eventId)
  if (params.businessId !== undefined) {
    const licences = await gate.licencesOf(params.businessId)
    if (!row.withoutVisit) await requireVisit(gate.visits, who, params.businessId)
    requireLicence(access, licences)
  }
  return { who, params, standing }
}

export type Entered = { readonly who: Who; readonly params: Named; readonly standing: Standing }

/** Refuses a till whose business is suspended, or whose venue is closed: whoever lost an answer has got it before. */
export function requireOpenDevice(row: Endpoint, { who, standing }: Entered): void {
  if (!who.till) return
  requireOpenBusiness(who, row, standing)
  requireOpenTill(who, row.access)
}

/**
 * Refuses what moves money or authority to a caller who hasn't shown lately who they are, before anything is done. The
 * session itself is asked, not what is remembered of it: these calls are few.
 */
export async function requireProof(
  gate: Pick<Gate, 'hasProvenLately'>,
  row: Endpoint,
  { who, query, body }: { readonly who: Who; readonly query: unknown; readonly body: unknown },
): Promise<void> {
  const sentence = whyProve(row, { query, body })
  if (sentence === null || (await gate.hasProvenLately(who))) return
  throw new Refusal(403, proveAgain, sentence)
}

function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (!header?.startsWith('Bearer ')) throw notSignedIn()
  return header.slice('Bearer '.length)
}

type Mounted = { readonly name: string; readonly row: Endpoint; readonly handler: WithOpening }
type Platform = { readonly database: Database; readonly gate: Gate }

/** Nobody's megabytes are taken in unasked: a row that takes so much of strangers opens by a secret, which its handler knows. */
export function requireOpener({ name, row, handler }: Mounted): void {
  if ((row.opensBy === undefined) !== (handler.opening === undefined))
    throw new Error(`'${name}' opens by a secret in the contract or in its handler, and not in both.`)
  if (row.access.kind === 'anyone' && row.largestBody !== undefined && row.opensBy === undefined)
    throw new Error(`'${name}' takes more of strangers than others, and asks for nothing first.`)
}

/** Refuses a call whose secret doesn't open what it is sent to, by its address and headers alone. */
export async function requireOpening(
  { database, gate }: Platform,
  { row, handler }: Mounted,
  request: FastifyRequest,
): Promise<void> {
  if (!handler.opening) return
  await handler.opening({
    params: request.entered!.params,
    query: parse(row.query, request.query),
    secret: secretOfCall(row, request),
    db: openReads(gate, row, database.forTenant(noTenant)),
  })
}

/** The secret that a call came with; none where its row opens by none. */
export function secretOfCall({ opensBy }: Endpoint, { headers }: FastifyRequest): string {
  if (opensBy === undefined) return ''
  return parse(LinkSecret, headers.authorization?.replace(/^Bearer /, '') ?? '')
}
