import type { AuditEntry } from './audit.ts'
import { toldDeeds } from './told-deeds.ts'

/** A part of a value: the whole of it, or one of a list's. `isChanged` where the other side doesn't have it. */
export type ValuePart = { readonly text: string; readonly isChanged: boolean }

/** A field that somebody changed; a side without parts was empty. */
export type FieldChange = {
  readonly field: string
  readonly before: readonly ValuePart[]
  readonly after: readonly ValuePart[]
}

type Sides = Pick<AuditEntry, 'Before' | 'After'>

/** The fields that differ, in words. A field within another is named by its way, lists are compared item by item. */
export function changesOf({ Before, After }: Sides): FieldChange[] {
  const before = new Map(flatten(Before ?? {}, []))
  const after = new Map(flatten(After ?? {}, []))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const from = before.get(field) ?? []
    const to = after.get(field) ?? []
    const isSame = from.length === to.length && from.every((text, i) => text === to[i])
    return isSame ? [] : [{ field, before: partsOf(from, to), after: partsOf(to, from) }]
  })
}

/** What somebody did, to be read after their name: 'changed the role of Robin Reception'. */
export function deedOf(entry: AuditEntry): string {
  const name = entry.RecordName ?? entry.RecordId
  const own = deeds[entry.Action]
  if (own) return own(name ?? '', entry)
  const told = name === null || isKeptBack(entry) ? null : toldDeeds[entry.Action]?.(name, entry)
  if (told) return told
  if (entry.RecordKind === exportKind) return `downloaded ‘${entry.Title}’`
  if (name === null) return `used ‘${entry.Title}’`
  const record = `the ${lowered(entry.RecordKind ?? 'record')} ${name}`
  if (entry.Before && entry.After) return changeOf(entry, record, name)
  if (entry.After) return `created ${record}`
  if (entry.Before) return `deleted ${record}`
  return `used ‘${entry.Title}’ on ${record}`
}

/** The kind of record that a file is which somebody took away. */
export const exportKind = 'Export'

/** What is said beside the name of a super administrator in the trail of a business. */
export const byAdministrator = 'super administrator of Hub'

// What people do without changing a field they know of.
const deeds: Record<string, (name: string, entry: AuditEntry) => string> = {
  refusedEntry: (name, { After }) =>
    `was refused to sign in${name && ` as ${name}`}: ${reasonIn(After)}${timesIn(After)}`,
  lockOut: (name, { After }) => `locked ${name} out: ${reasonIn(After)}${timesIn(After)}`,
  signIn: () => 'signed in',
  signInWithMicrosoft: () => 'signed in with Microsoft',
  signInWithPasskey: () => 'signed in with a passkey',
  finishSignIn: () => 'signed in with a second factor',
  makeRecoveryCodes: () => 'made new recovery codes',
  resetUserFactor: (name) => `reset the second factor of ${name}`,
  resetAdministratorFactor: (name) => `reset the second factor of ${name}`,
  signOut: () => 'signed out',
  requestReset: (name) => `asked for a new password for ${name}`,
  setPassword: () => 'set a password',
  linkMicrosoft: () => 'linked a Microsoft account',
  acceptWithMicrosoft: () => 'accepted the invitation with a Microsoft account',
  acceptWithPasskey: () => 'accepted the invitation with a passkey',
  inviteUser: (name, { Before }) =>
    Before
      ? `unlinked ${name} from Microsoft and invited them again`
      : `sent the invitation of ${name} again`,
  createAdministrator: (name) => `invited ${name} as a super administrator`,
  inviteAdministrator: (name, { Before }) =>
    Before
      ? `unlinked ${name} from Microsoft and invited them again`
      : `sent the invitation of ${name} again`,
  addPasskey: (_, entry) => `added the passkey ${namedIn(entry.After)}`,
  addAuthenticator: (_, entry) => `added the authenticator app ${namedIn(entry.After)}`,
  renameFactor: (_, entry) => `renamed their second factor ${namedIn(entry.Before)}`,
  removeFactor: (_, entry) => `removed their second factor ${namedIn(entry.Before)}`,
  // Whom it went to is withheld from those who may not read where people are reached.
  resendMessage: (name, { RecordName }) =>
    RecordName === null ? `sent the message ${name} again` : `sent the message to ${name} again`,
  letFallAway: () => 'let old records fall away',
  beginSupportVisit: (name, { After }) => `entered ${name}: ‘${textOf(After?.['Reason'])}’`,
  retryFailedJob: (name) => `had ‘${name}’ tried again`,
  retryFailedJobs: (name) => `had all failed ‘${name}’ tried again`,
  dropFailedJob: (name) => `dropped ‘${name}’, which had failed`,
}

