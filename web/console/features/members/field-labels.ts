import type { Address, ContactDetails } from '#contract/members/members.ts'

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
