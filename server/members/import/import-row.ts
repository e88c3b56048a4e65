import { notOffered, type OptionListName, optionLists } from '#contract/business/option-lists.ts'
import { venueClosed } from '#contract/business/venues.ts'
import { venueField } from '#contract/members/import-fields.ts'
import { NewMemberFields, places } from '#contract/members/member-fields.ts'
import { messages } from '#contract/messages.ts'
import { parseDate } from '#contract/values/parse-date.ts'
import { inSentences } from '#contract/words/in-sentences.ts'
import { cleaned } from '#platform/formats'

/** Sentences by field. */
export type Sentences = Record<string, string>
export type Given = Record<string, unknown>

/** What a row of a file says about a member. */
export type RowReading = {
  /** The fields it fills, as the form would store them. */
  readonly fields: Given
  readonly venueNo: string | null
  /** Why it is refused. */
  readonly problems: Sentences | null
  /** What it lacks: that refuses it, too, unless it is of a member who has it. */
  readonly needs: Sentences | null
}

/** What a business offers, by key and by description in small letters. */
export type Offer = {
  readonly options: ReadonlyMap<OptionListName, ReadonlyMap<string, { key: string; isRetired: boolean }>>
  readonly venues: ReadonlyMap<string, OfferedVenue>
}

/** A venue that a row may name. To one that is closed nobody is added, while those who belong to it may be changed. */
export type OfferedVenue = { readonly no: string; readonly name: string; readonly isOpen: boolean }

/** Reads rows whose columns fill these fields, by the rules of the form. */
export function rowReader(
  mapping: readonly (string | null)[],
  offer: Offer,
  venueForAll: string | null,
): (cells: readonly string[]) => RowReading {
  const columns = mapping.flatMap((field, i) =>
    field === null ? [] : [{ i, field, path: field.split('.'), read: readerOf(field, offer) }],
  )
  return (cells) => {
    const given: Given = {}
    const problems: Sentences = {}
    const needs: Sentences = {}
    for (const { i, field, path, read } of columns) {
      const text = cleaned(cells[i] ?? '')
      if (text === '') continue
      const { value, problem, need } = read(text)
      if (problem) problems[field] = problem
      if (need) needs[field] = need
      put(given, path, value)
    }
    const { [venueField]: venue = venueForAll, ...filled } = given
    if (venue === null) needs[venueField] = messages.members.venueRequired
    const fields = checked(filled, problems, needs)
    return { fields, venueNo: venue as string | null, problems: orNull(problems), needs: orNull(needs) }
  }
}

/** Checks what is given by the form's schema. What the form requires and the row doesn't give is a need. */
function checked(given: Given, problems: Sentences, needs: Sentences): Given {
  const parsed = NewMemberFields.safeParse(given, inSentences)
  if (parsed.success) return partOf(parsed.data, given)
  let isWrong = false
  for (const { path, message } of parsed.error.issues) {
    const isGiven = path[0] !== undefined && given[String(path[0])] !== undefined
    isWrong ||= isGiven
    const sentences = isGiven ? problems : needs
    sentences[path.join('.')] ??= message
  }
  if (isWrong) return given
  const filledUp = { ...Object.fromEntries(Object.keys(needs).map((field) => [field, '-'])), ...given }
  // What it lacks has kept its dates from being compared.
  const whole = NewMemberFields.safeParse(filledUp, inSentences)
  if (whole.success) return partOf(whole.data, given)
  for (const { path, message } of whole.error.issues) problems[path.join('.')] ??= message
  return given
}

/** Of the whole only what is given: a member keeps what a file says nothing about. */
function partOf(whole: object, given: Given): Given {
  const values = whole as Given
  const part: Given = {}
  for (const [name, value] of Object.entries(given))
    part[name] = isGroup(value) ? partOf(values[name] as object, value) : values[name]
  return part
}

/** An address or a contact, which has fields of its own. */
function isGroup(value: unknown): value is Given {
  return typeof value === 'object' && value !== null
}

type Reading = { value?: unknown; problem?: string; need?: string }

function readerOf(field: string, { options, venues }: Offer): (text: string) => Reading {
  if (field === venueField)
    return (text) => {
      const venue = venues.get(text.toLowerCase())
      if (!venue) return { value: null, problem: 'There is no such venue.' }
      return { value: venue.no, ...(!venue.isOpen && { need: venueClosed(venue.name) }) }
    }
  const list = optionLists.find((name) => name === field)
  if (list)
    return (text) => {
      const option = options.get(list)?.get(text.toLowerCase())
      if (!option) return { problem: notOffered(text) }
      return { value: option.key, ...(option.isRetired && { need: notOffered(text) }) }
    }
  if (dates.has(field)) return readDay
  if (field.includes('.Accepts')) return readFlag
  return field.startsWith('Default') ? readPlace : (text) => ({ value: text })
}

const dates = new Set(['BirthDate', 'DateJoined', 'DateRenewed', 'DateFinancial'])

function readDay(text: string): Reading {
  const day = parseDate(withoutTime(text))
  return day === null ? { problem: `'${text}' is not a date.` } : { value: day }
}

function withoutTime(text: string): string {
  return text.replace(/[ T]\d\d?:\d\d.*$/, '')
}

function readFlag(text: string): Reading {
  if (/^(y|yes|true|1|x|on)$/i.test(text)) return { value: true }
  return /^(n|no|false|0|off)$/i.test(text) ? { value: false } : { problem: 'Enter yes or no.' }
}

function readPlace(text: string): Reading {
  const place = places.find((name) => name.toLowerCase() === text.toLowerCase())
  return place ? { value: place } : { problem: 'Enter Home, Work or Postal.' }
}

function put(into: Given, [name = '', part]: readonly string[], value: unknown): void {
  if (value === undefined) return
  if (part === undefined) into[name] = value
  else if (isGroup(into[name])) into[name][part] = value
  else into[name] = { [part]: value }
}

function orNull(sentences: Sentences): Sentences | null {
  return Object.keys(sentences).length > 0 ? sentences : null
}
