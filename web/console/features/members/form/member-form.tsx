import { Alert, Button } from '@mantine/core'
import { useRef } from 'react'
import { formDraftOf } from '#console/drafts/draft.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import { type MemberFields, NewMemberFields } from '#contract/members/member-fields.ts'
import { StickyBar } from '#ui/layout/sticky-bar.tsx'
import { TabSet } from '#ui/layout/tab-set.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm, type SubmitResult } from '#ui/form/zod-form.ts'
import { MemberAddressFields } from './address-fields.tsx'
import { MemberContactFields } from './contact-fields.tsx'
import { MemberDetailsFields } from './details-fields.tsx'
import { firstContacts } from './first-contact.tsx'
import { tabOf, useFormTab } from './form-tab.ts'
import styles from './member-form.module.css'
import type { MemberOptions } from './member-options.ts'
import type { MemberValues } from './member-values.ts'

type Props = {
  initialValues: MemberValues
  options: MemberOptions
  /** Of which state of the member this is. */
  revision?: number
  /** The venue of a member who has one. */
  venueName?: string
  /** Saves it, and leads on to where it can be seen. */
  onSave: (fields: MemberFields) => Promise<SubmitResult>
  onCancel: () => void
}

/** All there is to fill in of a member, on three tabs; of a new one, what is asked at a desk is on the first. Asks before changes are lost. */
export function MemberForm({ initialValues, options, revision, venueName, onSave, onCancel }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const isNew = venueName === undefined
  const tab = useFormTab(element, isNew ? firstContacts : [])
  const { form, isSubmitting, isSaved, failure, submit } = useZodForm({
    schema: NewMemberFields,
    initialValues,
    onSubmit: onSave,
    onWrong: tab.reveal,
  })
  const contents = {
    details: <MemberDetailsFields form={form} options={options} venueName={venueName} />,
    address: <MemberAddressFields form={form} />,
    contact: <MemberContactFields form={form} />,
  }
  const wrong = new Set(Object.keys(form.errors).map(tabOf))
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <LeaveQuestion isDirty={form.isDirty()} draft={formDraftOf('member', { form, isSaved }, revision)} />
      {failure && (
        <Alert color="red" p="sm" className={styles.failure}>
          {failure}
        </Alert>
      )}
      <TabSet
        label="Member"
        keepsAll
        current={tab.current}
        onChange={tab.change}
        tabs={tab.all.map(({ key, label }) => ({
          key,
          label,
          content: contents[key],
          isWrong: wrong.has(key),
        }))}
      />
      <StickyBar label="Save or cancel">
        <Button variant="default" onClick={onCancel} disabled={isSubmitting}>
          Cancel
        </Button>
        <WorkingButton type="submit" isWorking={isSubmitting}>
          Save
        </WorkingButton>
      </StickyBar>
    </form>
  )
}
