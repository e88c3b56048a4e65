import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { RecordState } from '#contract/payments/payment-words.ts'
import type { paymentsApi } from '#contract/payments/payments.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import { type Queries, wordsOf } from '#platform/database'
import { visibleCards } from '#server/cards/account'
import { sessionVisibleTo } from '#server/requests/sessions'

export type Filters = Call<typeof paymentsApi.sumPayments>['query']

/** What a payment `p` is of: its request `s` or its card `c`, and their member `m`. */
export const withWhom = sql`
  left join request_session s on s.business_id = p.business_id and s.session_id = p.session_id
  left join card c on c.business_id = p.business_id and c.card_id = p.card_id
  left join member m on m.business_id = p.business_id and m.member_id = coalesce(s.member_id, c.member_id)`

/** Who paid, as the request or the card has it. */
export const payer = sql`coalesce(s.display_name, concat_ws(' ', c.first_name, c.last_name))`
export const receiptNumber = sql`'P-' || p.number`
export const recordState = sql`
  case p.refunded_cents when 0 then 'Paid' when p.amount_cents then 'Refunded' else 'PartlyRefunded' end`

const inState: Readonly<Record<RecordState, Sql>> = {
  Paid: sql`and p.refunded_cents = 0`,
  PartlyRefunded: sql`and p.refunded_cents > 0 and p.refunded_cents < p.amount_cents`,
  Refunded: sql`and p.refunded_cents > 0 and p.refunded_cents = p.amount_cents`,
}

/** The condition under which a user sees a payment: of the requests of their venues, and of the cards that they see. */
export function paymentVisibleTo(who: Who): Sql {
  if (who.venues === null) return empty
  return sql`
    and ((s.session_id is not null ${sessionVisibleTo(who)}) or (c.card_id is not null ${visibleCards(who)}))`
}

/** The entries `e` that are asked for, with their payments `p`; with whom, unless nothing depends on it. */
export function entriesIn(db: Queries, who: Who, filters: Filters, { isToAdd = false } = {}): Sql {
  const { q, method, paidFor, state, startDate, endDate } = filters
  const words = wordsOf(q).map(
    (
      word,
    ) => sql`and position(plain(${word}) in plain(concat_ws(' ', ${payer}, m.membership_number, p.reference,
      ${receiptNumber}))) > 0`,
  )
  const isAlone = isToAdd && who.venues === null && words.length === 0
  return sql`
    payment_entry e
    join payment p on p.business_id = e.business_id and p.payment_id = e.payment_id
    ${isAlone ? empty : withWhom}
    where e.business_id = ${db.businessId} ${paymentVisibleTo(who)}
      ${method ? sql`and p.method = ${method}` : empty}
      ${paidFor ? sql`and p.paid_for = ${paidFor}` : empty}
      ${state ? inState[state] : empty}
      ${startDate ? sql`and e.at >= ${startDate}` : empty}
      ${endDate ? sql`and e.at < ${endDate}` : empty}
      ${words.length > 0 ? join(words, ' ') : empty}`
}
