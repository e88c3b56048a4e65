import { Text } from '@mantine/core'
import { fieldsOf, useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { passPurseApi, PurseToPoints, type PurseEntry } from '#contract/passes/pass-purse.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'
import { formatMoney } from '#ui/text/format.ts'

type Props = {
  params: { businessId: string; memberId: string; invitationId: string }
  entry: PurseEntry
  onClose: () => void
}

/** Asks for a reason, and turns the money of a transfer back into the points that it was. */
export function BackToPointsDialog({ params, entry, onClose }: Props) {
  const { run } = useAction(passPurseApi.transferPassToPoints, {
    success: 'The points are back.',
    failure: 'The transfer was not taken back.',
  })
  const { TransactionId } = entry
  return (
    <FormModal
      title="Back to Points?"
      submitLabel="Back to points"
      size="sm"
      schema={PurseToPoints.pick({ Reason: true })}
      initialValues={{ Reason: '' }}
      onSubmit={async (body) => fieldsOf(await run({ params, body: { ...body, TransactionId } }))}
      onClose={onClose}
      draft={keptAs(`back to points ${TransactionId}`)}
    >
      {(form) => (
        <>
          <Text>
            The <strong>{formatMoney(entry.Amount)}</strong> that {entry.ActorName} transferred on{' '}
            <DateText value={entry.At} /> leave the purse, and become the points again that they were. This
            can be done once.
          </Text>
          <ReasonField {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}
