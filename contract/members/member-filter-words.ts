import { type FilterName, type FilterTerm, kindOf, type MemberFilter } from './member-filter.ts'

/** What people call a value: for an option's key its name. */
export type ValueName = (name: FilterName, value: string) => string

/** A filter as a sentence that says whom it leaves. */
export function filterInWords(filter: MemberFilter, nameOf: ValueName = (_, value) => value): string {
  const clauses = [...Map.groupBy(filter, partOf).values()].map((terms) => clauseOf(terms, nameOf))
  return clauses.length === 0 ? 'All members.' : `Members who ${allOf.format(clauses)}.`
}

const allOf = new Intl.ListFormat('en-AU', { type: 'conjunction' })
const anyOf = new Intl.ListFormat('en-AU', { type: 'disjunction' })

// The values of a name are said together, the excluded ones apart. Of a yes or no each exclusion stands for itself.
function partOf({ name, value, isExcluded }: FilterTerm): string {
  return [name, isExcluded, isExcluded && name === 'Financial' && value].join(' ')
}

function clauseOf(terms: readonly FilterTerm[], nameOf: ValueName): string {
  const { name, isExcluded } = terms[0]!
  if (name === 'Financial')
    return `are ${anyOf.format(terms.map(({ value }) => (isYes(value, isExcluded) ? 'financial' : 'not financial')))}`
  const values = anyOf.format(terms.map(({ value }) => conditionInWords(name, value, nameOf)))
  if (name === 'BirthMonth') return `${isExcluded ? "weren't" : 'were'} born in ${values}`
  return `${isExcluded ? "don't have" : 'have'} ${nouns[name]} ${values}`
}

const isYes = (value: string, isExcluded: boolean) => (value === 'true') !== isExcluded

const nouns: Readonly<Record<Exclude<FilterName, 'Financial' | 'BirthMonth'>, string>> = {
  Standing: 'the standing',
  DueWithinDays: 'a membership that runs out',
  LapsedWithinDays: 'a membership that lapsed',
  BirthdayWithinDays: 'their birthday',
  Status: 'the status',
  Gender: 'the gender',
  MemberLevel: 'the level',
  MemberLevelDescription: 'a level called',
  MembershipType: 'the membership type',
  MembershipTypeDescription: 'a membership type called',
  PointsBalanceEqualTo: 'a points balance of exactly',
  PointsBalanceNotEqualTo: 'a points balance other than',
  PointsBalanceGreaterThan: 'a points balance of more than',
  PointsBalanceLessThan: 'a points balance of less than',
  PointsBalanceGreaterThanOrEqualTo: 'a points balance of at least',
  PointsBalanceLessThanOrEqualTo: 'a points balance of at most',
}

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })
const figure = new Intl.NumberFormat('en-AU')

function conditionInWords(name: FilterName, value: string, nameOf: ValueName): string {
  const kind = kindOf(name)
  if (kind === 'month') return monthName.format(Date.UTC(2000, Number(value) - 1))
  if (kind === 'days') return daysInWords(name, value)
  return kind === 'points' ? figure.format(Number(value)) : nameOf(name, value)
}

/** A span of days, today among them, as it is said of what a name asks. */
export function daysInWords(name: FilterName, value: string): string {
  if (value === '1') return 'today'
  return `within ${name === 'LapsedWithinDays' ? 'the last ' : ''}${value} days`
}
