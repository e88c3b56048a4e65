import type { Member } from '#contract/members/members.ts'
import { moneyText } from '#contract/values/decimals.ts'
import { formatDay } from './pass-dates.ts'

/** What the dynamic data of a pass is taken from. */
export type PassSubject = {
  readonly member: Pick<
    Member,
    | 'MembershipNumber'
    | 'BadgeNumber'
    | 'CardNumber'
    | 'TitleDescription'
    | 'FirstName'
    | 'PreferredName'
    | 'MiddleName'
    | 'LastName'
    | 'BirthDate'
    | 'DateJoined'
    | 'DateRenewed'
    | 'DateFinancial'
    | 'StatusDescription'
    | 'MembershipTypeDescription'
    | 'MemberLevelDescription'
    | 'PointsBalance'
    | 'VenueName'
    | 'DefaultContactDetails'
  > &
    Record<`${Member['DefaultContactDetails']}ContactDetails`, Contact>
  readonly businessName: string
  /** What a scanner reads from the pass; none while it is only designed. */
  readonly couponCode: string
  /** The dollars in its purse. */
  readonly purseBalance: number
}
type Contact = Pick<
  NonNullable<Member['HomeContactDetails']>,
  'EmailAddress' | 'MobileNumber' | 'PhoneNumber'
> | null

type PassToken = {
  readonly name: string
  /** What it is, for people. */
  readonly label: string
  readonly sample: string
  /** Where it is stored. */
  readonly source: string
  readonly isDate?: true
  readonly of: (subject: PassSubject) => string | null
}

const points = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 })
const contactOf = ({ member }: PassSubject) => member[`${member.DefaultContactDetails}ContactDetails`]

