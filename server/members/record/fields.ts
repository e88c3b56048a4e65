import sql, { join, raw, type Sql } from 'sql-template-tag'
import {
  isDayField,
  type MemberFieldName,
  memberFieldNames,
  type MemberFields,
} from '#contract/members/member-fields.ts'
import { Address, ContactDetails } from '#contract/members/members.ts'

/** Where a field of the contract is kept: under the same words, as SQL writes them. */
export function columnOf(field: MemberFieldName): string {
  const words = field.replace(/Details$/, '').split(/(?=[A-Z])/)
  return words.join('_').toLowerCase()
}

/** The columns of all fields, and their values in the same order. */
export function columnsAndValues(member: MemberFields): { columns: Sql; values: Sql } {
  return {
    columns: memberColumns,
    values: join(memberFieldNames.map((field) => sql`${stored(member[field])}`)),
  }
}

/** The columns of all fields, for statements about many members. */
export const memberColumns = join(memberFieldNames.map((field) => raw(columnOf(field))))

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
    memberFieldNames.map((field) => {
      const name = raw(`'${field}'`)
      if (field === 'DefaultAddress' || field === 'DefaultContactDetails')
        return sql`coalesce(${json} ->> ${name}, 'Home')`
      if (isDayField(field)) return sql`(${json} ->> ${name})::date`
      if (!/Address$|Details$/.test(field)) return sql`${json} ->> ${name}`
      const parts = field.endsWith('Address') ? emptyAddress : emptyContact
      return sql`case when jsonb_typeof(${json} -> ${name}) = 'object' then ${parts}::jsonb || (${json} -> ${name}) end`
    }),
  )
}

// An address or contact in which nothing is filled in is none.
function stored(value: MemberFields[MemberFieldName]): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value).some(Boolean) ? JSON.stringify(value) : null
}

type Values = Readonly<Record<string, unknown>>
export type Difference = { readonly before: Values; readonly after: Values }

/** What differs between two states of a member, field by field, or null; of an address or contact only the parts that do. */
export function difference(from: Partial<MemberFields>, to: Partial<MemberFields>): Difference | null {
  return compare(from, to, memberFieldNames)
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
