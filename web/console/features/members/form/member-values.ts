import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import type { MemberFields } from '#contract/members/member-fields.ts'
import type { Address, ContactDetails, Member } from '#contract/members/members.ts'

/** A member as the form holds it: an empty field is an empty text. */
export type MemberValues = z.input<typeof MemberFields>

/** The values that a form starts with, of a member or of what is known of a new one. */
export function valuesOf(member: Partial<Member>): MemberValues {
  return {
    MembershipNumber: member.MembershipNumber ?? '',
    BadgeNumber: member.BadgeNumber ?? '',
    CardNumber: member.CardNumber ?? '',
    MembershipType: member.MembershipType ?? '',
    MemberLevel: member.MemberLevel ?? '',
    Status: member.Status ?? '',
    Title: member.Title ?? '',
    FirstName: member.FirstName ?? '',
    PreferredName: member.PreferredName ?? '',
    MiddleName: member.MiddleName ?? '',
    LastName: member.LastName ?? '',
    BirthDate: member.BirthDate ?? null,
    Gender: member.Gender ?? '',
    Nationality: member.Nationality ?? '',
    Occupation: member.Occupation ?? '',
    DateJoined: member.DateJoined ?? null,
    DateRenewed: member.DateRenewed ?? null,
    DateFinancial: member.DateFinancial ?? null,
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
