import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { CounterPayment, counterApi, Discount } from '#contract/payments/counter.ts'
import { counterMethods, paymentWords as words } from '#contract/payments/payment-words.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'
import { formatMoney } from '#ui/text/format.ts'

type Props = { request: RequestDetail; onClose: () => void }

const leftAfter = (due: number, given: unknown) => {
  const left = due - (typeof given === 'number' ? given : 0)
  return left > 0 ? `${formatMoney(left)} is left to pay.` : null
}

/** Takes money at the counter: all that is owing, or a part. */
export function PaymentDialog({ request, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(counterApi.takePayment, { success: 'The payment is on record.' })
  return (
    <FormModal
      title={`Take payment for ${request.DisplayName ?? 'the request'}`}
      submitLabel="Take payment"
      schema={CounterPayment}
      initialValues={{ Method: 'CardAtCounter', Amount: request.AmountDue, Reference: '' }}
      note={({ Amount }) => leftAfter(request.AmountDue, Amount)}
      onSubmit={(body) => run({ params: { businessId, sessionId: request.SessionId }, body })}
      onClose={onClose}
      withoutDraft="The same amount offered again could be booked twice."
    >
      {(form) => (
        <>
          <NativeSelect
            label="Method"
            required
            data={counterMethods.map((value) => ({ value, label: words.methods[value] }))}
            {...form.getInputProps('Method')}
          />
          <MoneyField label="Amount" required {...form.getInputProps('Amount')} />
          <TextInput
            label="Reference"
            description="The number on the terminal’s slip or of the bank transfer."
            {...form.getInputProps('Reference')}
          />
        </>
      )}
    </FormModal>
  )
}

/** Lets somebody off a part of the fee, or all of it. */
export function DiscountDialog({ request, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(counterApi.giveDiscount, { success: 'The discount is on record.' })
  return (
    <FormModal
      title="Give a discount"
      submitLabel="Give the discount"
      schema={Discount}
      initialValues={{ Amount: 0, Reason: '' }}
      note={({ Amount }) => leftAfter(request.AmountDue, Amount)}
      onSubmit={(body) => run({ params: { businessId, sessionId: request.SessionId }, body })}
      onClose={onClose}
      withoutDraft="The same amount offered again could be booked twice."
    >
      {(form) => (
        <>
          <Text size="sm">{`${formatMoney(request.AmountDue)} is owing.`}</Text>
          <MoneyField label="Amount" required {...form.getInputProps('Amount')} />
          <ReasonField {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}

/** Sends the way to pay once more. */
export function PaymentLinkDialog({ request, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(counterApi.sendPaymentLink, { success: 'The link is on its way.' })
  const { EmailAddress: email, MobileNumber: mobile } = request
  const ways = [
    ...(email ? [{ value: 'email', label: `E-mail to ${email}` }] : []),
    ...(mobile ? [{ value: 'sms', label: `SMS to ${mobile}` }] : []),
  ]
  return (
    <FormModal
      title="Send the payment link again"
      submitLabel="Send"
      schema={counterApi.sendPaymentLink.body}
      initialValues={{ By: email ? 'email' : 'sms' }}
      whyNot={ways.length > 0 ? null : 'There is no way to send it.'}
      onSubmit={(body) => run({ params: { businessId, sessionId: request.SessionId }, body })}
      onClose={onClose}
      withoutDraft="One choice, nothing is typed."
    >
      {(form) =>
        ways.length > 0 ? (
          <NativeSelect label="Send it by" data={ways} {...form.getInputProps('By')} />
        ) : (
          <Text>There is no e-mail address and no mobile number to send it to.</Text>
        )
      }
    </FormModal>
  )
}