const tokens = [
  {
    name: 'MembershipNumber',
    label: 'Membership number',
    sample: '10234',
    source: 'member.membership_number',
    of: ({ member }) => member.MembershipNumber,
  },
  {
    name: 'BadgeNumber',
    label: 'Badge number',
    sample: 'B5021',
    source: 'member.badge_number',
    of: ({ member }) => member.BadgeNumber,
  },
  {
    name: 'CardNumber',
    label: 'Card number',
    sample: '6035001023400017',
    source: 'member.card_number',
    of: ({ member }) => member.CardNumber,
  },
  {
    name: 'Title',
    label: 'Title',
    sample: 'Ms',
    source: 'option_list_item.value of member.title',
    of: ({ member }) => member.TitleDescription,
  },
  {
    name: 'FirstName',
    label: 'First name',
    sample: 'Alexandra',
    source: 'member.first_name',
    of: ({ member }) => member.FirstName,
  },
  {
    name: 'PreferredName',
    label: 'Preferred name, or the first',
    sample: 'Alex',
    source: 'member.preferred_name',
    of: ({ member }) => member.PreferredName ?? member.FirstName,
  },
  {
    name: 'MiddleName',
    label: 'Middle name',
    sample: 'Rose',
    source: 'member.middle_name',
    of: ({ member }) => member.MiddleName,
  },
  {
    name: 'LastName',
    label: 'Last name',
    sample: 'Nguyen',
    source: 'member.last_name',
    of: ({ member }) => member.LastName,
  },
  {
    name: 'FullName',
    label: 'First and last name',
    sample: 'Alexandra Nguyen',
    source: 'member.first_name, member.last_name',
    of: ({ member }) => `${member.FirstName} ${member.LastName}`,
  },
  {
    name: 'BirthDate',
    label: 'Birth date',
    sample: '1988-03-14',
    source: 'member.birth_date',
    isDate: true,
    of: ({ member }) => member.BirthDate,
  },
  {
    name: 'DateJoined',
    label: 'Date joined',
    sample: '2019-07-01',
    source: 'member.date_joined',
    isDate: true,
    of: ({ member }) => member.DateJoined,
  },
  {
    name: 'DateRenewed',
    label: 'Date renewed',
    sample: '2026-06-20',
    source: 'member.date_renewed',
    isDate: true,
    of: ({ member }) => member.DateRenewed,
  },
  {
    name: 'DateFinancial',
    label: 'Financial until',
    sample: '2027-06-30',
    source: 'member.date_financial',
    isDate: true,
    of: ({ member }) => member.DateFinancial,
  },
  {
    name: 'MembershipType',
    label: 'Membership type',
    sample: 'Ordinary',
    source: 'option_list_item.value of member.membership_type',
    of: ({ member }) => member.MembershipTypeDescription,
  },
  {
    name: 'MemberLevel',
    label: 'Member level',
    sample: 'Gold',
    source: 'option_list_item.value of member.member_level',
    of: ({ member }) => member.MemberLevelDescription,
  },
  {
    name: 'Status',
    label: 'Status',
    sample: 'Active',
    source: 'option_list_item.value of member.status',
    of: ({ member }) => member.StatusDescription,
  },
  {
    name: 'EmailAddress',
    label: 'Email address',
    sample: 'alex.nguyen@example.com',
    source: "the member's default contact",
    of: (subject) => contactOf(subject)?.EmailAddress ?? null,
  },
  {
    name: 'MobileNumber',
    label: 'Mobile number',
    sample: '+61412345678',
    source: "the member's default contact",
    of: (subject) => contactOf(subject)?.MobileNumber ?? null,
  },
  {
    name: 'PhoneNumber',
    label: 'Phone number',
    sample: '02 9555 0142',
    source: "the member's default contact",
    of: (subject) => contactOf(subject)?.PhoneNumber ?? null,
  },
  {
    name: 'PointsBalance',
    label: 'Points balance',
    sample: '1,250',
    source: 'member.points_balance',
    of: ({ member }) => points.format(member.PointsBalance),
  },
  {
    name: 'PurseBalance',
    label: "What is in the pass's purse",
    sample: '$25.00',
    source: 'ledger_account.balance of the pass',
    of: ({ purseBalance }) => moneyText(purseBalance),
  },
  {
    name: 'VenueName',
    label: 'Venue',
    sample: 'Main Clubhouse',
    source: 'venue.display_name',
    of: ({ member }) => member.VenueName,
  },
  {
    name: 'BusinessName',
    label: 'Business',
    sample: 'Harbourside Leagues Club',
    source: 'business.display_name',
    of: ({ businessName }) => businessName,
  },
  {
    name: 'CouponCode',
    label: "The pass's own code",
    sample: 'HB7K2Q9M4X',
    source: 'pass.coupon_code',
    of: ({ couponCode }) => couponCode,
  },
] as const satisfies readonly PassToken[]

export type PassTokenName = (typeof tokens)[number]['name']
/** What each piece of dynamic data is: dates as YYYY-MM-DD, missing ones empty. */
export type PassValues = Readonly<Record<PassTokenName, string>>

/** Every piece of dynamic data that a pass can show: the one list of it. */
export const passTokens: readonly (PassToken & { readonly name: PassTokenName })[] = tokens

const byName = new Map<string, PassToken>(passTokens.map((token) => [token.name, token]))

/** The token of this name, or nothing. */
export function passTokenOf(name: string): PassToken | undefined {
  return byName.get(name)
}

const valuesBy = (value: (token: PassToken) => string) =>
  Object.fromEntries(passTokens.map((token) => [token.name, value(token)])) as PassValues

/** Made-up values, to see a design with. */
export const sampleValues: PassValues = valuesBy(({ sample }) => sample)

/** The values of a member's pass. */
export function passValuesOf(subject: PassSubject): PassValues {
  return valuesBy((token) => token.of(subject) ?? '')
}

const written = /\{(\w*)\}/g

/** The names of the dynamic data that a text uses, as they are written, known or not. */
export function tokensIn(text: string): string[] {
  return [...text.matchAll(written)].map((match) => match[1] ?? '')
}

/** The text with its dynamic data filled in, dates by the format; what is unknown stays as it is written. */
export function resolveText(text: string, values: PassValues, dateFormat?: string | null): string {
  return text.replaceAll(written, (whole, name: string) => {
    const token = byName.get(name)
    if (!token) return whole
    const value = values[token.name as PassTokenName]
    return token.isDate ? formatDay(value, dateFormat ?? undefined) : value
  })
}
