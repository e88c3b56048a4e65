import { NativeSelect, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useMe } from '#console/session.ts'
import { Place, places } from '#contract/members/member-fields.ts'
import { membersApi, type MemberListItem } from '#contract/members/members.ts'
import { EmailField } from './email-field.tsx'
import { MobileField } from './mobile-field.tsx'

/** What a form that invites a member holds of how they are reached. */
export type ContactValues = {
  MemberContactDetailsType: Place
  MobileNumber?: string | null | undefined
  EmailAddress?: string | null | undefined
}

type Props<Values extends ContactValues> = { form: UseFormReturnType<Values>; member: MemberListItem }

/** Which of the member's contact details are meant, and what they are: both can be corrected. */
export function ContactFields<Values extends ContactValues>({ form, member }: Props<Values>) {
  const areKept = isOpenTo(useMe(), membersApi.updateMember.access, useBusiness().LicencedHubProducts)
  // One of the two is needed: what is written in the one says whether the other is missing.
  const propsOf = (name: 'MobileNumber' | 'EmailAddress', other: typeof name) => {
    const { onChange, ...props } = form.getInputProps(name)
    const change = (value: unknown) => {
      onChange(value)
      form.validateField(other)
    }
    return { ...props, onChange: change }
  }
  return (
    <>
      <NativeSelect
        label="Contact type"
        data={[...places]}
        value={form.values.MemberContactDetailsType}
        onChange={(event) => {
          form.setValues(contactOf(member, Place.parse(event.currentTarget.value)) as Partial<Values>)
          form.clearErrors()
        }}
      />
      <MobileField {...propsOf('MobileNumber', 'EmailAddress')} />
      <EmailField label="Email address" {...propsOf('EmailAddress', 'MobileNumber')} />
      <Text size="sm" c="dimmed">
        {areKept
          ? 'Changed contact details will be saved.'
          : 'You can’t edit members: what you change here is not saved, and the contacts on file are told.'}
      </Text>
    </>
  )
}

/** What is stored of one of a member's contact details: those at home, unless others are chosen. */
export function contactOf(member: MemberListItem, place: Place = 'Home'): ContactValues {
  const details = member[`${place}ContactDetails`]
  return {
    MemberContactDetailsType: place,
    MobileNumber: details?.MobileNumber ?? '',
    EmailAddress: details?.EmailAddress ?? '',
  }
}
