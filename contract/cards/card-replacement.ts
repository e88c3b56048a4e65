import { z } from 'zod'
import { anyone, endpoint, may } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'
import { HeldCard, HolderSecret } from './card-claims.ts'
import type { CardStatus } from './card-status.ts'
import { CardDetail } from './cards.ts'

/** What has become of a card or a phone, so that another card takes its place. */
export const lossReasons = ['Lost', 'Stolen', 'Damaged'] as const
export const LossReason = z.enum(lossReasons, needed('Reason is required: Lost, Stolen or Damaged.'))
export type LossReason = z.infer<typeof LossReason>

/** Anything else there is to say of it. */
const Note = z.string().trim().max(500, 'A note can have 500 characters at the most.').default('')

/** Why something is replaced: one word for all, and as many as whoever does it likes. */
export const Loss = z.object({ Reason: LossReason, Note })
export type Loss = z.infer<typeof Loss>

/** The same in one line, as histories have it. */
export function lossInWords({ Reason, Note: note }: Loss): string {
  return note === '' ? Reason : `${Reason}: ${note}`
}

/** How another card comes: a link to it at once, or plastic by post. */
export const deliveries = ['Digital', 'Plastic'] as const
export const Delivery = z.enum(deliveries, needed('Delivery is required: Digital or Plastic.'))
export type Delivery = z.infer<typeof Delivery>

const replaceable: readonly CardStatus[] = ['Active', 'Inactive', 'LostStolen']

type Replaced = Pick<CardDetail, 'ReplacedByCardId' | 'ReplacementOrderId'>

/** True once another card takes its place, or is on its way to. */
export function isReplaced({ ReplacedByCardId, ReplacementOrderId }: Replaced): boolean {
  return ReplacedByCardId !== null || ReplacementOrderId !== null
}

/** True if another card can take the place of one that stands so. */
export function canReplace(status: CardStatus, card: Replaced): boolean {
  return replaceable.includes(status) && !isReplaced(card)
}

export const cardReplacementApi = {
  /** Answers with the card that was replaced, which leads to the new one or to its order. */
  replaceCard: endpoint({
    method: 'POST',
    path: '/api/cherrypay/v1/{businessId}/cards/{cardId}/replace',
    title: 'Replace a card',
    access: may('Card.Manage'),
    changes: ['card', 'order'],
    body: Loss.extend({ Delivery }),
    output: CardDetail,
  }),
  /** By whoever has the secret that the card was claimed with. It is blocked at once; a repeat is answered alike. */
  reportCardLost: endpoint({
    method: 'POST',
    path: '/api/cards/held/lost',
    title: 'Report a card lost',
    access: anyone,
    changes: ['card'],
    mostPerMinute: 30,
    body: z.object({ Secret: HolderSecret }),
    output: HeldCard,
  }),
}
