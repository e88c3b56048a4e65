import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { refreshQueries } from '#console/queries.ts'
import {
  accountStatusRules,
  cardStatusLabels,
  needsReason,
  type AccountStatusChange,
  type CardStatus,
} from '#contract/cards/card-status.ts'
import { Reason, cardsApi, type CardDetail } from '#contract/cards/cards.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'

const effects: Record<AccountStatusChange, string> = {
  active: 'The card can be used again.',
  inactive: 'The card can not be used until it is set to Active again. What is on it stays.',
  'lost-stolen': 'The card can not be used by whoever has it. What is on it stays.',
}

type Props = {
  card: CardDetail
  status: CardStatus
  change: AccountStatusChange
  onClose: () => void
}

/** Asks before the account of a card is turned off or on, and why where that has to be told. */
export function AccountStatusDialog({ card, status, change, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const client = useQueryClient()
  const { label, to } = accountStatusRules[change]
  const isReasonNeeded = needsReason(status, change)
  const { run } = useAction(cardsApi.setCardAccountStatus, {
    success: `The card is ${cardStatusLabels[to].toLowerCase()}.`,
    failure: 'The account status was not changed.',
  })
  return (
    <FormModal
      title={`${label}?`}
      submitLabel={label}
      size="sm"
      schema={z.object({ Reason: isReasonNeeded ? Reason : z.union([z.literal(''), Reason]) })}
      initialValues={{ Reason: '' }}
      onSubmit={async ({ Reason: reason }) => {
        const params = { businessId, cardId: card.CardId, status: change }
        const answer = await run({ params, body: reason === '' ? {} : { Reason: reason } })
        // Somebody else may have changed it: header, account and history show where it stands.
        if (!answer.ok) void refreshQueries(client, ['card'])
        return answer
      }}
      onClose={onClose}
      draft={keptAs(`${change} ${card.CardId}`)}
    >
      {(form) => (
        <>
          <p>{effects[change]}</p>
          <ReasonField
            required={isReasonNeeded}
            description={
              isReasonNeeded ? 'The card was lost or stolen: say why it works again.' : 'If you like.'
            }
            {...form.getInputProps('Reason')}
          />
        </>
      )}
    </FormModal>
  )
}
