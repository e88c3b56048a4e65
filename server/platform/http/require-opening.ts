import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { LinkSecret } from '#contract/values/link-secret.ts'
import type { WithOpening } from '#platform/call'
import { type Database, noTenant } from '#platform/database'
import { parse } from '#platform/refusals'
import type { Gate } from './enter.ts'
import { openReads } from './open-clubs.ts'

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
    secret: secretOf(row, request),
    db: openReads(gate, row, database.forTenant(noTenant)),
  })
}

/** The secret that a call came with; none where its row opens by none. */
export function secretOf({ opensBy }: Endpoint, { headers }: FastifyRequest): string {
  if (opensBy === undefined) return ''
  return parse(LinkSecret, headers.authorization?.replace(/^Bearer /, '') ?? '')
}
