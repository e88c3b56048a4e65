import { Textarea } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { type KeptReasons, RejectionReasons, reviewApi } from '#contract/requests/review.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

/** One on each line. */
const Lines = z
  .object({ Reasons: z.string() })
  .transform(({ Reasons }) => ({
    Reasons: Reasons.split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }))
  .pipe(RejectionReasons)

/** The reasons that requests are rejected for, to be changed. */
export function ReasonsDialog({ onClose }: { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(reviewApi.getRejectionReasons, { params: { businessId } })
  return data ? <Editor kept={data} onClose={onClose} /> : null
}

function Editor({ kept, onClose }: { kept: KeptReasons; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(reviewApi.saveRejectionReasons, { success: 'Reasons saved.' })
  return (
    <FormModal
      title="Reasons for rejecting requests"
      submitLabel="Save"
      schema={Lines}
      initialValues={{ Reasons: kept.Reasons.join('\n') }}
      onSubmit={(body) => run({ params: { businessId }, query: { revision: kept.Revision }, body })}
      onClose={onClose}
    >
      {(form) => (
        <Textarea
          label="Reasons"
          description="One on each line. What was rejected before keeps its reason."
          autosize
          minRows={6}
          maxRows={16}
          {...form.getInputProps('Reasons')}
        />
      )}
    </FormModal>
  )
}
