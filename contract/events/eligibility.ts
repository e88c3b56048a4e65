import type { ValueName } from '#contract/members/member-filter-words.ts'
import type { FilterName, FilterTerm, MemberFilter } from '#contract/members/member-filter.ts'

/** What a filter looks at of a member. */
export type MemberFacts = {
  readonly DateFinancial: string | null
  readonly BirthDate: string | null
  readonly Status: string | null
  readonly Gender: string | null
  readonly MemberLevel: string | null
  readonly MemberLevelDescription: string | null
  readonly MembershipType: string | null
  readonly MembershipTypeDescription: string | null
  readonly PointsBalance: number
}

/** Why a member doesn't meet the part of a filter that has this name, as a sentence: 'Unfinancial since 30 June.' */
export function whyNotEligible(
  name: FilterName,
  filter: MemberFilter,
  facts: MemberFacts,
  today: string,
  nameOf: ValueName = (_, value) => value,
): string {
  if (byDate.has(name)) return `${financial(facts.DateFinancial, today)}.`
  const terms = filter.filter((term) => term.name === name)
  if (name.startsWith('PointsBalance')) return `${points(terms, facts.PointsBalance)}.`
  if (name === 'BirthdayWithinDays')
    return facts.BirthDate
      ? `The birthday is ${monthDay.format(Date.parse(facts.BirthDate))}.`
      : 'No birth date.'
  const own = ownValue(name, facts)
  const wanted = terms
    .filter((term) => !term.isExcluded)
    .map(({ value }) => conditionInWords(name, value, nameOf))
  const has =
    own === null ? `No ${labels[name]}` : `The ${labels[name]} is ${conditionInWords(name, own, nameOf)}`
  return wanted.length > 0 ? `${has}, not ${orList(wanted)}.` : `${has}.`
}

/** What is asked of the financial date, whatever it is compared with. */
const byDate: ReadonlySet<FilterName> = new Set([
  'Financial',
  'Standing',
  'DueWithinDays',
  'LapsedWithinDays',
])

const labels: Partial<Record<FilterName, string>> = {
  Status: 'status',
  BirthMonth: 'month of birth',
  Gender: 'gender',
  MemberLevel: 'level',
  MemberLevelDescription: 'level',
  MembershipType: 'membership type',
  MembershipTypeDescription: 'membership type',
}

function financial(until: string | null, today: string): string {
  if (until === null) return 'Never financial'
  return until < today
    ? `Unfinancial since ${nearDay(until, today)}`
    : `Financial until ${nearDay(until, today)}`
}

/** A day of this year without the year, as people say it. */
function nearDay(date: string, today: string): string {
  return date.slice(0, 4) === today.slice(0, 4)
    ? monthDay.format(Date.parse(date))
    : longDay.format(Date.parse(date))
}

const monthDay = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })

function ownValue(name: FilterName, facts: MemberFacts): string | null {
  if (name === 'BirthMonth') return facts.BirthDate && String(Number(facts.BirthDate.slice(5, 7)))
  const value = facts[name as keyof MemberFacts]
  return value === null ? null : String(value)
}

function conditionInWords(name: FilterName, value: string, nameOf: ValueName): string {
  return name === 'BirthMonth' ? month.format(Date.UTC(2000, Number(value) - 1)) : nameOf(name, value)
}

const comparisons: Partial<Record<FilterName, string>> = {
  PointsBalanceEqualTo: 'equal to',
  PointsBalanceNotEqualTo: 'other than',
  PointsBalanceGreaterThan: 'more than',
  PointsBalanceLessThan: 'less than',
  PointsBalanceGreaterThanOrEqualTo: 'at least',
  PointsBalanceLessThanOrEqualTo: 'at most',
}

function points(terms: readonly FilterTerm[], balance: number): string {
  const wanted = terms.map(
    ({ name, value, isExcluded }) => `${isExcluded ? 'not ' : ''}${comparisons[name]} ${value}`,
  )
  return `The points balance is ${balance}, not ${orList(wanted)}`
}

function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}
