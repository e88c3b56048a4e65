import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRevised, revisionSent } from '#contract/revisions.ts'
import { fieldLabel } from '#contract/words/field-labels.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { conflict, type Refusal } from '#platform/refusals'
import type { Change } from './audit.ts'

/** Stands for what people fill in of a record: another one, once somebody has changed that. */
export function revisionOf(fields: object): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)
}

type Save = {
  readonly who: Who
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
}

/** What was done to a record, by whom. */
type Deed = Pick<Change, 'before' | 'after'> & { readonly actorId: string; readonly actorName: string }

/**
 * Refuses a save that would undo what its caller hasn't seen. Who names the revision that they started from has seen all
 * up to that. Who names none, as the specification's calls do, has seen what was there when they signed in: a field that
 * somebody else has changed since then isn't overwritten, whatever else is.
 */
export async function requireSeen(
  db: Queries,
  row: Endpoint,
  save: Save,
  changes: readonly Change[],
): Promise<void> {
  if (!isRevised(row)) return
  const sent = revisionSent(save)
  // Whose revision would be looked at, if none of the records that it changes tells it?
  if (sent !== undefined && changes.length > 0 && changes.every(({ revision }) => revision === undefined))
    throw new Error(`'${row.title}' takes a revision and looks at none.`)
  for (const change of changes) {
    const fields = differingFields(change)
    if (fields.length === 0) continue
    if (sent === undefined) await refuseUnseen(db, save, change, fields)
    else if (change.revision !== undefined && String(change.revision) !== sent) {
      const [last] = await deeds(db, change, sql`order by at desc, id desc limit 1`)
      throw stale(save.who, last, change, fields)
    }
  }
}

async function refuseUnseen(db: Queries, { who, params }: Save, change: Change, fields: readonly string[]) {
  if (who.signedInAt === undefined) return
  const others = await deeds(
    db,
    change,
    sql`and at > ${who.signedInAt} and actor_id <> ${who.uid} order by at desc, id desc limit 100`,
  )
  // Who names a record has seen that it was made.
  const isNamed = Object.values(params).some((name) => `/${change.record.id}`.endsWith(`/${name}`))
  for (const other of others) {
    const theirs = other.before || !isNamed ? differingFields(other) : []
    const both = fields.filter((field) => theirs.includes(field))
    if (both.length > 0) throw stale(who, other, change, both)
  }
}

/** What was done to a record, as the trail has it. */
function deeds(db: Queries, { record }: Change, which: ReturnType<typeof sql>): Promise<Deed[]> {
  return db.rows<Deed>(sql`
    select actor_id as "actorId", actor_name as "actorName", before, after from audit_entry
    where business_id = ${db.businessId} and record_kind = ${record.kind} and record_id = ${record.id} ${which}`)
}

function differingFields({ before = {}, after = {} }: Pick<Change, 'before' | 'after'>): string[] {
  const was = stored(before)
  const is = stored(after)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !isDeepStrictEqual(was[field] ?? null, is[field] ?? null),
  )
}

// As the trail keeps it: what is undefined isn't there, a moment is its text. An entry without the one has a null for it.
function stored(words: Readonly<Record<string, unknown>> | null): Record<string, unknown> {
  return JSON.parse(JSON.stringify(words ?? {}))
}

function stale(who: Who, by: Deed | undefined, { record, before, after }: Change, fields: readonly string[]) {
  const words = fields.map((field) => (/^\w+$/.test(field) ? fieldLabel([field]) : field) ?? field)
  const name = by?.actorId === who.uid ? 'You' : (by?.actorName ?? 'Somebody')
  const refusal: Refusal = conflict(
    'record_changed',
    `${name} saved this ${record.kind.toLowerCase()} meanwhile. It differs from yours in: ${words.join(', ')}.`,
  )
  refusal.differences = fields.map((field, index) => ({
    Field: words[index] ?? field,
    Yours: after?.[field] ?? null,
    Theirs: before?.[field] ?? null,
  }))
  return refusal
}
