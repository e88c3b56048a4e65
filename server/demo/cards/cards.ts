import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { clock } from '#platform/call'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { hashOf } from '#platform/secrets'
import { ledgerIssuer } from '#server/cards/account'
import { type Deed, type Till, tillOf } from '#server/demo/ledger'
import { type Actor } from '#server/ledger'
import { type CardStory, deedsOf } from './card-deeds.ts'

/** Who sends the cards of a business. */
const issuerOf = ({ businessId }: Transaction) =>
  businessId === 'harbourside'
    ? { uid: 'promotions', name: 'Pat Promotions' }
    : { uid: 'valley', name: 'Vic Valley' }

/** The code of one card of the demo that anybody may claim. */
const openCode = 'welcome-to-harbourside'

type DemoCard = CardStory & {
  /** Days from its sending to its last day. */
  lasts?: number
  /** Why it is where it is. */
  reason?: string
  isNoMember?: true
  code?: string
}

// Somebody who comes for a coffee and a cake every other day.
const regular = (times: number) => Array.from({ length: times }, (_, i) => 4.5 + (i % 5) * 1.25)

// One of each state first; the rest is what a club has of them.
const cards: DemoCard[] = [
  {
    program: 'Harbourside Gift Card',
    value: 100,
    status: 'Active',
    sent: 120,
    claimed: 1,
    spent: [24.5, 18],
  },
  {
    program: 'Harbourside Club Card',
    value: 200,
    status: 'Inactive',
    sent: 90,
    claimed: 3,
    spent: [55.2],
    reason: 'The holder asked for a break',
  },
  {
    program: 'Harbourside Gift Card',
    value: 50,
    status: 'LostStolen',
    sent: 75,
    claimed: 2,
    reason: 'Left in a taxi',
  },
  { program: 'Birthday Treat', value: 20, status: 'OfferExpired', sent: 64 },
  { program: 'Birthday Treat', value: 25, status: 'Expired', sent: 130, claimed: 4, lasts: 91, spent: [12] },
  {
    program: 'Harbourside Gift Card',
    value: 150,
    status: 'Cancelled',
    sent: 40,
    reason: 'Sent to the wrong person',
    isNoMember: true,
  },
  ...Array.from({ length: 36 }, (_, i): DemoCard => ({
    program: i % 2 === 0 ? 'Harbourside Club Card' : 'Harbourside Gift Card',
    value: 20 + (i % 9) * 15,
    status: 'Active',
    sent: 60 - i,
    claimed: 1,
    // Those with the most on them are used the most: more than a page shows.
    spent: i % 18 === 8 ? regular(14) : i % 3 === 0 ? [4.5 + i / 4] : [],
    ...(i % 5 === 4 && { isNoMember: true }),
    // Of reloadable cards of members.
    ...(i % 4 === 0 && i % 5 !== 4 && { fromPoints: 5 + (i % 7) * 2.5 }),
  })),
  ...Array.from({ length: 5 }, (_, i): DemoCard => ({
    program: i % 2 === 0 ? 'Harbourside Gift Card' : 'Birthday Treat',
    value: 25 + i * 5,
    status: 'Pending',
    sent: 6 - i,
    ...(i === 2 && { isNoMember: true }),
  })),
  { program: 'Harbourside Gift Card', value: 40, status: 'Pending', sent: 0, code: openCode },
]

/** Harbourside's cards in every state; tells what they did to the ledger. */
export function seedHarboursideCards(tx: Transaction): Promise<Deed[]> {
  return seedAll(tx, cards)
}

/** The cards of Valley Golf. */
export function seedValleyCards(tx: Transaction): Promise<Deed[]> {
  const program = 'Green Fee Gift Card'
  return seedAll(tx, [
    { program, value: 100, status: 'Active', sent: 30, claimed: 1 },
    { program, value: 50, status: 'Pending', sent: 2 },
  ])
}

type Person = { memberId: string | null; first: string; last: string; email: string; mobile: string }

const strangers: readonly Person[] = [
  ['Harriet', 'Vale'],
  ['Samir', 'Haddad'],
  ['Bronwyn', 'Price'],
  ['Theo', 'Castellano'],
  ['Mei', 'Lin'],
].map(([first = '', last = ''], i) => ({
  memberId: null,
  first,
  last,
  email: `${first}.${last}@example.org`.toLowerCase(),
  mobile: `+6149157015${i}`,
}))

