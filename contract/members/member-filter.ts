import { z } from 'zod'
import { memberStandings } from './standing.ts'

/**
 * The member filter query: repeatable name=value pairs, '!' before a value excludes it. Values of one name are
 * OR-ed, names are AND-ed. One parser and one printer serve the dialog, lists, events and the server.
 */

export const filterNames = [
  'Financial',
  'Standing',
  'DueWithinDays',
  'LapsedWithinDays',
  'BirthdayWithinDays',
  'Status',
  'BirthMonth',
  'Gender',
  'MemberLevel',
  'MemberLevelDescription',
  'MembershipType',
  'MembershipTypeDescription',
  'PointsBalanceEqualTo',
  'PointsBalanceNotEqualTo',
  'PointsBalanceGreaterThan',
  'PointsBalanceLessThan',
  'PointsBalanceGreaterThanOrEqualTo',
  'PointsBalanceLessThanOrEqualTo',
] as const
export type FilterName = (typeof filterNames)[number]

/** What the values of a name look like. */
export type FilterKind = 'yes-no' | 'standing' | 'days' | 'option' | 'month' | 'points'

export function kindOf(name: FilterName): FilterKind {
  if (name === 'Financial') return 'yes-no'
  if (name === 'Standing') return 'standing'
  if (name.endsWith('WithinDays')) return 'days'
  if (name === 'BirthMonth') return 'month'
  return name.startsWith('PointsBalance') ? 'points' : 'option'
}

/** One pair of the query. */
export type FilterTerm = { readonly name: FilterName; readonly value: string; readonly isExcluded: boolean }
export type MemberFilter = readonly FilterTerm[]

/** What is wrong with a query, and where in its text. */
export type FilterError = { readonly message: string; readonly from: number; readonly to: number }

export type ParsedFilter = { readonly filter: MemberFilter; readonly errors: readonly FilterError[] }

/** So many different pairs can a query have. */
const mostTerms = 50

/**
 * Reads a query; every pair that is wrong is an error that names it, the others are in the filter. What is said twice counts
 * once. Too many are an error, too, but are kept: one that was stored before there was a limit means what it meant.
 */
export function parseFilter(text: string): ParsedFilter {
  const terms = new Map<string, FilterTerm>()
  const errors: FilterError[] = []
  let tooMany: FilterError | null = null
  let from = text.startsWith('?') ? 1 : 0
  for (const pair of text.slice(from).split('&')) {
    const to = from + pair.length
    if (pair.trim() !== '') {
      const term = termOf(pair)
      if (typeof term === 'string') errors.push({ message: term, from, to })
      else terms.set(printFilter([term]), term)
      if (terms.size > mostTerms)
        tooMany ??= {
          message: `A filter can have ${mostTerms} conditions at the most.`,
          from,
          to: text.length,
        }
    }
    from = to + 1
  }
  return { filter: [...terms.values()], errors: tooMany ? [...errors, tooMany] : errors }
}

function termOf(pair: string): FilterTerm | string {
  const cut = pair.indexOf('=')
  const written = decode(cut < 0 ? pair : pair.slice(0, cut)).trim()
  const name = filterNames.find((known) => known.toLowerCase() === written.toLowerCase())
  if (!name) return `There is no filter named '${written}'.`
  const raw = cut < 0 ? '' : pair.slice(cut + 1).trim()
  // Before decoding: a value that itself begins with '!' is written %21.
  const isExcluded = raw.startsWith('!')
  const given = decode(isExcluded ? raw.slice(1) : raw).trim()
  const value = normal(name, given)
  if (value !== null) return { name, value, isExcluded }
  return given === ''
    ? `${name} needs a value.`
    : `'${given}' is not a value of ${name}${hints[kindOf(name)]}.`
}

const hints: Readonly<Record<FilterKind, string>> = {
  'yes-no': ': write true or false',
  standing: `: write ${memberStandings.join(', ')}`,
  days: ': write a number of days, 1 to 366',
  month: ': write the number of a month, 1 to 12',
  points: ': write a number with two decimals at the most',
  option: '',
}

/** The one spelling of a value, or null if the name has no such value. */
function normal(name: FilterName, value: string): string | null {
  const kind = kindOf(name)
  if (kind === 'yes-no') return /^(true|false)$/i.test(value) ? value.toLowerCase() : null
  if (kind === 'standing')
    return memberStandings.find((known) => known.toLowerCase() === value.toLowerCase()) ?? null
  if (kind === 'days')
    return /^0*[1-9]\d{0,2}$/.test(value) && Number(value) <= 366 ? String(Number(value)) : null
  if (kind === 'month') return /^(0?[1-9]|1[0-2])$/.test(value) ? String(Number(value)) : null
  if (kind === 'points') return /^-?\d{1,12}(\.\d{1,2})?$/.test(value) ? String(Number(value)) : null
  return value === '' || value.length > 100 || /[\p{Cc}\p{Cs}]/u.test(value) ? null : value
}

/** Writes a filter as a query; `parseFilter` reads back the very same. */
export function printFilter(filter: MemberFilter): string {
  return filter
    .map(
      ({ name, value, isExcluded }) =>
        `${name}=${isExcluded ? '!' : ''}${encodeURIComponent(value).replaceAll('!', '%21')}`,
    )
    .join('&')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** So long can a query be. */
export const longestFilter = 4000

// A query of nothing but mistakes isn't answered with as many sentences.
const mostNamed = 10

/** Every mistake of a query in its own sentence, one after the other. */
function errorsInWords(errors: readonly FilterError[]): string {
  const named = errors.slice(0, mostNamed).map(({ message }) => message)
  const more = errors.length - named.length
  return [...named, ...(more > 0 ? [`${more} more of its pairs are wrong.`] : [])].join(' ')
}

export const filterTooLong = `A filter can have ${longestFilter} characters at the most.`

/** A filter query as input: its text goes in, the filter comes out, and every mistake in it is named. */
export const FilterQuery = z
  .string()
  .max(longestFilter, filterTooLong)
  .transform((text, context) => {
    const { filter, errors } = parseFilter(text)
    if (errors.length > 0) context.addIssue({ code: 'custom', message: errorsInWords(errors) })
    // It is kept as it is printed, which may be longer, and has to be read again.
    else if (printFilter(filter).length > longestFilter)
      context.addIssue({ code: 'custom', message: filterTooLong })
    return filter
  })
