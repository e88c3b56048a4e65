import type { ContactDetails } from '#contract/members/members.ts'

/** Contact details in which nothing is filled in. */
export const noDetails: ContactDetails = {
  EmailAddress: null,
  MobileNumber: null,
  PhoneNumber: null,
  AcceptsPhoneMarketing: false,
  AcceptsMobileMarketing: false,
  AcceptsEmailMarketing: false,
}
