import type { CardSummary } from '#contract/cards/cards.ts'
import { messages } from '#contract/messages.ts'
import { Hinted } from '#ui/feedback/hint.tsx'

const over: Partial<Record<CardSummary['AccountStatus'], string>> = {
  Cancelled: 'This offer was cancelled: the card can no longer be claimed.',
  OfferExpired: 'This offer ran out before anybody claimed the card.',
}

type Props = { of: Pick<CardSummary, 'ExternalAccountId' | 'AccountStatus'> }

/** The id of a card's account. One that will never have any says why behind the word for those that wait. */
export function AccountId({ of: { ExternalAccountId, AccountStatus } }: Props) {
  if (ExternalAccountId !== null) return ExternalAccountId
  const why = over[AccountStatus]
  return why ? <Hinted says={why}>{messages.cards.pending}</Hinted> : messages.cards.pending
}