const reasonIn = (side: AuditEntry['Before']) => lowered(textOf(side?.['Reason']))
const timesIn = (side: AuditEntry['Before']) => {
  const times = Number(side?.['Times'] ?? 1)
  return times > 1 ? `, ${times} times` : ''
}

const namedIn = (side: AuditEntry['Before']) =>
  Object.values(side ?? {})
    .map(String)
    .join(', ')

/** What stands for a value that the reader of an entry may not read: of a record that is new, there still, or gone. */
export const withheldWords = { created: 'set', changed: 'changed', deleted: 'removed' } as const

/** True for a word that stands for what may not be read. */
export function isWithheldWord(text: string): boolean {
  return Object.values<string>(withheldWords).includes(text)
}

/** What stands in the place of a name or an amount is none: nobody has given anything to ‘changed’. */
function isKeptBack({ After }: AuditEntry): boolean {
  return Object.values(After ?? {}).some((value) => typeof value === 'string' && isWithheldWord(value))
}

// Fields that say yes or no, and what turning each on and off is called.
const turns: Record<string, readonly [on: string, off: string]> = {
  Deleted: ['deleted', 'restored'],
  Disabled: ['disabled', 'enabled'],
  Enabled: ['enabled', 'disabled'],
  Retired: ['retired', 'brought back'],
  Revoked: ['revoked', 'allowed again'],
}

/** True for a field whose turning on or off is a deed of its own, and says nothing else of the record. */
export function saysYesOrNo(field: string): boolean {
  return Object.hasOwn(turns, field)
}

function changeOf(entry: AuditEntry, record: string, name: string): string {
  const changed = changesOf(entry).map((change) => change.field.split(step)[0] ?? '')
  const reasons = changed.filter((field) => isReason(field, entry))
  // Why it was done is no field of the record, unless it is all that was changed.
  const fields = new Set(
    reasons.length === changed.length ? changed : changed.filter((field) => !reasons.includes(field)),
  )
  const [field] = fields
  if (field === undefined) return `saved ${record} without a change`
  if (fields.size > 1) return `changed ${record}`
  const turn = turns[field]
  if (turn) return `${turn[entry.After?.[field] === true ? 0 : 1]} ${record}`
  return `changed the ${lowered(field)} of ${name}`
}

function isReason(field: string, { Before }: AuditEntry): boolean {
  return (field === 'Reason' || field === 'Note') && Before?.[field] === undefined
}

const yes = 'Yes'
const no = 'No'
const step = ' › '

function flatten(value: unknown, way: readonly string[]): [field: string, texts: string[]][] {
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...way, labelOf(key)]))
  if (Array.isArray(value) && value.some(isRecord))
    return value.flatMap((item, i) => flatten(item, [...way, itemName(item) ?? String(i + 1)]))
  const texts = [value].flat().map(textOf)
  return [[way.join(step), texts.filter((text) => text !== '')]]
}

function partsOf(texts: readonly string[], others: readonly string[]): ValuePart[] {
  return texts.map((text) => ({ text, isChanged: !others.includes(text) }))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? yes : no
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// Things in a list go by the first text they have: a name, a key. So one that moves up is still the same.
function itemName(item: unknown): string | undefined {
  return isRecord(item) ? Object.values(item).find((value) => typeof value === 'string') : undefined
}

/** A field's name in words: 'PointsToDollarRatio' is 'Points to dollar ratio'; what has spaces already is left alone. */
function labelOf(key: string): string {
  if (/\s/.test(key)) return key
  const [first = '', ...rest] = key.split(/(?<=[a-z\d])(?=[A-Z])/)
  return [first, ...rest.map(lowered)].join(' ')
}

// Not what is written in capitals: an ABN stays one.
function lowered(words: string): string {
  return /^[A-Z](?![A-Z])/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
