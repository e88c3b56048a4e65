import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import sql from 'sql-template-tag'
import type { InstallationState, installationApi } from '#contract/jobs/installation.ts'
import type { Call } from '#platform/call'
import type { Clock } from '#platform/clock'
import { type Database, noTenant, type Queries } from '#platform/database'
import type { Replicas } from '#platform/replicas'
import { type Settings, version } from '#platform/settings'

const beatMs = 60_000
// One that missed a few beats is gone.
const goneAfterMinutes = 5

/** Has the others know that this process is at work, and how its clock is, until it ends. */
export function keepBeat(
  database: Database,
  { role, backups }: Pick<Settings, 'role' | 'backups'>,
  clock: Clock,
) {
  const db = database.forTenant(noTenant)
  const processId = randomUUID()
  const name = `${hostname()} (${process.pid})`
  // While the database is away nobody could read it either.
  const beat = () =>
    db
      .run(
        sql`with gone as (
              delete from process_beat
              where beat_at < now() - make_interval(mins => ${goneAfterMinutes}) and process_id <> ${processId})
            insert into process_beat (process_id, name, role, version, clock_off_ms, takes_backups)
            values (${processId}, ${name}, ${role}, ${version}, ${clock.offMs()}, ${backups !== undefined})
            on conflict (process_id) do update set clock_off_ms = excluded.clock_off_ms,
              takes_backups = excluded.takes_backups, beat_at = now()`,
      )
      .catch(() => 0)
  let beating = beat()
  const timer = setInterval(() => void (beating = beat()), beatMs).unref()
  return {
    /** Resolves once the others know of it. */
    begun: () => beating,
    close: async () => {
      clearInterval(timer)
      await beating
      await db.run(sql`delete from process_beat where process_id = ${processId}`).catch(() => 0)
    },
  }
}

const isAlive = sql`beat_at >= now() - make_interval(mins => ${goneAfterMinutes})`

/** Whether there are processes that do jobs, and none of them takes backups; one that doesn't say might. */
export async function nobodyTakesBackups(db: Queries): Promise<boolean> {
  const { isNobody } = await db.one<{ isNobody: boolean }>(sql`
    select coalesce(bool_and(takes_backups is false), false) as "isNobody"
    from process_beat where ${isAlive} and role in ('worker', 'all')`)
  return isNobody
}

/** The processes of the installation as they told of themselves, and the replicas as this one sees them. */
export function installationRoutes(replicas: Replicas) {
  return {
    getInstallationState: async ({
      db,
    }: Call<typeof installationApi.getInstallationState>): Promise<InstallationState> => ({
      Processes: await db.rows(sql`
        select name as "Name", role as "Role", version as "Version", clock_off_ms / 1000 as "ClockOffSeconds"
        from process_beat where ${isAlive} order by name`),
      Replicas: replicas.states().map(({ name, state, lagSeconds }) => ({
        Name: name,
        State: state,
        LagSeconds: lagSeconds,
      })),
    }),
  }
}
