import { type MemberFieldName, type Place, places } from './member-fields.ts'

/** A field that a column of an imported file can fill: the way to it in `MemberFields`, and what people call it. */
export type ImportField = { readonly key: string; readonly label: string }

/** The column that says which venue a new member belongs to, by number or name. */
export const venueField = 'Venue'

// The first name is ours, as the export has it; the others are what other systems write over the same column.
type Names = readonly [label: string, ...others: string[]]
type OfAPlace = `${Place}${'Address' | 'ContactDetails'}`

const ownFields: Readonly<Record<Exclude<MemberFieldName, OfAPlace> | typeof venueField, Names>> = {
  MembershipNumber: [
    'Membership No',
    'Membership Number',
    'Member No',
    'Member Number',
    'Member ID',
    'Number',
  ],
  BadgeNumber: ['Badge No', 'Badge Number', 'Badge'],
  CardNumber: ['Card No', 'Card Number', 'Card'],
  Title: ['Title', 'Salutation', 'Prefix'],
  FirstName: ['First Name', 'Given Name', 'Given Names', 'Forename', 'First'],
  PreferredName: ['Preferred Name', 'Known As', 'Nickname', 'Preferred'],
  MiddleName: ['Middle Name', 'Middle Names', 'Middle'],
  LastName: ['Last Name', 'Surname', 'Family Name', 'Last'],
  BirthDate: ['Birth Date', 'Date of Birth', 'DOB', 'Birthday', 'Birthdate'],
  Gender: ['Gender', 'Sex'],
  Nationality: ['Nationality'],
  Occupation: ['Occupation', 'Job', 'Profession'],
  Status: ['Status', 'Member Status', 'Membership Status'],
  MemberLevel: ['Level', 'Member Level', 'Membership Level', 'Tier', 'Grade'],
  MembershipType: ['Membership Type', 'Type', 'Member Type', 'Category', 'Membership Category'],
  [venueField]: ['Venue', 'Venue No', 'Venue Name', 'Club', 'Site', 'Location'],
  DateJoined: ['Date Joined', 'Joined', 'Join Date', 'Joining Date', 'Member Since'],
  DateRenewed: ['Date Renewed', 'Renewed', 'Renewal Date', 'Last Renewed'],
  DateFinancial: [
    'Financial Date',
    'Date Financial',
    'Financial To',
    'Financial Until',
    'Expiry Date',
    'Expiry',
  ],
  DefaultAddress: ['Default Address'],
  DefaultContactDetails: ['Default Contact'],
}

const fieldsOfEachPlace: Readonly<Record<string, Names>> = {
  'ContactDetails.EmailAddress': ['Email', 'Email Address', 'E-mail Address', 'Mail'],
  'ContactDetails.MobileNumber': [
    'Mobile',
    'Mobile Number',
    'Mobile No',
    'Mobile Phone',
    'Cell',
    'Cell Phone',
  ],
  'ContactDetails.PhoneNumber': ['Phone', 'Phone Number', 'Phone No', 'Telephone', 'Landline'],
  'ContactDetails.AcceptsEmailMarketing': ['Accepts Email Marketing', 'Email Opt In', 'Email Marketing'],
  'ContactDetails.AcceptsMobileMarketing': ['Accepts Mobile Marketing', 'SMS Opt In', 'SMS Marketing'],
  'ContactDetails.AcceptsPhoneMarketing': ['Accepts Phone Marketing', 'Phone Opt In', 'Phone Marketing'],
  'Address.AddressLine1': ['Address Line 1', 'Address 1', 'Address', 'Street', 'Street Address'],
  'Address.AddressLine2': ['Address Line 2', 'Address 2', 'Unit'],
  'Address.Suburb': ['Suburb', 'City', 'Town', 'Locality'],
  'Address.State': ['State', 'Province', 'Region'],
  'Address.PostCode': ['Post Code', 'Postal Code', 'Zip', 'Zip Code'],
  'Address.Country': ['Country'],
}

type Named = ImportField & { readonly names: readonly string[] }

const named: readonly Named[] = [
  ...Object.entries(ownFields).map(([key, names]) => ({ key, label: names[0], names })),
  ...places.flatMap((place) =>
    Object.entries(fieldsOfEachPlace).map(([key, names]) => {
      const ofPlace = names.map((name) => `${place} ${name}`)
      // What isn't said to be of work or for post is of home.
      return place === 'Home'
        ? { key: place + key, label: names[0], names: [...names, ...ofPlace] }
        : { key: place + key, label: ofPlace[0] ?? key, names: ofPlace }
    }),
  ),
]

/** Every field that a column can fill, in the order in which people choose. */
export const importFields: readonly ImportField[] = named.map(({ key, label }) => ({ key, label }))

const labels = new Map(importFields.map(({ key, label }) => [key, label]))

/** What people call a field, by its way. */
export function importLabel(key: string): string {
  return labels.get(key) ?? key
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
const byName = new Map(named.flatMap(({ key, names }) => names.map((name) => [plain(name), key] as const)))

/** The field that each column probably fills, by its header; none twice. */
export function guessFields(headers: readonly string[]): (string | null)[] {
  const taken = new Set<string>()
  return headers.map((header) => {
    const key = byName.get(plain(header))
    if (key === undefined || taken.has(key)) return null
    taken.add(key)
    return key
  })
}
