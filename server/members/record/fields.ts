import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { MemberFields } from '#contract/members/member-fields.ts'
import { Address, ContactDetails } from '#contract/members/members.ts'

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
    columns: memberColumns,
    values: join(fields.map((field) => sql`${stored(member[field])}`)),
  }
}

/** The columns of all fields, for statements about many members. */
export const memberColumns = join(fields.map((field) => raw(columnOf[field])))

const emptyAddress = JSON.stringify(
  Object.fromEntries(Object.keys(Address.shape).map((part) => [part, null])),
)
const emptyContact = JSON.stringify(
  Object.fromEntries(
    Object.keys(ContactDetails.shape).map((part) => [part, part.startsWith('Accepts') ? false : null]),
  ),
)

/** What goes into `memberColumns`, taken out of JSON that holds the fields that are filled in. */
export function fieldExpressions(json: Sql): Sql {
  return join(
    fields.map((field) => {
      const name = raw(`'${field}'`)
      if (field === 'DefaultAddress' || field === 'DefaultContactDetails')
        return sql`coalesce(${json} ->> ${name}, 'Home')`
      if (field.startsWith('Date') || field === 'BirthDate') return sql`(${json} ->> ${name})::date`
      if (!/Address$|Details$/.test(field)) return sql`${json} ->> ${name}`
      const parts = field.endsWith('Address') ? emptyAddress : emptyContact
      return sql`case when jsonb_typeof(${json} -> ${name}) = 'object' then ${parts}::jsonb || (${json} -> ${name}) end`
    }),
  )
}

// An address or contact in which nothing is filled in is none.
function stored(value: MemberFields[Field]): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value).some(Boolean) ? JSON.stringify(value) : null
}

type Values = Readonly<Record<string, unknown>>
export type Difference = { readonly before: Values; readonly after: Values }

/** What differs between two states of a member, field by field, or null; of an address or contact only the parts that do. */
export function difference(from: Partial<MemberFields>, to: Partial<MemberFields>): Difference | null {
  return compare(from, to, fields)
}

function compare(from: Values, to: Values, names: readonly string[]): Difference | null {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const name of names) {
    const [one, other] = [from[name], to[name]]
    if (isParts(one) || isParts(other)) {
      const parts = compare(partsOf(one), partsOf(other), Object.keys({ ...partsOf(one), ...partsOf(other) }))
      if (parts) [before[name], after[name]] = [parts.before, parts.after]
      // A box that was never ticked is as empty as one that is unticked.
    } else if (one !== other && (one || other)) {
      ;[before[name], after[name]] = [one ?? null, other ?? null]
    }
  }
  return Object.keys(after).length > 0 ? { before, after } : null
}

function isParts(value: unknown): value is Values {
  return typeof value === 'object' && value !== null
}

function partsOf(value: unknown): Values {
  return isParts(value) ? value : {}
}
