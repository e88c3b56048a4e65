import sql, { empty, type Sql } from 'sql-template-tag'
import type { CardSummary, cardsApi, MemberCard } from '#contract/cards/cards.ts'
import { can } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries } from '#platform/database'
import { fileUrl } from '#platform/files'
import { allByWords, findByWords, type SearchedList } from '#platform/search'
import { aud, summaryColumns, visibleCards, cardWithProgramAndMember } from '#server/cards/account'
import { cardsOfFew } from '#server/cards/few'
import { readMember } from '#server/members/record'

/** The cards the user may see, newest first: all, or those that the filters leave. */
export async function listCards(call: Call<typeof cardsApi.listCards>) {
  const { db, who, query } = call
  const list = { ...searched(db, filter(call)), ofFew: await cardsOfFew(db, who) }
  if (isToCount(call)) return totalOfList(db, allByWords(query.q, list))
  const rows = await findByWords<CardSummary>(db, query.q, list, { columns: summaryColumns, ...page(call) })
  return pageOf(call, rows, (row) => [row.CreatedDate, row.CardId])
}

/** The cards `c` of the business, by words and a filter. */
function searched(db: Queries, left: Sql): SearchedList {
  const { businessId } = db
  return {
    table: sql`card`,
    row: sql`c`,
    id: sql`card_id`,
    base: sql`c.business_id = ${businessId}`,
    joins: cardWithProgramAndMember,
    filter: left,
    has: (word) => sql`(position(plain(${word}) in c.search_text) > 0 or ${ofNumber(db, word)})`,
    within: ({ meets }) => [
      sql`select x.card_id from card_search x where x.business_id = ${businessId} and ${meets(sql`x.search_text`)}`,
    ],
    beside: ({ word }) => [
      sql`select c.card_id from card_search c where c.business_id = ${businessId} and (${ofNumber(db, word)})`,
    ],
  }
}

/** Cards of the member with this number, or with these last four digits, as people see them: '1234' or '****1234'. */
function ofNumber({ businessId }: Queries, word: string): Sql {
  const lastFour = /^\**(\d{4})$/.exec(word)?.[1]
  // A word of stars alone is the hidden part of a number.
  if (/^\*+$/.test(word)) return sql`true`
  const ofMember = sql`c.member_id = any(array(
    select h.holder_id from scan_code h
    where h.business_id = ${businessId} and h.code_key = code_key(${word}) and h.holder_kind = 'Member'))`
  if (lastFour === undefined) return ofMember
  return sql`${ofMember} or c.card_id = any(array(
    select x.card_id from card_search x
    where x.business_id = ${businessId} and right(x.card_number, 4) = ${lastFour}))`
}

// Of those that wait for somebody to do something about it there is an index.
const isReportedLost = sql`and c.reported_lost_at is not null and c.status = 'LostStolen'
  and c.replaced_by_card_id is null and c.replacement_order_id is null`

/** What is left of cards `c` by filters and venues. */
function filter(call: Call<typeof cardsApi.listCards>): Sql {
  const { cardProgramId, createdFromDate, createdToDate, reportedLost } = call.query
  return sql`
    ${cardProgramId ? sql`and c.card_program_id = ${cardProgramId}` : empty}
    ${reportedLost === 'true' ? isReportedLost : empty}
    ${createdFromDate ? sql`and c.created_at >= ${createdFromDate}` : empty}
    ${createdToDate ? sql`and c.created_at < ${createdToDate}` : empty}
    ${visibleCards(call.who)}`
}

/** The order of the list, from where the last page ended. */
function page(call: Call<typeof cardsApi.listCards>) {
  const after = afterKey(call, 'time', 'text')
  return {
    after: after ? sql`and (c.created_at, c.card_id) < (${after[0]}, ${after[1]})` : empty,
    order: sql`c.created_at desc, c.card_id desc`,
    limit: rowsToAsk(call),
  }
}

type MemberRow = Omit<MemberCard, 'Balance' | 'CardArtUrl' | 'WaitingAmount'> & {
  cents: number
  waiting: number | null
  artFileId: string | null
}

/** The cards of a member, newest first. */
export async function listMemberCards(call: Call<typeof cardsApi.listMemberCards>) {
  const { db, who, params } = call
  const { id } = await readMember(db, who, params.memberId, { isDeletedToo: can(who, 'Member.Delete') })
  const ofMember = sql`c.business_id = ${db.businessId} and c.member_id = ${id}`
  if (isToCount(call)) return totalOfList(db, sql`card c where ${ofMember}`)
  const after = afterKey(call, 'time', 'text')
  const rows = await db.rows<MemberRow>(sql`
    select c.card_id as "CardId", c.external_account_id as "ExternalAccountId", p.program_type as "CardProgramType",
      p.description as "CardProgramDescription", c.status as "AccountStatus", c.created_at as "CreatedDate",
      p.art_file_id as "artFileId", coalesce(a.balance, 0) as cents,
      case when c.status = 'Pending' then c.initial_cents end as waiting
    from card c
    join card_program p on p.business_id = c.business_id and p.card_program_id = c.card_program_id
    left join ledger_account a on a.business_id = c.business_id and a.kind = 'card' and a.owner_id = c.card_id
      and a.unit = 'AUD'
    where ${ofMember}
      ${after ? sql`and (c.created_at, c.card_id) < (${after[0]}, ${after[1]})` : empty}
    order by c.created_at desc, c.card_id desc limit ${rowsToAsk(call)}`)
  const cards = rows.map(({ cents, waiting, artFileId, ...card }): MemberCard => ({
    ...card,
    CardArtUrl: artFileId && fileUrl(artFileId),
    Balance: aud(cents),
    WaitingAmount: waiting === null ? null : waiting / 100,
  }))
  return pageOf(call, cards, (card) => [card.CreatedDate, card.CardId])
}
