import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { formDraftOf } from '#console/drafts/draft.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import { pageHref } from '#contract/console-paths.ts'
import { cardOrdersApi, orderFieldsOf, type CardOrder } from '#contract/orders/card-orders.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { messages } from '#contract/messages.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm, type SubmitResult } from '#ui/form/zod-form.ts'
import { CardsInHand, useCardsInHand } from './cards-in-hand.tsx'
import { CardDetailsFields } from './details-fields.tsx'
import { bodyOf, fieldErrorsOf, detailsValuesOf } from './details-values.ts'
import { useKeepOrder } from './keep-order.ts'
import { useSecondCardQuestion } from './second-card-question.tsx'
import type { WizardWay } from './wizard-place.ts'
import { WizardSteps } from './wizard-steps.tsx'
import styles from './wizard.module.css'

const text = messages.cardOrders

type Props = {
  program: CardProgram
  order: CardOrder
  way: WizardWay
  /** The order stands otherwise than was thought: it is to be read again. */
  onOutdated: () => void
}

/** The second step: who the card is for, where it goes and what is on it. */
export function DetailsStep({ program, order, way, onOutdated }: Props) {
  const { save, refusal } = useSaveDetails(order, way, onOutdated)
  const inHand = useCardsInHand(order)
  const { isMeant, question } = useSecondCardQuestion(order, inHand)
  const { form, isSubmitting, isSaved, submit } = useZodForm({
    schema: orderFieldsOf(program),
    initialValues: detailsValuesOf(order),
    // What is known of the member may not do for a card.
    checksUnchanged: true,
    onSubmit: async (fields) => ((await isMeant()) ? save(bodyOf(fields)) : { ok: false, errors: {} }),
  })
  return (
    <>
      <WizardSteps step={2} />
      <LeaveQuestion
        isDirty={form.isDirty() && !isSubmitting}
        draft={formDraftOf(`order ${order.OrderId}`, { form, isSaved })}
      />
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <ChosenMember order={order} />
        <CardsInHand inHand={inHand} />
        {refusal && (
          <Alert color="red" role="alert" title={text.detailsFailed}>
            {refusal}
          </Alert>
        )}
        <CardDetailsFields form={form} program={program} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={way.restart} disabled={isSubmitting}>
            {text.cancel}
          </Button>
          <WorkingButton type="submit" isWorking={isSubmitting}>
            {text.confirmDetails}
          </WorkingButton>
        </div>
      </form>
      {question}
    </>
  )
}

function useSaveDetails(order: CardOrder, way: WizardWay, onOutdated: () => void) {
  const { BusinessId: businessId } = useBusiness()
  const keep = useKeepOrder()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { run } = useAction(cardOrdersApi.saveCardOrderDetails)

  async function save(body: ReturnType<typeof bodyOf>): Promise<SubmitResult> {
    setRefusal(null)
    const params = { businessId, memberId: order.MemberId, orderId: order.OrderId }
    const answer = await run({ params, body })
    if (answer.ok) {
      keep(answer.data)
      way.goSaved({ step: 3 })
      return { ok: true }
    }
    setRefusal(answer.message)
    if (answer.status === 409) onOutdated()
    return { ok: false, errors: fieldErrorsOf(answer.errors) }
  }
  return { save, refusal }
}

/** The member as they were found, whatever the card is to say. */
function ChosenMember({ order: { MemberId, MemberDetails } }: { order: CardOrder }) {
  const { BusinessId: businessId } = useBusiness()
  const canOpen = useCanOpen('member')
  return (
    <p className={styles.member}>
      <strong>
        {MemberDetails.FirstName} {MemberDetails.LastName}
      </strong>
      <span>Membership number {MemberDetails.MembershipNumber ?? '-'}</span>
      {canOpen && (
        <a
          className={styles.link}
          href={pageHref('member', { businessId, memberId: MemberId })}
          target="_blank"
          rel="noopener"
          aria-label="View the member (opens in a new tab)"
        >
          View
        </a>
      )}
    </p>
  )
}
