import { Text } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { pointsApi, type PointsEntry } from '#contract/points/points.ts'
import { pointsInWords } from '#parts/points-text.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'

type Props = {
  params: { businessId: string; memberId: string; pointsTypeId: string }
  entry: PointsEntry
  onClose: () => void
}

/** Asks for a reason, and takes an entry back. */
export function ReverseDialog({ params, entry, onClose }: Props) {
  const { run } = useAction(pointsApi.reversePoints, {
    success: 'The entry was reversed.',
  })
  return (
    <FormModal
      title="Reverse Entry?"
      submitLabel="Reverse"
      size="sm"
      schema={pointsApi.reversePoints.body}
      initialValues={{ Reason: '' }}
      onSubmit={(body) => run({ params: { ...params, transactionId: entry.TransactionId }, body })}
      onClose={onClose}
      draft={keptAs(`reversal ${entry.TransactionId}`)}
    >
      {(form) => (
        <>
          <Text>
            {entry.Kind} of <strong>{pointsInWords(Math.abs(entry.Quantity))}</strong> by {entry.ActorName} on{' '}
            <DateText value={entry.At} />. It stays in the history, together with what takes it back.
          </Text>
          <ReasonField {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}
