import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import type { MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { passesApi, PassInvitationFields } from '#contract/passes/passes.ts'
import { InvitationContactFields, noContact } from '#parts/invitation-contact.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { notLoaded } from '#ui/form/why-not.ts'

const text = messages.passInvitation

/** Sends a member the invitation to a digital card, and says in its place that it was sent. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(passesApi.listPassesToSend, { params: { businessId } })
  const { run } = useAction(passesApi.inviteToPass, {
    success: text.sentToast,
    failure: text.failed,
  })
  const [chosenId, choose] = useState('')
  const designs = data?.Results ?? []
  const design = designs.find(({ PassConfigurationId }) => PassConfigurationId === chosenId) ?? designs[0]
  return (
    <FormModal
      title={text.title}
      submitLabel="Send"
      checksOnChange
      whyNot={design ? null : data ? 'There is no card to send.' : notLoaded(error)}
      done={text.sent}
      schema={PassInvitationFields}
      initialValues={noContact}
      onSubmit={async ({ MemberContactDetailsType: Value, ...contact }) => {
        if (!design) return { ok: false }
        const body = { ...contact, Value, PassConfigurationId: design.PassConfigurationId }
        return fieldsOf(await run({ params: { businessId, memberId: member.id }, body }))
      }}
      onClose={onClose}
      draft={keptAs(`invitation ${member.id}`, { chosen: [chosenId, choose] })}
    >
      {(form) => (
        <>
          <Text fw={600}>
            {member.FirstName} {member.LastName}
          </Text>
          {!data && error && (
            <ErrorState title={messages.members.formFailed} detail={error.message} onRetry={retry} />
          )}
          {!data && !error && <Skeleton height="16rem" />}
          {data && !design && <EmptyState text="There is no digital membership card to send yet." />}
          {design && <DesignField designs={designs} value={design.PassConfigurationId} onChoose={choose} />}
          {design && <InvitationContactFields form={form} member={member} />}
          {design && <WayInWords />}
        </>
      )}
    </FormModal>
  )
}

function WayInWords() {
  return (
    <Text size="sm" c="dimmed">
      It goes out as a text message, or as an e-mail where there is no mobile number.
    </Text>
  )
}

type DesignFieldProps = {
  designs: readonly { PassConfigurationId: string; DisplayName: string }[]
  value: string
  onChoose: (passConfigurationId: string) => void
}

/** Which of the business's digital cards is meant; its name where there is only one. */
export function DesignField({ designs, value, onChoose }: DesignFieldProps) {
  if (designs.length === 1) return <Text>{designs[0]?.DisplayName}</Text>
  return (
    <NativeSelect
      label="Card"
      data={designs.map(({ PassConfigurationId, DisplayName }) => ({
        value: PassConfigurationId,
        label: DisplayName,
      }))}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}
