import { isDeepStrictEqual } from 'node:util'
import sql, { join } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import type { Origin } from './origin.ts'

/** What a write changed: the record, and its fields before and after. Never a secret. */
export type Change = {
  readonly record: { readonly kind: string; readonly id: string; readonly name?: string }
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  /** What stood for the record before and stands for it now, where a save names what it started from. */
  readonly revision?: { readonly was: string | number; readonly is: string | number }
  /** Whose trail it belongs to, where that isn't the business of the call. */
  readonly businessId?: string
}

/** What was done: the name of the endpoint or job, and its title for people. */
export type Action = { readonly name: string; readonly title: string }

/** Who does what nobody asked for, because its time has come. */
export const clock: Pick<Who, 'uid' | 'name'> = { uid: 'clock', name: 'Hub' }

/** Whether a change changed anything, by its words or by what stands for the record: words may be the same of two things. */
export function isChange({ before, after, revision }: Change): boolean {
  if (revision && revision.was !== revision.is) return true
  return !before || !after || !isDeepStrictEqual(asStored(before), asStored(after))
}

// What is undefined isn't there, a moment is its text.
const asStored = (words: object): unknown => JSON.parse(JSON.stringify(words))

/** What an entry is written with: a transaction, or as much of one as that takes. */
export type Trail = Pick<Transaction, 'businessId' | 'commitWith'> & {
  asTenant(businessId: string, work: (own: Pick<Transaction, 'commitWith'>) => Promise<void>): Promise<void>
}

/** Records an action in the transaction that carried it out: an entry per change, or one without details. */
export async function recordAudit(
  tx: Trail,
  who: Pick<Who, 'uid' | 'name'>,
  origin: Pick<Origin, 'address' | 'requestId'>,
  action: Action,
  changes: readonly Change[],
): Promise<void> {
  const entries = changes.length > 0 ? changes : [null]
  const trails = Map.groupBy(entries, (change) => change?.businessId ?? tx.businessId)
  for (const [businessId, trail] of trails) {
    const rows = trail.map(
      (change) =>
        sql`(${businessId}, ${who.uid}, ${who.name}, ${origin.address}, ${origin.requestId}, ${action.name}, ${action.title},
          ${change?.record.kind}, ${change?.record.id}, ${change?.record.name}, ${change?.before}::jsonb, ${change?.after}::jsonb)`,
    )
    const insert = sql`
      insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title,
        record_kind, record_id, record_name, before, after)
      values ${join(rows)}`
    await (businessId === tx.businessId
      ? tx.commitWith(insert)
      : tx.asTenant(businessId, (own) => own.commitWith(insert)))
  }
}

/** Records what the clock did, which no request asked for. */
export const recordByTheClock = (tx: Transaction, action: Action, change: Change): Promise<void> =>
  recordAudit(tx, clock, { address: '', requestId: '' }, action, [change])
