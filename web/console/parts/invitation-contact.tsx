import { NativeSelect, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useLayoutEffect } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { Place, places } from '#contract/members/member-fields.ts'
import { type MemberContacts, membersApi, type MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { EmailField } from './email-field.tsx'
import { MobileField } from './mobile-field.tsx'

/** What a form that invites a member holds of how they are reached. */
export type ContactValues = {
  MemberContactDetailsType: Place
  MobileNumber?: string | null | undefined
  EmailAddress?: string | null | undefined
}

/** What such a form begins with: the member's own come with the fields. */
export const noContact: ContactValues = {
  MemberContactDetailsType: 'Home',
  MobileNumber: '',
  EmailAddress: '',
}

type Form<Values> = { form: UseFormReturnType<Values> }

/**
 * Which of the member's contact details are meant, and what they are: both can be corrected. A member's page knows them, a
 * list has to ask.
 */
export function InvitationContactFields<Values extends ContactValues>({
  form,
  member,
}: Form<Values> & { member: MemberListItem }) {
  const { BusinessId: businessId } = useBusiness()
  const known = isReached(member) ? member : null
  const { data, error, retry } = useRead(
    membersApi.getMemberContacts,
    known ? null : { params: { businessId, memberId: member.id } },
  )
  const contacts = known ?? data
  if (contacts) return <FilledContactFields form={form} contacts={contacts} />
  return error ? (
    <ErrorState title={messages.members.formFailed} detail={error.message} onRetry={retry} />
  ) : (
    <Skeleton height="12rem" />
  )
}

function isReached(member: MemberListItem): member is MemberListItem & MemberContacts {
  return 'DefaultContactDetails' in member
}

function FilledContactFields<Values extends ContactValues>({
  form,
  contacts,
}: Form<Values> & { contacts: MemberContacts }) {
  // Once, when they come: what is typed later, or was restored before, stays and counts as a change.
  useLayoutEffect(() => {
    const { MobileNumber, EmailAddress } = form.getValues()
    if (MobileNumber || EmailAddress) return
    const values = { ...form.getValues(), ...contactOf(contacts, 'Home') }
    form.setValues(values)
    form.resetDirty(values)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
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
          form.setValues(contactOf(contacts, Place.parse(event.currentTarget.value)) as Partial<Values>)
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

/** What is stored of one of a member's contact details. */
function contactOf(contacts: MemberContacts, place: Place): ContactValues {
  const details = contacts[`${place}ContactDetails`]
  return {
    MemberContactDetailsType: place,
    MobileNumber: details?.MobileNumber ?? '',
    EmailAddress: details?.EmailAddress ?? '',
  }
}
