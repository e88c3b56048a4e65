import { Alert, NativeSelect, Textarea } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { useRead } from '#console/queries.ts'
import { formDraftOf } from '#console/drafts/draft.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { NewRequestNote, reviewApi } from '#contract/requests/review.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { takeOverSaved, useZodForm } from '#ui/form/zod-form.ts'
import { Facts } from '#ui/layout/facts.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './team.module.css'

type Props = { request: RequestDetail }

/** Whose a request is, and what colleagues wrote on it. The applicant sees none of it. */
export function TeamPanel({ request }: Props) {
  const mayDecide = useMay(reviewApi.addRequestNote)
  const { AssignedTo, Notes } = request
  if (!mayDecide && !AssignedTo && Notes.length === 0) return null
  return (
    <Panel title="Among colleagues">
      <div className={styles.panel}>
        {mayDecide ? (
          <Assignee request={request} />
        ) : (
          <Facts facts={[['Assigned to', AssignedTo?.DisplayName]]} />
        )}
        {Notes.length > 0 && (
          <ul className={styles.notes} aria-label="Notes">
            {Notes.map(({ At, Text, ActorName }) => (
              <li key={`${At} ${Text}`}>
                <p className={styles.text}>{Text}</p>
                <p className={styles.by}>
                  {ActorName} · <DateText value={At} withTime />
                </p>
              </li>
            ))}
          </ul>
        )}
        {mayDecide && <NewNote request={request} />}
      </div>
    </Panel>
  )
}

function Assignee({ request: { SessionId: sessionId, AssignedTo } }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(reviewApi.listDeciders, { params: { businessId } })
  const { run, isRunning } = useAction(reviewApi.assignRequest, {
    success: 'Assigned.',
    failure: 'The request could not be assigned.',
  })
  const people = [...(data?.Results ?? [])]
  // Who may decide no more still has it until somebody else does.
  if (AssignedTo && !people.some(({ Uid }) => Uid === AssignedTo.Uid)) people.push(AssignedTo)
  return (
    <NativeSelect
      label="Assigned to"
      value={AssignedTo?.Uid ?? ''}
      data={[
        { value: '', label: 'Nobody' },
        ...people.map(({ Uid, DisplayName }) => ({ value: Uid, label: DisplayName })),
      ]}
      disabled={isRunning}
      onChange={({ currentTarget: { value } }) =>
        void run({ params: { businessId, sessionId }, body: { Uid: value || null } })
      }
    />
  )
}

const empty = { Text: '' }

function NewNote({ request: { SessionId: sessionId } }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(reviewApi.addRequestNote, { success: 'Note added.' })
  const { form, isSubmitting, failure, submit } = useZodForm({
    schema: NewRequestNote,
    initialValues: empty,
    onSubmit: async (body) => {
      const sent = form.getValues()
      const answer = await run({ params: { businessId, sessionId }, body })
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
      <div>
        <WorkingButton type="submit" size="xs" variant="default" isWorking={isSubmitting}>
          Add note
        </WorkingButton>
      </div>
    </form>
  )
}
