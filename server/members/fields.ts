import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { MemberFields } from '#contract/member-fields.ts'
import type { Member } from '#contract/members.ts'

type Field = keyof MemberFields

// Where each field of the contract is kept.
const columnOf: Record<Field, string> = {
  MembershipNumber: 'membership_number',
  BadgeNumber: 'badge_number',
  CardNumber: 'card_number',
  MembershipType: 'membership_type',
  MemberLevel: 'member_level',
  Status: 'status',
  Title: 'title',
  FirstName: 'first_name',
  PreferredName: 'preferred_name',
  MiddleName: 'middle_name',
  LastName: 'last_name',
  BirthDate: 'birth_date',
  Gender: 'gender',
  Nationality: 'nationality',
  Occupation: 'occupation',
  DateJoined: 'date_joined',
  DateRenewed: 'date_renewed',
  DateFinancial: 'date_financial',
  DefaultAddress: 'default_address',
  HomeAddress: 'home_address',
  WorkAddress: 'work_address',
  PostalAddress: 'postal_address',
  DefaultContactDetails: 'default_contact',
  HomeContactDetails: 'home_contact',
  WorkContactDetails: 'work_contact',
  PostalContactDetails: 'postal_contact',
}
const fields = Object.keys(columnOf) as Field[]

/** The columns of all fields, and their values in the same order. */
export function columnsAndValues(member: MemberFields): { columns: Sql; values: Sql } {
  return {
    columns: join(fields.map((field) => raw(columnOf[field]))),
    values: join(fields.map((field) => sql`${stored(member[field])}`)),
  }
}

// An address or contact in which nothing is filled in is none.
function stored(value: MemberFields[Field]): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value).some((part) => part !== null && part !== false) ? JSON.stringify(value) : null
}

/** What differs between two states of a member, field by field; the parts of an address or contact by themselves. */
export function differences(before: Partial<Member>, after: Partial<Member>) {
  const [flatBefore, flatAfter] = [flat(before), flat(after)]
  const names = new Set([...Object.keys(flatBefore), ...Object.keys(flatAfter)])
  const changed = [...names].filter((name) => (flatBefore[name] ?? null) !== (flatAfter[name] ?? null))
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]))
  return { hasAny: changed.length > 0, before: pick(flatBefore), after: pick(flatAfter) }
}

function flat(member: Partial<Member>): Record<string, unknown> {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const value = member[field]
    if (typeof value !== 'object' || value === null) return [[field, value]]
    return Object.entries(value).map(([part, text]) => [`${field}.${part}`, text])
  })
  return Object.fromEntries(entries)
}
