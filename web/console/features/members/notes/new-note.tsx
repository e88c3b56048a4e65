import { Alert, Checkbox, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { formDraftOf } from '#console/drafts/draft.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import { NewMemberNote, memberNotesApi } from '#contract/members/member-notes.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { takeOverSaved, useZodForm } from '#ui/form/zod-form.ts'
import styles from './member-notes.module.css'

const empty = { Text: '', IsPinned: false }

/** Writes a note on a member. */
export function NewNote({ memberId }: { memberId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(memberNotesApi.addMemberNote, {
    success: 'Note added.',
  })
  const { form, isSubmitting, failure, submit } = useZodForm({
    schema: NewMemberNote,
    initialValues: empty,
    onSubmit: async (body) => {
      const sent = form.getValues()
      const answer = await run({ params: { businessId, memberId }, body })
      if (answer.ok) takeOverSaved(form, sent, empty)
      return answer
    },
  })
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <LeaveQuestion isDirty={form.isDirty()} draft={formDraftOf('note', { form, isSaved: false })} />
      {failure && (
        <Alert color="red" p="sm">
          {failure}
        </Alert>
      )}
      <Textarea label="New note" autosize minRows={2} maxRows={8} {...form.getInputProps('Text')} />
      <div className={styles.foot}>
        <Checkbox label="Pin it" {...form.getInputProps('IsPinned', { type: 'checkbox' })} />
        <WorkingButton type="submit" size="xs" variant="default" isWorking={isSubmitting}>
          Add note
        </WorkingButton>
      </div>
    </form>
  )
}
