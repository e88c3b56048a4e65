import sql from 'sql-template-tag'
import { usualOfferDays } from '#contract/cards/card-issue.ts'
import { type CardProgram, shortestSoldExpiryMonths } from '#contract/cards/card-programs.ts'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { invalid } from '#platform/refusals'
import { dayInWords } from './invitation.ts'

/** The last days of a card, as somebody wants them. */
export type WantedDays = {
  OfferExpiryDate?: string | undefined
  /** Null or none for what the program says. */
  PlasticExpiryDate?: string | null | undefined
}

type Days = { today: string; usualOffer: string; usualExpiry: string | null; soldUntil: string }

/** The last day to claim a new card and the last to use it, by its program and the law; or what is wrong with them. */
export async function validityOf(tx: Transaction, program: CardProgram, wanted: WantedDays) {
  const days = await tx.one<Days>(sql`
    select ${businessToday} as today, ${businessToday} + ${usualOfferDays}::integer as "usualOffer",
      (${businessToday} + make_interval(months => ${program.ExpiryMonths}))::date as "usualExpiry",
      (${businessToday} + make_interval(months => ${shortestSoldExpiryMonths}))::date as "soldUntil"`)
  const offerExpiryDate = wanted.OfferExpiryDate ?? days.usualOffer
  const plasticExpiryDate = wanted.PlasticExpiryDate ?? days.usualExpiry
  if (offerExpiryDate < days.today) throw wrong('OfferExpiryDate', 'The offer can not expire in the past.')
  if (plasticExpiryDate !== null) {
    if (!program.IsPromotional && plasticExpiryDate < days.soldUntil)
      throw wrong(
        'PlasticExpiryDate',
        `A sold card must be valid for at least 3 years, until ${dayInWords(days.soldUntil)} or later. Choose a later date, or a promotional program.`,
      )
    if (plasticExpiryDate < offerExpiryDate)
      throw wrong('PlasticExpiryDate', 'The card can not expire before the offer does.')
  }
  return { offerExpiryDate, plasticExpiryDate }
}

function wrong(field: string, sentence: string) {
  return invalid(sentence, { [field]: sentence })
}
