import { places, type MemberFields } from '#contract/members/member-fields.ts'
import { memberLabels as labels } from '#contract/members/member-labels.ts'
import type { Difference, Pick } from '#parts/conflict/differences.ts'
import { addressLabels, contactLabels } from '#features/members/field-labels.ts'

type Field = keyof MemberFields

// What is decided as one: a field, an address as a whole, each way to reach somebody.
type Unit = {
  key: string
  label: string
  textIn: (member: MemberFields) => string
  field: Field
  part?: string
}

const addresses = places.map((place) => `${place}Address` as const)
const contacts = places.map((place) => `${place}ContactDetails` as const)
const isPlain = (field: string) => !/^(Home|Work|Postal)(Address|ContactDetails)$/.test(field)

const units: readonly Unit[] = [
  ...(Object.keys(labels) as Field[]).filter(isPlain).map((field) => ({
    key: field,
    label: labels[field],
    field,
    textIn: (member: MemberFields) => textOf(member[field]),
  })),
  ...addresses.map((field) => ({
    key: field,
    label: labels[field],
    field,
    textIn: (member: MemberFields) =>
      keysOf(addressLabels)
        .map((line) => textOf(member[field]?.[line]))
        .filter(Boolean)
        .join(', '),
  })),
  ...contacts.flatMap((field) =>
    keysOf(contactLabels).map((part) => ({
      key: `${field}.${part}`,
      label: `${labels[field]}: ${contactLabels[part]}`,
      field,
      part,
      textIn: (member: MemberFields) => textOf(member[field]?.[part] || null),
    })),
  ),
]

/** The fields on which my save and theirs differ, both having started from `base`. */
export function differencesOf(base: MemberFields, mine: MemberFields, theirs: MemberFields): Difference[] {
  return units
    .map((unit) => {
      const [was, own, other] = [unit.textIn(base), unit.textIn(mine), unit.textIn(theirs)]
      const suggested: Pick = (own === was && 'theirs') || (other === was && 'mine') || ''
      return { key: unit.key, label: unit.label, mine: own, theirs: other, suggested }
    })
    .filter(({ mine: own, theirs: other }) => own !== other)
}

/** My save with those fields as they have them. */
export function memberWithTheirs(
  mine: MemberFields,
  theirs: MemberFields,
  keys: ReadonlySet<string>,
): MemberFields {
  const merged: Record<string, unknown> = structuredClone(mine)
  for (const { key, field, part } of units) {
    if (!keys.has(key)) continue
    if (part === undefined) merged[field] = theirs[field]
    else merged[field] = { ...Object(merged[field]), [part]: Object(theirs[field])[part] }
  }
  return merged as MemberFields
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : ''
}

function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record) as Key[]
}
