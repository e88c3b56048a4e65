import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import sql, { empty } from 'sql-template-tag'
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

/** Who touched a field of a record last. */
type Touch = { readonly field: string; readonly actorId: string; readonly actorName: string }

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
    if (sent === undefined) await refuseUnseen(db, save, change)
    else if (isStale(change, sent)) {
      const [last] = await lastTouches(db, change, fieldsOf(change))
      throw stale(save.who, last, change, differingFields(change))
    }
  }
}

// What is stored decides, not what the trail says of it: words may be the same of two things.
function isStale({ revision }: Change, sent: string): boolean {
  return revision !== undefined && revision.was !== revision.is && String(revision.was) !== sent
}

async function refuseUnseen(db: Queries, { who, params }: Save, change: Change): Promise<void> {
  const fields = differingFields(change)
  if (who.signedInAt === undefined || fields.length === 0) return
  const touches = await lastTouches(db, change, fields, {
    since: who.signedInAt,
    isMakingToo: !isNamed(params, change),
  })
  const others = touches.filter(({ actorId }) => actorId !== who.uid)
  if (others[0])
    throw stale(
      who,
      others[0],
      change,
      others.map(({ field }) => field),
    )
}

/** Who names a record has seen that it was made; a list that is saved as a whole names none. */
function isNamed({ businessId, ...names }: Save['params'], { record }: Change): boolean {
  if (record.kind === 'Business') return record.id === businessId
  return Object.values(names).some((name) => `/${record.id}`.endsWith(`/${name}`))
}

/** Who touched each of the fields last, as the trail has it, the latest first. */
async function lastTouches(
  db: Queries,
  { record }: Change,
  fields: readonly string[],
  { since, isMakingToo = true }: { since?: Date; isMakingToo?: boolean } = {},
): Promise<Touch[]> {
  return db.rows<Touch>(sql`
    select field, actor_id as "actorId", actor_name as "actorName" from (
      select distinct on (field) field, actor_id, actor_name, at, id
      from audit_entry cross join unnest(${fields}::text[]) as field
      where business_id = ${db.businessId} and record_kind = ${record.kind} and record_id = ${record.id}
        ${since ? sql`and at > ${since}` : empty}
        ${isMakingToo ? empty : sql`and before is not null`}
        and nullif(before #> string_to_array(field, ${within}), 'null')
          is distinct from nullif(after #> string_to_array(field, ${within}), 'null')
      order by field, at desc, id desc
    ) touch
    order by at desc, id desc`)
}

// Between the name of a field and that of a part of it.
const within = '\u001F'

/** What the trail tells of a record: its fields and, of those that have parts, each part. */
function fieldsOf({ before, after }: Pick<Change, 'before' | 'after'>): string[] {
  const names = new Set<string>()
  for (const words of [stored(before), stored(after)])
    for (const [name, value] of Object.entries(words))
      if (isParted(value)) for (const part of Object.keys(value)) names.add(`${name}${within}${part}`)
      else if (value !== null) names.add(name)
  return [...names]
}

function differingFields(change: Pick<Change, 'before' | 'after'>): string[] {
  return fieldsOf(change).filter(
    (field) => !isDeepStrictEqual(valueOf(change.before, field), valueOf(change.after, field)),
  )
}

function valueOf(words: Change['before'], field: string): unknown {
  const [name = '', part] = field.split(within)
  const value = stored(words)[name] ?? null
  return part === undefined ? value : isParted(value) ? (value[part] ?? null) : null
}

function isParted(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// As the trail keeps it: what is undefined isn't there, a moment is its text.
function stored(words: Change['before']): Record<string, unknown> {
  return JSON.parse(JSON.stringify(words ?? {}))
}

/** 'HomeContact' and 'EmailAddress' are 'Home Contact: Email address' to people. */
function labelOf(field: string): string {
  return field
    .split(within)
    .map((name) => (/^\w+$/.test(name) ? fieldLabel([name]) : name) ?? name)
    .join(': ')
}

function stale(
  who: Who,
  by: Touch | undefined,
  { record, before, after }: Change,
  fields: readonly string[],
) {
  const words = fields.map(labelOf)
  const name = by?.actorId === who.uid ? 'You' : (by?.actorName ?? 'Somebody')
  const where = words.length > 0 ? `It differs from yours in: ${words.join(', ')}.` : 'It differs from yours.'
  const refusal: Refusal = conflict(
    'record_changed',
    `${name} saved this ${record.kind.toLowerCase()} meanwhile. ${where}`,
  )
  refusal.differences = fields.map((field, index) => ({
    Field: words[index] ?? field,
    Yours: valueOf(after, field),
    Theirs: valueOf(before, field),
  }))
  return refusal
}
