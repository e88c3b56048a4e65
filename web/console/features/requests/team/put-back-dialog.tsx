import { Text } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { PutBack, reviewApi } from '#contract/requests/review.ts'
import { NotifyField, usualWay } from '#features/requests/review/notify-field.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'

/** Has a rejected request decided on anew. */
export function PutBackDialog({ request, onClose }: { request: RequestDetail; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(reviewApi.putRequestBack, { success: 'The request is back.' })
  const wasGivenBack = request.Payments.some(({ State }) => State === 'Refunded')
  return (
    <FormModal
      title="Put the request back"
      submitLabel="Put back"
      schema={PutBack}
      initialValues={{ Reason: '', NotifyBy: usualWay(request) }}
      onSubmit={(body) => run({ params: { businessId, sessionId: request.SessionId }, body })}
      onClose={onClose}
      draft={keptAs(`putting back ${request.SessionId}`)}
    >
      {(form) => (
        <>
          <Text>
            {!request.OwesIfPutBack
              ? 'It waits for a decision again. The rejection stays in its history.'
              : wasGivenBack
                ? 'What was paid has been given back, so it waits for a payment first. Then it can be decided again.'
                : 'It isn’t paid, so it waits for a payment first. Then it can be decided again.'}
          </Text>
          <ReasonField {...form.getInputProps('Reason')} />
          <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
        </>
      )}
    </FormModal>
  )
}
