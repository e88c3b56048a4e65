import { type FilterName, kindOf, type MemberFilter } from '#contract/members/member-filter.ts'

/** One line of the dialog: what is compared, how, and with which values, of which there may be none yet. */
export type Condition = { name: FilterName; isExcluded: boolean; values: string[] }

/** What a condition can be about: each name of the query, but the six comparisons of points are one subject. */
export type Subject = { key: string; label: string; operators: readonly Operator[] }

/** A way to compare. Those that exist only to be read, as an exclusion of a comparison, aren't offered. */
export type Operator = { name: FilterName; isExcluded: boolean; label: string; isOffered: boolean }

const labels: Readonly<Partial<Record<FilterName, string>>> = {
  Financial: 'Financial',
  Standing: 'Standing',
  DueWithinDays: 'Membership runs out',
  LapsedWithinDays: 'Membership lapsed',
  BirthdayWithinDays: 'Birthday',
  Status: 'Status',
  BirthMonth: 'Birth month',
  Gender: 'Gender',
  MemberLevel: 'Level',
  MemberLevelDescription: 'Level description',
  MembershipType: 'Membership type',
  MembershipTypeDescription: 'Membership type description',
}

const comparisons: Readonly<Partial<Record<FilterName, string>>> = {
  PointsBalanceGreaterThanOrEqualTo: 'is at least',
  PointsBalanceGreaterThan: 'is more than',
  PointsBalanceLessThanOrEqualTo: 'is at most',
  PointsBalanceLessThan: 'is less than',
  PointsBalanceEqualTo: 'is exactly',
  PointsBalanceNotEqualTo: 'is other than',
}

const names = (words: Partial<Record<FilterName, string>>) => Object.entries(words) as [FilterName, string][]

/** Everything that members can be chosen by, in the order it is offered. */
export const subjects: readonly Subject[] = [
  ...names(labels).map(([name, label]) => ({
    key: name,
    label,
    operators: [
      { name, isExcluded: false, label: 'is', isOffered: true },
      { name, isExcluded: true, label: 'is not', isOffered: true },
    ],
  })),
  {
    key: 'PointsBalance',
    label: 'Points balance',
    operators: [
      ...names(comparisons).map(([name, label]) => ({ name, label, isExcluded: false, isOffered: true })),
      ...names(comparisons).map(([name, label]) => ({
        name,
        label: label.replace('is', 'is not'),
        isExcluded: true,
        isOffered: false,
      })),
    ],
  },
]

type Compared = Pick<Condition, 'name' | 'isExcluded'>

/** Whether two compare the same thing in the same way: a filter has one such condition at the most. */
export function isSameComparison(one: Compared, other: Compared): boolean {
  return one.name === other.name && one.isExcluded === other.isExcluded
}

/** What a condition is about, and how it compares. */
export function partsOfCondition(condition: Compared): { subject: Subject; operator: Operator } {
  for (const subject of subjects) {
    const operator = subject.operators.find((each) => isSameComparison(each, condition))
    if (operator) return { subject, operator }
  }
  throw new Error(`${condition.name} is the name of no subject`)
}

/** The ways to compare that no condition uses yet. */
export function freeOperators(subject: Subject, conditions: readonly Condition[]): Operator[] {
  return subject.operators.filter(
    (operator) =>
      operator.isOffered && !conditions.some((condition) => isSameComparison(condition, operator)),
  )
}

/** A filter as the lines of the dialog. */
export function conditionLinesOf(filter: MemberFilter): Condition[] {
  const conditions: Condition[] = []
  for (const { name, value, isExcluded } of filter) {
    const same = conditions.find((condition) => isSameComparison(condition, { name, isExcluded }))
    if (!same) conditions.push({ name, isExcluded, values: [value] })
    else if (!same.values.includes(value)) same.values.push(value)
  }
  return conditions
}

/** The filter that the lines make; a value that isn't given yet is left out. */
export function filterOf(conditions: readonly Condition[]): MemberFilter {
  return conditions.flatMap(({ name, isExcluded, values }) =>
    values.filter((value) => value !== '').map((value) => ({ name, value, isExcluded })),
  )
}

/** A line to be filled in: points are compared with a number, everything else with what is chosen. */
export function newCondition({ name, isExcluded }: Operator): Condition {
  return { name, isExcluded, values: kindOf(name) === 'points' ? [''] : [] }
}
