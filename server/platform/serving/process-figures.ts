import type { Clock } from '#platform/clock'
import type { Replicas, ReplicaState } from '#platform/replicas'
import type { Figures } from './figures.ts'

const clockOffset = {
  name: 'hub_clock_offset_seconds',
  help: "How far the clock of this machine is ahead of the database's; behind it if negative.",
}

const lag = {
  name: 'hub_replica_lag_seconds',
  help: 'How old the figures of a replica are. Missing while nobody can tell.',
  label: 'replica',
}
const use = {
  name: 'hub_replica_used',
  help: '1 while a replica is read, 0 while it is away, too far behind, or follows no more.',
  label: 'replica',
}

/** Tells of a process's clock, and of the replicas as it sees them: connections, how far behind they are, whether they are read. */
export function watchProcess(figures: Figures, clock: Clock, replicas: Replicas): void {
  figures.watchAge(clockOffset, async () => {
    const off = clock.offMs()
    return off === null ? null : off / 1000
  })
  for (const [index, { pool, copies }] of replicas.databases.entries()) {
    const name = index === 0 ? 'replica' : `replica_${index + 1}`
    figures.watchPool(`${name}_calls`, pool)
    figures.watchPool(`${name}_copies`, copies)
  }
  const each = <Value>(of: (state: ReplicaState) => Value) =>
    Object.fromEntries(replicas.states().map((state) => [state.name, of(state)]))
  if (replicas.databases.length === 0) return
  figures.watchNumbers(lag, () => each(({ lagSeconds }) => lagSeconds))
  figures.watchNumbers(use, () => each(({ state }) => (state === 'Used' ? 1 : 0)))
}
