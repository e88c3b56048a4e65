import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { reloadRefundsApi } from '#contract/payments/reload-refunds.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { reasonOf } from '#contract/words/reason.ts'

/** What people fill in to add money of the business to a card. */
export const CardReloadFields = z.object({
  Amount: Dollars.gt(0, 'Enter an amount.'),
  /** Why, for those who come after. */
  Note: reasonOf(1, 'Note is required.'),
})
export type CardReloadFields = z.infer<typeof CardReloadFields>

/** What was added to a card, to be kept and printed. */
export const CardReload = z.object({
  TransactionId: z.string(),
  ReceiptNumber: z.string(),
  At: z.iso.datetime(),
  Amount: z.number(),
  /** What is on the card afterwards. */
  Balance: z.number(),
  /** The receipt, line by line. */
  Receipt: z.array(z.string()),
})
export type CardReload = z.infer<typeof CardReload>

export const cardReloadApi = {
  /** Money of the disbursement account goes onto a reloadable card that is active. */
  reloadCard: endpoint({
    method: 'POST',
    path: '/api/cherrypay/v1/{businessId}/cards/{cardId}/reload',
    title: 'Add money to a card',
    // It gives money, as sending a card does, and changes a card that is out.
    access: { kind: 'permission', permissions: ['Member.InviteToCard'], also: 'Card.Manage' },
    changes: ['card', 'disbursementAccount'],
    limited: { kind: 'Cards', act: 'reloadCard' },
    body: CardReloadFields,
    output: CardReload,
  }),
  /** What holders paid for it and could not be given back. */
  ...reloadRefundsApi,
}
