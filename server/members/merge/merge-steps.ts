import sql, { empty, type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'

/** The transaction of a merge or its undo, and whose it is. */
export type MergeCall = { readonly db: Transaction; readonly who: Who }

/** Who a merge is between. */
export type MergePair = { readonly survivorId: string; readonly otherId: string }
/** The same when it is undone, and when they were made one. */
export type MergedPair = MergePair & { readonly mergedAt: string }

/**
 * How something that belongs to members moves when two of them are merged. A module that has such rows brings its own
 * step, which app.ts hands to `memberMergeRoutes`.
 */
export type MergeStep<Moved = unknown> = {
  /** What is kept under this name is what `undo` gets: it never changes. */
  readonly name: string
  /** What follows, for people: 'Notes'. */
  readonly label: string
  /** How much of a member's would follow. */
  count(db: Queries, memberId: string, survivorId: string): Promise<number>
  /** What people should know of it before: lines beside the count, which may say why the two can't be merged. */
  remarks?(db: Queries, pair: MergePair): Promise<{ Label: string; Count: number }[]>
  /** Moves what is the other's to the survivor, and tells what that was, in JSON. */
  move(call: MergeCall, pair: MergePair): Promise<Moved>
  /** Puts back what was moved, and leaves alone what has come since. */
  undo(call: MergeCall, pair: MergedPair, moved: Moved): Promise<void>
}

type Following = Pick<MergeStep, 'name' | 'label'> & {
  /** The table, whose rows name their member in `member_id`. */
  readonly table: Sql
  /** What tells its rows apart within the business, as text. */
  readonly id: Sql
  /** The condition on a row `r` under which it follows, where not all of them can. */
  readonly follows?: (pair: MergePair) => Sql
}

/** A step for rows that need nothing but another member's id. */
export function rowsThatFollow({ name, label, table, id, follows }: Following): MergeStep {
  const ofMember = (db: Queries, memberId: string) =>
    sql`r.business_id = ${db.businessId} and r.member_id = ${memberId}`
  const following = (db: Queries, pair: MergePair) =>
    sql`${ofMember(db, pair.otherId)} ${follows ? sql`and ${follows(pair)}` : empty}`
  return {
    name,
    label,
    count: async (db, otherId, survivorId) => {
      const { count } = await db.one<{ count: number }>(sql`
        select count(*) as count from ${table} r where ${following(db, { otherId, survivorId })}`)
      return count
    },
    move: async ({ db }, pair) => {
      const moved = await db.rows<{ id: string }>(sql`
        update ${table} r set member_id = ${pair.survivorId}
        where ${following(db, pair)} returning ${id} as id`)
      return moved.map((row) => row.id)
    },
    undo: async ({ db }, { survivorId, otherId }, moved) => {
      await db.run(sql`
        update ${table} r set member_id = ${otherId}
        where ${ofMember(db, survivorId)} and ${id} = any(${moved})`)
    },
  }
}

/** Whoever reads the survivor's notes should read them all. */
export const mergeNotes = rowsThatFollow({
  name: 'notes',
  label: 'Notes',
  table: sql`member_note`,
  id: sql`r.id::text`,
})

/** A photo follows a member who has none; where both have one, the other's is kept for an undo, and then erased. */
export const mergePhotos = rowsThatFollow({
  name: 'photo',
  label: 'Photo',
  table: sql`member_photo`,
  id: sql`r.photo_id`,
  follows: ({ survivorId }) => sql`not exists (
    select from member_photo own where own.business_id = r.business_id and own.member_id = ${survivorId})`,
})

/** The history follows by itself: that of the survivor tells that of those who were merged into it, too. */
export const mergeHistory: MergeStep = {
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
