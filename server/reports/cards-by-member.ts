import sql, { empty, type Sql } from 'sql-template-tag'
import type { CardByMember, reportsApi } from '#contract/reports/reports.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { visibleCards, cardWithProgramAndMember } from '#server/cards/account'
import { cardsFor } from '#server/cards/few'
import { withDescriptions } from '#server/members/record'
import { sumsOfPeriod } from '#server/reports/sums'
import { fileName } from './file-name.ts'
import { column, fileOfReport, pageOfReport, type Report } from './report.ts'

type Filters = Call<typeof reportsApi.sumCardsByMember>['query']

// Name and contact are those the card was sent to.
const columns = [
  column('Email', 'Email', 'text', sql`c.email_address`),
  column('FirstName', 'First Name', 'text', sql`c.first_name`),
  column('LastName', 'Last Name', 'text', sql`c.last_name`),
  column('Phone', 'Phone', 'text', sql`c.mobile_number`),
  column('MembershipNumber', 'Membership No.', 'text', sql`m.membership_number`),
  column('MembershipType', 'Membership Type', 'text', sql`coalesce(type.value, m.membership_type)`),
  column('MembershipLevel', 'Membership Level', 'text', sql`coalesce(level.value, m.member_level)`),
  column('ExternalAccountId', 'External Account ID', 'text', sql`c.external_account_id`),
  column('CardProgramType', 'Card Program Type', 'text', sql`p.program_type`),
  column('CardCreatedDateTime', 'Card Created Date', 'instant', sql`c.created_at`),
  column('CardIssuedByUser', 'Card Issued By', 'text', sql`c.issued_by_name`),
  column('InitialCardValue', 'Initial Card Value', 'money', sql`c.initial_cents`),
]

/** Every card that was issued, also to people who are no members, and whatever became of it. */
function cardsIn(db: Queries, who: Who, { cardProgramId, startDate, endDate }: Filters) {
  return sql`
    where c.business_id = ${db.businessId}
      ${cardProgramId ? sql`and c.card_program_id = ${cardProgramId}` : empty}
      ${startDate ? sql`and c.created_at >= ${startDate}` : empty}
      ${endDate ? sql`and c.created_at < ${endDate}` : empty}
      ${visibleCards(who)}`
}

async function reportOf(db: Queries, who: Who, filters: Filters): Promise<Report> {
  return {
    columns,
    from: sql`from ${await cardsFor(db, who)} c ${cardWithProgramAndMember} ${withDescriptions} ${cardsIn(db, who, filters)}`,
    order: [sql`c.created_at`, sql`c.card_id`],
  }
}

/** The cards issued, with the members they are of. */
export async function listCardsByMember(call: Call<typeof reportsApi.listCardsByMember>) {
  const report = await reportOf(call.db, call.who, call.query)
  return pageOfReport<CardByMember>(call, report, sql`, c.card_id as "CardId"`)
}

/** How many there are, and what was put on them. */
export async function sumCardsByMember({ db, who, query }: Call<typeof reportsApi.sumCardsByMember>) {
  const cards = who.venues === null ? cardsKept(db, query) : await cardsSeen(db, who, query)
  return db.one<{ Count: number; InitialCardValue: number }>(sql`
    select coalesce(sum(records), 0)::bigint as "Count", (coalesce(sum(cents), 0) * 0.01)::float8 as "InitialCardValue"
    from ${cards} cards`)
}

/** All cards, as the sums have them: by their program. */
function cardsKept(db: Queries, { cardProgramId, ...period }: Filters): Sql {
  const { all } = sumsOfPeriod(db, 'Card', period, (from, until) =>
    asSums(sql`
    card c where c.business_id = ${db.businessId} and c.created_at >= ${from} and c.created_at < ${until}`),
  )
  return cardProgramId ? sql`(select * from ${all} each where kind = ${cardProgramId})` : all
}

const cardsSeen = async (db: Queries, who: Who, filters: Filters) =>
  sql`(${asSums(sql`
  ${await cardsFor(db, who)} c ${cardWithProgramAndMember} ${cardsIn(db, who, filters)}`)})`

const asSums = (cards: Sql) => sql`
  select c.created_at as at, c.card_program_id as kind, 1 as records, c.initial_cents as cents, 0 as tax_cents from ${cards}`

/** The same as a file. */
export async function exportCardsByMember(call: Call<typeof reportsApi.exportCardsByMember>) {
  const { db, who, query } = call
  const program = await db.maybe<{ name: string }>(sql`
    select description as name from card_program
    where business_id = ${db.businessId} and card_program_id = ${query.cardProgramId}`)
  const name = await fileName(db, 'cards-by-member', query, program?.name)
  return fileOfReport(call, name, await reportOf(db, who, query))
}
