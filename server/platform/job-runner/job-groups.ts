import { type Lane, lanes, type Slots, type Task, type Tasks } from '#platform/jobs'

/** Tasks that share slots: those of one lane that wait for the same, or for nobody. */
export type JobGroup = {
  /** As in the names of those who work on it: `at_once`, `at_once-carriers`. */
  readonly name: string
  readonly lane: Lane
  readonly slots: number
  readonly tasks: Tasks
}

/** Every task in the one group that works on it. */
export function jobGroupsOf(tasks: Tasks, slots: Slots): JobGroup[] {
  const byName = Map.groupBy(Object.entries(tasks), ([, task]) => groupName(task))
  return [...byName].map(([name, entries]) => {
    const [, { lane }] = entries[0]!
    return { name, lane, slots: slots[lane], tasks: Object.fromEntries(entries) }
  })
}

const groupName = ({ lane, waitsFor }: Task) =>
  waitsFor === null ? lane : `${lane}-${waitsFor.replaceAll(' ', '-')}`

/** The group that also starts what recurs: one of them does, whatever there is. */
export function startsRecurring(groups: readonly JobGroup[]): JobGroup | undefined {
  return groups.toSorted((one, other) => lanes.indexOf(other.lane) - lanes.indexOf(one.lane))[0]
}
