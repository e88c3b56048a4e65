import { addDays, dayInWords } from '#contract/events/event-times.ts'
import { addMonths } from '#contract/values/days.ts'
import { type CardProgram, shortestSoldExpiryMonths } from './card-programs.ts'

/** Days from today until an offer expires, where nobody says otherwise, and its card doesn't before. */
const usualOfferDays = 30

/** The last days of a card, as somebody wants them. */
export type WantedDays = {
  OfferExpiryDate?: string | undefined
  /** Null or none for what the program says. */
  PlasticExpiryDate?: string | null | undefined
}
type Expiry = Pick<CardProgram, 'ExpiryMonths' | 'IsPromotional'>

/** The last day to claim a new card and the last to use it, null for never. Today is the business's. */
export function validityOf({ ExpiryMonths }: Expiry, wanted: WantedDays, today: string) {
  const usualExpiry = ExpiryMonths === null ? null : addMonths(today, ExpiryMonths)
  const usualOffer = addDays(today, usualOfferDays)
  // A month may be shorter.
  const isShorter = usualExpiry !== null && usualExpiry < usualOffer && !wanted.PlasticExpiryDate
  return {
    offerExpiryDate: wanted.OfferExpiryDate ?? (isShorter ? usualExpiry : usualOffer),
    plasticExpiryDate: wanted.PlasticExpiryDate ?? usualExpiry,
  }
}

/** What is wrong with them by the program and the law, by field. */
export function validityProblems(
  program: Expiry,
  wanted: WantedDays,
  today: string,
): Partial<Record<keyof WantedDays, string>> {
  const { offerExpiryDate, plasticExpiryDate } = validityOf(program, wanted, today)
  const soldUntil = addMonths(today, shortestSoldExpiryMonths)
  const problems: Partial<Record<keyof WantedDays, string>> = {}
  if (offerExpiryDate < today) problems.OfferExpiryDate = 'The offer can not expire in the past.'
  if (plasticExpiryDate === null) return problems
  if (!program.IsPromotional && plasticExpiryDate < soldUntil)
    problems.PlasticExpiryDate = `A sold card must be valid for at least 3 years, until ${dayInWords(soldUntil)} or later. Choose a later date, or a promotional program.`
  else if (plasticExpiryDate < offerExpiryDate)
    problems.PlasticExpiryDate = 'The card can not expire before the offer does.'
  return problems
}