async function seedAll(tx: Transaction, all: readonly DemoCard[]): Promise<Deed[]> {
  const members = await tx.rows<Person>(sql`
    select member_id as "memberId", first_name as first, last_name as last,
      home_contact ->> 'EmailAddress' as email, home_contact ->> 'MobileNumber' as mobile
    from member where business_id = ${tx.businessId} order by membership_number limit ${all.length}`)
  const till = await tillOf(tx)
  const deeds: Deed[] = []
  let taken = 0
  for (const [index, card] of all.toSorted((one, other) => other.sent - one.sent).entries()) {
    const person = card.isNoMember ? strangers[index % strangers.length]! : members[taken++]!
    deeds.push(...(await seedCard(tx, card, person, till)))
  }
  return deeds
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

async function seedCard(tx: Transaction, card: DemoCard, person: Person, till: Till): Promise<Deed[]> {
  const { sent, claimed, lasts = null } = card
  const issuer = issuerOf(tx)
  const account = claimed === undefined ? null : await ledgerIssuer.openAccount(tx)
  const { cardId } = await tx.one<{ cardId: string }>(sql`
    insert into card (business_id, card_program_id, member_id, first_name, last_name, email_address, mobile_number,
      status, initial_cents, offer_expiry_date, plastic_expiry_date, channels, external_account_id, card_number,
      redeemed_at, issued_by_id, issued_by_name, created_at)
    select ${tx.businessId}, card_program_id, ${person.memberId}, ${person.first}, ${person.last}, ${person.email},
      ${person.mobile}, ${card.status}, ${card.value * 100}, ${businessToday} - ${sent}::integer + 30,
      coalesce(${businessToday} - ${sent}::integer + ${lasts}::integer,
        (${businessToday} + make_interval(months => expiry_months))::date - ${sent}::integer),
      array['sms'], ${account?.externalAccountId}, ${account?.cardNumber},
      case when ${claimed !== undefined} then ${daysAgo(sent - (claimed ?? 0))} end, ${issuer.uid}, ${issuer.name},
      ${daysAgo(sent)}
    from card_program where business_id = ${tx.businessId} and description = ${card.program}
    returning card_id as "cardId"`)
  await tellHistory(tx, cardId, card, person)
  if (card.status === 'Pending')
    await tx.run(sql`
      insert into card_offer (business_id, card_id, code_hash)
      values (${tx.businessId}, ${cardId}, ${card.code ? hashOf(card.code) : randomBytes(32)})`)
  return deedsOf(card, { cardId, issuer, till, holder: person })
}

async function tellHistory(tx: Transaction, cardId: string, card: DemoCard, person: Person): Promise<void> {
  const { sent, claimed } = card
  const issuer = issuerOf(tx)
  const holder = { uid: `card/${cardId}`, name: `${person.first} ${person.last}` }
  const lines = [
    { day: sent, actor: issuer, title: 'Sent', note: `To ${person.mobile}` },
    ...(claimed === undefined ? [] : [{ day: sent - claimed, actor: holder, title: 'Claimed', note: null }]),
    ...ending(card, issuer),
  ]
  for (const { day, actor, title, note } of lines)
    await tx.run(sql`
      insert into card_change (business_id, card_id, actor_id, actor_name, title, note, at)
      values (${tx.businessId}, ${cardId}, ${actor.uid}, ${actor.name}, ${title}, ${note}, ${daysAgo(day)})`)
}

function ending({ status, sent, reason }: DemoCard, issuer: Actor) {
  const note = reason ?? null
  if (status === 'Inactive') return [{ day: 12, actor: issuer, title: 'Set to Inactive', note }]
  if (status === 'LostStolen') return [{ day: 9, actor: issuer, title: 'Set to Lost or Stolen', note }]
  if (status === 'Cancelled') return [{ day: sent - 1, actor: issuer, title: 'Cancelled', note }]
  if (status === 'OfferExpired') return [{ day: sent - 31, actor: clock, title: 'Offer expired', note }]
  return status === 'Expired' ? [{ day: 39, actor: clock, title: 'Expired', note }] : []
}
