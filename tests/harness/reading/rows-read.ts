import sql from 'sql-template-tag'
import type { TestHub } from '#tests/hub.ts'

/** Counts rows and entries of indexes that a hub with so many connections reads. */
export function rowsRead(hub: TestHub, connections: number) {
  /** How many it has read so far: each connection is held until all of them are, and tells when it is let go. */
  async function soFar(): Promise<number> {
    const all = Promise.withResolvers<void>()
    let held = 0
    const tell = () =>
      hub.database.transaction('harbourside', async (tx) => {
        await tx.rows(sql`select pg_stat_force_next_flush()`)
        held += 1
        if (held === connections) all.resolve()
        await all.promise
      })
    await Promise.all(Array.from({ length: connections }, tell))
    // What the tests have looked up themselves is told before, not as part of what a call reads.
    await hub.owner.query('select pg_stat_force_next_flush()')
    const { rows } = await hub.owner.query<{ n: string }>(`
      select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes) as n`)
    return Number(rows[0]!.n)
  }

  /** How many of them work reads. */
  async function by(work: () => Promise<unknown>): Promise<number> {
    const before = await soFar()
    await work()
    return (await soFar()) - before
  }

  /** How many of them work reads that was done once before: what is kept for the next call is read the first time. */
  async function secondTime(work: () => Promise<unknown>): Promise<number> {
    await work()
    return by(work)
  }

  return { soFar, by, secondTime }
}
