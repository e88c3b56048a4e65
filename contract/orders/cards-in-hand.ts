import { z } from 'zod'
import { CardSummary } from '#contract/cards/cards.ts'
import { endpoint, may } from '#contract/endpoint.ts'
import { CardOrderSummary } from './card-orders.ts'

/** A card that a member has already. */
export const CardInHand = CardSummary.pick({
  CardId: true,
  ExternalAccountId: true,
  CardProgramDescription: true,
  AccountStatus: true,
  CreatedDate: true,
}).extend({ CardProgramId: z.string() })
export type CardInHand = z.infer<typeof CardInHand>

/** An order of a card for a member that is under way. */
export const OrderInHand = CardOrderSummary.pick({
  OrderId: true,
  CardProgramId: true,
  CardProgramDescription: true,
  OrderStatus: true,
  OrderDate: true,
  OrderedByUser: true,
})
export type OrderInHand = z.infer<typeof OrderInHand>

export const cardsInHandApi = {
  /** What they have or will have, so that nobody orders a second card unawares. Newest first. */
  getMemberCardsInHand: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/members/{memberId}/cards/orders/in-hand',
    title: 'Cards a member has, and orders under way',
    access: may('Member.InviteToCard'),
    shows: ['card', 'order'],
    output: z.object({ Cards: z.array(CardInHand), Orders: z.array(OrderInHand) }),
  }),
}
