import { z } from 'zod'

/** Where a card stands. Unknown is what a card processor that can't tell makes of it. */
export const cardStatuses = [
  'Pending',
  'Active',
  'Inactive',
  'LostStolen',
  'OfferExpired',
  'Expired',
  'Cancelled',
  'Unknown',
] as const
export const CardStatus = z.enum(cardStatuses)
export type CardStatus = z.infer<typeof CardStatus>

/** What people call each. */
export const cardStatusLabels: Readonly<Record<CardStatus, string>> = {
  Pending: 'Pending',
  Active: 'Active',
  Inactive: 'Inactive',
  LostStolen: 'Lost or Stolen',
  OfferExpired: 'Offer expired',
  Expired: 'Expired',
  Cancelled: 'Cancelled',
  Unknown: 'Unknown',
}

/** The same in the middle of a sentence: 'This card is …'. */
export function statusInWords(status: CardStatus): string {
  return status === 'OfferExpired' ? 'no longer on offer' : cardStatusLabels[status].toLowerCase()
}

/** What the account of a card can be set to, as an address has it. */
export const AccountStatusChange = z.enum(['active', 'inactive', 'lost-stolen'], 'There is no such status.')
export type AccountStatusChange = z.infer<typeof AccountStatusChange>

type Rule = { to: CardStatus; from: readonly CardStatus[]; label: string }

/** What each change makes of a card, and from where. */
export const accountStatusRules: Readonly<Record<AccountStatusChange, Rule>> = {
  active: { to: 'Active', from: ['Inactive', 'LostStolen'], label: 'Set to Active' },
  inactive: { to: 'Inactive', from: ['Active'], label: 'Set to Inactive' },
  'lost-stolen': { to: 'LostStolen', from: ['Active'], label: 'Set to Lost/Stolen' },
}

/** True if the account may be changed so from where it stands. */
export function canSetStatus(status: CardStatus, change: AccountStatusChange): boolean {
  return accountStatusRules[change].from.includes(status)
}

/** A card that was lost or stolen works again only for a reason. */
export function needsReason(status: CardStatus, change: AccountStatusChange): boolean {
  return status === 'LostStolen' && change === 'active'
}

/** True if its holder can be sent a fresh link to it. */
export function canSendLink(status: CardStatus): boolean {
  return status === 'Active'
}

/** True while the card waits to be claimed: it can be cancelled, and its invitation sent again. */
export function isPending(status: CardStatus): boolean {
  return status === 'Pending'
}
