import sql, { empty, join, type Sql } from 'sql-template-tag'
import { paidForNames, paymentMethods, recordStates } from '#contract/payments/payment-words.ts'
import type { paymentsApi } from '#contract/payments/payments.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import { type Queries, wordsOf } from '#platform/database'
import { allByWords, fewOf, rowsToLookAt, type SearchedList } from '#platform/search'
import { visibleCards } from '#server/cards/account'
import { cardsOfFew } from '#server/cards/few'
import { sessionVisibleTo } from '#server/requests/sessions'

export type Filters = Call<typeof paymentsApi.sumPayments>['query']

/**
 * What a payment `p` is of: its request `s` or its card `c`, and their member `m`. Not by coalesce: row-level security takes that for
 * something that could tell of rows, and compares it with every member instead of using the index.
 */
export const withWhom = sql`
  left join request_session s on s.business_id = p.business_id and s.session_id = p.session_id
  left join card c on c.business_id = p.business_id and c.card_id = p.card_id
  left join member m on m.business_id = p.business_id
    and m.member_id = case when s.member_id is null then c.member_id else s.member_id end`

/** Who paid, as the request or the card has it. */
export const payer = sql`coalesce(s.display_name, concat_ws(' ', c.first_name, c.last_name))`
export const receiptNumber = sql`'P-' || p.number`
export const recordState = sql`
  case p.refunded_cents when 0 then 'Paid' when p.amount_cents then 'Refunded' else 'PartlyRefunded' end`

/** The condition under which a user sees a payment: of the requests of their venues, and of the cards that they see. */
export function paymentVisibleTo(who: Who): Sql {
  if (who.venues === null) return empty
  return sql`
    and ((s.session_id is not null ${sessionVisibleTo(who)}) or (c.card_id is not null ${visibleCards(who)}))`
}

/** The condition of the filters on an entry `e`. */
function leftBy(filters: Filters): Sql {
  const kinds = kindsLeft(filters)
  return sql`${kinds ? sql`and e.payment_kind = any(${kinds})` : empty} ${paidWithin(filters)}`
}

export function paidWithin({ startDate, endDate }: Filters): Sql {
  return sql`${startDate ? sql`and e.at >= ${startDate}` : empty} ${endDate ? sql`and e.at < ${endDate}` : empty}`
}

const withPayment = sql`join payment p on p.business_id = e.business_id and p.payment_id = e.payment_id`

/** The entries `e` that are asked for, with their payments `p`; with whom, unless nothing depends on it. */
export async function entriesIn(
  db: Queries,
  who: Who,
  filters: Filters,
  { isToAdd = false } = {},
): Promise<Sql> {
  const words = wordsOf(filters.q).map((word) => sql`and ${hasWord(word)}`)
  const isAlone = isToAdd && who.venues === null && words.length === 0
  const list = { ...entries(db), ofFew: await entriesOfFew(db, who) }
  return sql`
    ${rowsToLookAt(list)} e ${withPayment} ${isAlone ? empty : withWhom}
    where e.business_id = ${db.businessId} ${paymentVisibleTo(who)} ${leftBy(filters)}
      ${words.length > 0 ? join(words, ' ') : empty}`
}

/** The same to be counted or added up: few that have the words are looked up. Null where no index finds them. */
export async function entriesFound(db: Queries, who: Who, filters: Filters): Promise<Sql | null> {
  return filters.q
    ? allByWords(filters.q, await searchedEntries(db, who, filters))
    : entriesIn(db, who, filters, { isToAdd: true })
}

const hasWord = (
  word: string,
) => sql`position(plain(${word}) in plain(concat_ws(' ', ${payer}, m.membership_number, p.reference,
  ${receiptNumber}))) > 0`

/** The ids of the sessions of the venues of a user who is confined to some; null where they are more than a few, or the user sees all. */
async function fewSessionsSeenBy(db: Queries, { venues }: Pick<Who, 'venues'>): Promise<string[] | null> {
  if (venues === null) return null
  return fewOf(
    db,
    sql`
      select s.session_id as id from request_session s
      where s.business_id = ${db.businessId} and s.venue_no = any(${venues})`,
  )
}

/** Selects of the ids of the entries that a user sees who sees few requests and few cards; or null. */
async function entriesOfFew(db: Queries, who: Who): Promise<Sql[] | null> {
  const sessions = await fewSessionsSeenBy(db, who)
  const cards = sessions && (await cardsOfFew(db, who))
  return (
    cards && [
      entriesOf(db.businessId, sql`q.session_id = any(${sessions}::text[])`),
      ...cards.map((those) => entriesOf(db.businessId, ofCards(those))),
    ]
  )
}

const entries = ({ businessId }: Queries) => ({
  table: sql`payment_entry`,
  row: sql`e`,
  id: sql`entry_id`,
  base: sql`e.business_id = ${businessId}`,
})

/** The same as a list that is searched by words, by indexes of who paid, their numbers, references and receipts. */
export async function searchedEntries(db: Queries, who: Who, filters: Filters): Promise<SearchedList> {
  const { businessId } = db
  return {
    ...entries(db),
    ofFew: await entriesOfFew(db, who),
    joins: sql`${withPayment} ${withWhom}`,
    filter: sql`${paymentVisibleTo(who)} ${leftBy(filters)}`,
    has: hasWord,
    within: ({ meets }) => [
      entriesOf(
        businessId,
        ofSessions(
          sql`select x.session_id from request_search x where x.business_id = ${businessId} and ${meets(sql`x.payer`)}`,
        ),
      ),
      entriesOf(
        businessId,
        ofCards(
          sql`select x.card_id from card_holder_search x where x.business_id = ${businessId} and ${meets(sql`x.words`)}`,
        ),
      ),
    ],
    beside: ({ meets }) => {
      const numbered = sql`any(array(
        select n.member_id from member_number_search n where n.business_id = ${businessId} and ${meets(sql`n.words`)}))`
      return [
        entriesOf(
          businessId,
          sql`q.payment_id = any(array(
          select x.payment_id from payment_search x where x.business_id = ${businessId} and ${meets(sql`x.words`)}))`,
        ),
        entriesOf(
          businessId,
          ofSessions(sql`
          select r.session_id from request_session r where r.business_id = ${businessId} and r.member_id = ${numbered}`),
        ),
        entriesOf(
          businessId,
          ofCards(sql`
          select r.card_id from card r where r.business_id = ${businessId} and r.member_id = ${numbered}`),
        ),
      ]
    },
  }
}

// What is found is gathered before it is looked up: joined, a planner who expects many reads all payments for them.
const ofSessions = (sessions: Sql) => sql`q.session_id = any(array(${sessions}))`
const ofCards = (cards: Sql) => sql`q.card_id = any(array(${cards}))`
const entriesOf = (businessId: string, those: Sql) => sql`
  select y.entry_id from payment_entry y where y.business_id = ${businessId} and y.payment_id = any(array(
    select q.payment_id from payment q where q.business_id = ${businessId} and ${those}))`

/** The kinds of payments that the filters leave, as entries have them; null where they leave all. */
export function kindsLeft({ method, paidFor, state }: Filters): string[] | null {
  if (!method && !paidFor && !state) return null
  const methods = method ? [method] : paymentMethods
  const reasons = paidFor ? [paidFor] : paidForNames
  const states = state ? [state] : recordStates
  return methods.flatMap((how) => reasons.flatMap((why) => states.map((what) => `${how} ${why} ${what}`)))
}
