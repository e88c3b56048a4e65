import type { z } from 'zod'
import type { MemberFields } from '#contract/members/member-fields.ts'
import type { Address, ContactDetails } from '#contract/members/members.ts'

/** What people call the fields of a member. */
export const labels = {
  MembershipNumber: 'Membership No.',
  BadgeNumber: 'Badge Number',
  CardNumber: 'Card Number',
  MembershipType: 'Membership Type',
  MemberLevel: 'Member Level',
  Status: 'Status',
  Title: 'Title',
  FirstName: 'First Name',
  PreferredName: 'Preferred Name',
  MiddleName: 'Middle Name',
  LastName: 'Last Name',
  BirthDate: 'Birth Date',
  Gender: 'Gender',
  Nationality: 'Nationality',
  Occupation: 'Occupation',
  DateJoined: 'Date Joined',
  DateRenewed: 'Date Renewed',
  DateFinancial: 'Date Financial',
  DefaultAddress: 'Default Address',
  HomeAddress: 'Home Address',
  WorkAddress: 'Work Address',
  PostalAddress: 'Postal Address',
  DefaultContactDetails: 'Default Contact',
  HomeContactDetails: 'Home Contact',
  WorkContactDetails: 'Work Contact',
  PostalContactDetails: 'Postal Contact',
} as const satisfies Record<keyof z.infer<typeof MemberFields>, string>

/** The lines of an address. */
export const addressLabels = {
  AddressLine1: 'Address Line 1',
  AddressLine2: 'Address Line 2',
  Suburb: 'Suburb',
  State: 'State',
  PostCode: 'Post Code',
  Country: 'Country',
} as const satisfies Record<keyof Address, string>

/** The ways to reach somebody, and what they want to be reached for. */
export const contactLabels = {
  EmailAddress: 'Email',
  MobileNumber: 'Mobile',
  PhoneNumber: 'Phone',
  AcceptsEmailMarketing: 'Accepts e-mail marketing',
  AcceptsMobileMarketing: 'Accepts mobile marketing',
  AcceptsPhoneMarketing: 'Accepts phone marketing',
} as const satisfies Record<keyof ContactDetails, string>
