import { Modal, Textarea } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { type KeptReasons, RejectionReasons, reviewApi } from '#contract/requests/review.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
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

const title = 'Reasons for rejecting requests'

/** The reasons that requests are rejected for, to be changed. */
export function ReasonsDialog({ onClose }: { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(reviewApi.getRejectionReasons, { params: { businessId } })
  return data ? <Editor kept={data} onClose={onClose} /> : <Waiting error={error} {...{ retry, onClose }} />
}

type WaitingProps = { error: { message: string } | null; retry: () => void; onClose: () => void }

function Waiting({ error, retry, onClose }: WaitingProps) {
  return (
    <Modal opened onClose={onClose} title={title}>
      {error ? (
        <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
      ) : (
        <Skeleton height="12rem" />
      )}
    </Modal>
  )
}

function Editor({ kept, onClose }: { kept: KeptReasons; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(reviewApi.saveRejectionReasons, { success: 'Reasons saved.' })
  return (
    <FormModal
      title={title}
      isNext
      submitLabel="Save"
      schema={Lines}
      initialValues={{ Reasons: kept.Reasons.join('\n') }}
      onSubmit={(body) => run({ params: { businessId }, query: { revision: kept.Revision }, body })}
      onClose={onClose}
      draft={keptAs('reasons', { revision: kept.Revision })}
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
