import type pg from 'pg'

export type BeatOptions = {
  /** So often a process says that it lives, and looks for those that don't. */
  readonly beatMs: number
  /** Who has said nothing for so long is taken for dead. */
  readonly patienceMs: number
  /** What the database hasn't answered in this time it won't answer any more. */
  readonly silenceMs: number
}

/** What died is found within a minute: patience, and one more beat to look. An answer that doesn't come fits in, too. */
export const usualBeat: BeatOptions = { beatMs: 15_000, patienceMs: 45_000, silenceMs: 15_000 }

export type Beats = ReturnType<typeof beatsOn>

/** What the pools of all processes know of each other, by the clock of the database. */
export function beatsOn(pool: pg.Pool, { beatMs, patienceMs }: BeatOptions) {
  const patience = patienceMs / 1000
  const ask = askingBy(pool)
  return {
    /** Before it takes its first job: what it takes unknown to the others nobody would give back. */
    join: async (id: string) => {
      await ask(`delete from job_pool where greatest(beat_at, lost_at) < now() - interval '1 day'`, [])
      await ask(`insert into job_pool (id) values ($1)`, [id])
    },

    /** Says that these live; tells which of them were taken for dead. */
    beat: async (ids: readonly string[]): Promise<string[]> => {
      const known = await ask<{ id: string; isLost: boolean }>(
        `update job_pool set beat_at = now(),
           steady_since = case when beat_at < now() - make_interval(secs => $2) then now() else steady_since end
         where id = any($1) returning id, lost_at is not null as "isLost"`,
        [ids, patience],
      )
      const living = new Set(known.filter(({ isLost }) => !isLost).map(({ id }) => id))
      return ids.filter((id) => !living.has(id))
    },

    /**
     * Gives back the jobs of those that are dead. One who came back and fell silent again is so a second time. Who has fallen
     * silent since its own beat, as on a machine that was asleep, judges nobody.
     */
    giveBackOfDead: (ids: readonly string[]) =>
      ask(
        `with dead as (
           update job_pool set lost_at = now()
           where beat_at < now() - make_interval(secs => $2) and (lost_at is null or lost_at < beat_at)
             and exists (select from job_pool judge
               where judge.id = any($1) and judge.steady_since < now() - make_interval(secs => $2)
                 and judge.beat_at >= now() - make_interval(secs => $2))
           returning id
         ) select graphile_worker.force_unlock_workers(array[id]) from dead`,
        [ids, patience],
      ),

    /**
     * What recurs is due by the clock of whichever process comes first. One whose clock is ahead would have it done some time
     * in the future, and nobody else begin it until then, even when that process is long gone: it is due now.
     */
    setClockRight: async () => {
      await ask(nobodyWasAhead, [])
      await ask(nothingIsPutOff, [])
    },

    /** The jobs that the queue takes to be under way in these pools, and that aren't. */
    strays: (ids: readonly string[], underWay: readonly string[]) =>
      ask<{ id: string; poolId: string }>(
        `select id, locked_by as "poolId" from graphile_worker.jobs
         where locked_by = any($1) and locked_at < now() - make_interval(secs => $2) and id <> all($3::bigint[])`,
        [ids, beatMs / 1000, underWay],
      ),

    /** Once it works on nothing any more: what the queue still takes to be under way there is given back. */
    leave: (id: string) =>
      ask(
        `with gone as (delete from job_pool where id = $1)
         select graphile_worker.force_unlock_workers(array[$1])`,
        [id],
      ),
  }
}

const nobodyWasAhead = `
  update graphile_worker._private_known_crontabs set last_execution = now()
  where last_execution > now() + interval '1 minute'`
// One that failed waits for its next try.
const nothingIsPutOff = `
  update graphile_worker._private_jobs set run_at = now()
  where run_at > now() + interval '1 minute' and attempts = 0 and locked_at is null and payload -> '_cron' is not null`

function askingBy(pool: pg.Pool) {
  return async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> => {
    const client = await pool.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      client.release()
    }
  }
}
