import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database.ts'
import type { Who } from '#platform/who.ts'

/** The transaction of a merge or its undo, and whose it is. */
export type MergeCall = { readonly db: Transaction; readonly who: Who }

/** Who a merge is between. */
export type MergePair = { readonly survivorId: string; readonly otherId: string }

/**
 * How something that belongs to members moves when two of them are merged. A module that has such rows brings its own
 * step, which app.ts hands to `memberMergeRoutes`.
 */
export type MergeStep<Moved = unknown> = {
  /** What is kept under this name is what `undo` gets: it never changes. */
  readonly name: string
  /** What follows, for people: 'Notes'. */
  readonly label: string
  /** How much of it a member has. */
  count(db: Queries, memberId: string): Promise<number>
  /** Moves what is the other's to the survivor, and tells what that was, in JSON. */
  move(call: MergeCall, pair: MergePair): Promise<Moved>
  /** Puts back what was moved, and leaves alone what has come since. */
  undo(call: MergeCall, pair: MergePair, moved: Moved): Promise<void>
}

/** Notes follow: whoever reads those of the survivor should read them all. */
export const mergeNotes: MergeStep<string[]> = {
  name: 'notes',
  label: 'Notes',
  count: async (db, memberId) => {
    const { count } = await db.one<{ count: number }>(sql`
      select count(*) as count from member_note where business_id = ${db.businessId} and member_id = ${memberId}`)
    return count
  },
  move: async ({ db }, { survivorId, otherId }) => {
    const moved = await db.rows<{ id: string }>(sql`
      update member_note set member_id = ${survivorId}
      where business_id = ${db.businessId} and member_id = ${otherId} returning id::text as id`)
    return moved.map(({ id }) => id)
  },
  undo: async ({ db }, { survivorId, otherId }, moved) => {
    await db.run(sql`
      update member_note set member_id = ${otherId}
      where business_id = ${db.businessId} and member_id = ${survivorId} and id = any(${moved}::bigint[])`)
  },
}

/** The history follows by itself: that of the survivor tells that of those who were merged into it, too. */
export const mergeHistory: MergeStep<null> = {
  name: 'history',
  label: 'Changes in the history',
  count: async (db, memberId) => {
    const { count } = await db.one<{ count: number }>(sql`
      select count(*) as count from member_change where business_id = ${db.businessId} and member_id = ${memberId}`)
    return count
  },
  move: async () => null,
  undo: async () => undefined,
}
