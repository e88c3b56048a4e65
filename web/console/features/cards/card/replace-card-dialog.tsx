import { NativeSelect, Radio, Stack, Textarea } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { refreshQueries, useRead } from '#console/queries.ts'
import { cardProgramsApi } from '#contract/cards/card-programs.ts'
import { cardReplacementApi, type Delivery, lossReasons } from '#contract/cards/card-replacement.ts'
import type { CardDetail } from '#contract/cards/cards.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

const row = cardReplacementApi.replaceCard

type Props = { card: CardDetail; onClose: () => void }

/** Asks what has become of a card and how the new one comes, and says what will happen. */
export function ReplaceCardDialog({ card, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const client = useQueryClient()
  const whyNotPlastic = useWhyNotPlastic(card)
  const { run } = useAction(row, { success: 'Card replaced.', failure: 'The card was not replaced.' })
  return (
    <FormModal
      title="Replace Card"
      submitLabel="Replace card"
      danger
      schema={row.body}
      initialValues={initialValues}
      onSubmit={async (body) => {
        const answer = await run({ params: { businessId, cardId: card.CardId }, body })
        // Somebody else may have been faster: the page shows where the card stands.
        if (!answer.ok) void refreshQueries(client, ['card'])
        return answer
      }}
      onClose={onClose}
      draft={keptAs(`replacement ${card.CardId}`)}
    >
      {(form) => (
        <>
          <p>
            This card of {card.FirstName} {card.LastName} stops working at once, for good. All that is on it
            goes on to the new one, at no cost; so does what a till still holds or gives back.
          </p>
          <NativeSelect label="Reason" required data={lossReasons} {...form.getInputProps('Reason')} />
          <Radio.Group label="Delivery of the new card" required {...form.getInputProps('Delivery')}>
            <Stack gap="xs" mt={4}>
              <Radio value="Digital" label="Digital" description={digitalWords} />
              <Radio
                value="Plastic"
                label="Plastic"
                disabled={whyNotPlastic !== null}
                description={whyNotPlastic ?? plasticWords}
              />
            </Stack>
          </Radio.Group>
          <Textarea label="Note" autosize minRows={2} maxRows={6} {...form.getInputProps('Note')} />
        </>
      )}
    </FormModal>
  )
}

const initialValues = { Reason: 'Lost' as const, Delivery: 'Digital' as Delivery, Note: '' }

const digitalWords = 'A link to activate it is sent at once, to the mobile number or e-mail address on file.'
const plasticWords =
  'It is ordered to the address on file. The money waits on this card until the new one is posted.'

/** Why a plastic card can't take its place; null if one can. */
function useWhyNotPlastic({ MemberId, CardProgramId }: CardDetail): string | null {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(cardProgramsApi.listCardPrograms, { params: { businessId } })
  const program = data?.Results.find((each) => each.CardProgramId === CardProgramId)
  if (MemberId === null) return 'Only members are posted plastic cards.'
  if (data && !program?.IsPhysicalEnabled) return 'This card program has no plastic cards.'
  if (program?.IsRetired) return 'This card program is retired: no more of its cards are ordered.'
  return program ? null : 'One moment…'
}
