import { paymentWords as words } from '#contract/payments/payment-words.ts'
import type { PaymentRecord } from '#contract/payments/payments.ts'
import { formatAbn } from '#contract/values/abn.ts'
import { formatMoney } from '#ui/text/format.ts'

/** The lines of a receipt. With tax in it, it is what the tax office calls a tax invoice. */
export function paymentReceipt(payment: PaymentRecord): string[] {
  const { TaxAmount, AmountRefunded, MembershipNumber, Name, Reference } = payment
  const of = [Name, MembershipNumber && `(${MembershipNumber})`].filter(Boolean).join(' ')
  return [
    payment.BusinessName,
    TaxAmount > 0 ? 'Tax invoice' : 'Receipt',
    `ABN: ${formatAbn(payment.ABN)}`,
    `Receipt: ${payment.ReceiptNumber}`,
    `${words.paidFor[payment.PaidFor]}: ${payment.Description}`,
    ...(of ? [`Received from: ${of}`] : []),
    `Amount: ${formatMoney(payment.Amount)}`,
    `GST in it: ${formatMoney(TaxAmount)}`,
    `Paid by: ${words.methods[payment.Method].toLowerCase()}`,
    ...(Reference ? [`Reference: ${Reference}`] : []),
    ...(payment.Provider === 'Test' ? [words.test] : []),
    ...(AmountRefunded > 0 ? [`Given back since: ${formatMoney(AmountRefunded)}`] : []),
  ]
}
