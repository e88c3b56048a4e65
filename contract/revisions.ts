import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/**
 * What a save started from: the `Revision` that the record was read with. One that is out of date is refused with what
 * differs. Without one a save is refused where it would undo what somebody else did since its caller signed in.
 */
export const revision = z.string().max(100).optional()

/** The revision that a save names, by whichever of its names; none where it names none. */
export function revisionSent({ query, body }: { query: unknown; body: unknown }): string | undefined {
  const { revision: named, version } = Object(query)
  const sent: unknown = named ?? version ?? Object(body).Version
  return typeof sent === 'string' || typeof sent === 'number' ? String(sent) : undefined
}

/** Whether a row saves what a form holds: it is looked at what that started from. */
export function isRevised({
  method,
  withoutRevision,
}: Pick<Endpoint, 'method' | 'withoutRevision'>): boolean {
  return (method === 'PUT' || method === 'PATCH') && withoutRevision === undefined
}
