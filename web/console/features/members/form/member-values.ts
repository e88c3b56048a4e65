import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import {
  isDayField,
  type MemberFields,
  type OptionalFieldName,
  optionalFieldNames,
} from '#contract/members/member-fields.ts'
import type { Address, ContactDetails, Member } from '#contract/members/members.ts'

/** A member as the form holds it: an empty field is an empty text. */
export type MemberValues = z.input<typeof MemberFields>

/** The values that a form starts with, of a member or of what is known of a new one. */
export function memberValuesOf(member: Partial<Member>): MemberValues {
  const optional = Object.fromEntries(
    optionalFieldNames.map((field) => [field, member[field] ?? (isDayField(field) ? null : '')]),
  ) as Record<OptionalFieldName, string | null>
  return {
    ...optional,
    MembershipType: member.MembershipType ?? '',
    FirstName: member.FirstName ?? '',
    LastName: member.LastName ?? '',
    DefaultAddress: member.DefaultAddress ?? 'Home',
    HomeAddress: addressValues(member.HomeAddress),
    WorkAddress: addressValues(member.WorkAddress),
    PostalAddress: addressValues(member.PostalAddress),
    DefaultContactDetails: member.DefaultContactDetails ?? 'Home',
    HomeContactDetails: contactValues(member.HomeContactDetails),
    WorkContactDetails: contactValues(member.WorkContactDetails),
    PostalContactDetails: contactValues(member.PostalContactDetails),
  }
}

/** An address as the form holds it. */
export function addressValues(address: Address | null | undefined) {
  return {
    AddressLine1: address?.AddressLine1 ?? '',
    AddressLine2: address?.AddressLine2 ?? '',
    Suburb: address?.Suburb ?? '',
    State: address?.State ?? '',
    PostCode: address?.PostCode ?? '',
    Country: address?.Country ?? '',
  }
}

function contactValues(contact: ContactDetails | null | undefined) {
  return {
    EmailAddress: contact?.EmailAddress ?? '',
    MobileNumber: contact?.MobileNumber ?? '',
    PhoneNumber: contact?.PhoneNumber ?? '',
    AcceptsPhoneMarketing: contact?.AcceptsPhoneMarketing ?? false,
    AcceptsMobileMarketing: contact?.AcceptsMobileMarketing ?? false,
    AcceptsEmailMarketing: contact?.AcceptsEmailMarketing ?? false,
  }
}

/** What a part of the form is given. */
export type FieldsProps = { form: UseFormReturnType<MemberValues> }
