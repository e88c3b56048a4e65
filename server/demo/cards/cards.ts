import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { CardStatus } from '#contract/cards/card-status.ts'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { hashOf } from '#platform/secrets'
import { ledgerIssuer } from '#server/cards/account'
import { type Actor, clock, disbursement, hold } from '#server/ledger'

const bank = { uid: 'super', name: 'Sam Super' }

/** Who sends the cards of a business. */
const issuerOf = ({ businessId }: Transaction) =>
  businessId === 'harbourside'
    ? { uid: 'promotions', name: 'Pat Promotions' }
    : { uid: 'valley', name: 'Vic Valley' }

/** The code of one card of the demo that anybody may claim. */
const openCode = 'welcome-to-harbourside'

type DemoCard = {
  program: string
  /** Dollars. */
  value: number
  status: Exclude<CardStatus, 'Unknown'>
  /** Days ago. */
  sent: number
  /** Days from its sending to its claim, and to its last day. */
  claimed?: number
  lasts?: number
  /** What was spent, in dollars. */
  spent?: readonly number[]
  /** Why it is where it is. */
  reason?: string
  isNoMember?: true
  code?: string
  /** Dollars that its holder made of points when they had claimed it. */
  fromPoints?: number
}

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
    spent: i % 3 === 0 ? [4.5 + i / 4] : [],
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

/** The money Harbourside and Valley Golf give out, and their cards in every state. */
export async function seedCards(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    await deposit(tx, 50_000, 200, 'EFT 20931')
    await deposit(tx, 15_000, 150, 'EFT 21407')
    await seedAll(tx, cards)
    await tx.run(sql`
      insert into disbursement_notice (business_id, threshold_cents, email_address)
      values (${tx.businessId}, 500000, 'finance@harbourside.example')`)
  })
  await platform.asTenant('valley-golf', async (tx) => {
    await deposit(tx, 5_000, 90, 'EFT 20977')
    const program = 'Green Fee Gift Card'
    await seedAll(tx, [
      { program, value: 100, status: 'Active', sent: 30, claimed: 1 },
      { program, value: 50, status: 'Pending', sent: 2 },
    ])
  })
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

async function seedAll(tx: Transaction, all: readonly DemoCard[]): Promise<void> {
  const members = await tx.rows<Person>(sql`
    select member_id as "memberId", first_name as first, last_name as last,
      home_contact ->> 'EmailAddress' as email, home_contact ->> 'MobileNumber' as mobile
    from member where business_id = ${tx.businessId} order by membership_number limit ${all.length}`)
  let taken = 0
  // The oldest first, as the ledger has it.
  for (const [index, card] of all.toSorted((one, other) => other.sent - one.sent).entries())
    await seedCard(tx, card, card.isNoMember ? strangers[index % strangers.length]! : members[taken++]!)
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

async function seedCard(tx: Transaction, card: DemoCard, person: Person): Promise<void> {
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
  if (card.status === 'Pending') await offer(tx, cardId, card, person)
  else if (claimed !== undefined) {
    await moveMoney(tx, cardId, card, sent - claimed)
    if (card.fromPoints && person.memberId)
      await transferPoints(tx, cardId, person.memberId, card.fromPoints, sent - claimed)
  }
}

async function offer(tx: Transaction, cardId: string, { value, program, code }: DemoCard, person: Person) {
  await tx.run(sql`
    insert into card_offer (business_id, card_id, code_hash)
    values (${tx.businessId}, ${cardId}, ${code ? hashOf(code) : randomBytes(32)})`)
  const description = `${program} of ${person.first} ${person.last}`
  const about = { kind: 'Card issued', actor: issuerOf(tx), reference: cardId, description }
  const held = await hold(tx, about, { account: disbursement, amount: value * 100, expiresAt: null })
  await tx.run(sql`
    update card set hold_id = ${held.transactionId} where business_id = ${tx.businessId} and card_id = ${cardId}`)
}

async function moveMoney(
  tx: Transaction,
  cardId: string,
  { value, spent = [], status }: DemoCard,
  day: number,
) {
  await post(tx, 'Card claimed', ['disbursement', ''], ['card', cardId], value, day, cardId)
  let left = value
  for (const [index, amount] of spent.entries()) {
    left -= amount
    await post(
      tx,
      'Purchase',
      ['card', cardId],
      ['external', 'till'],
      amount,
      day - 5 - index * 9,
      `R-${4100 + day + index}`,
    )
  }
  if (status === 'Expired')
    await post(tx, 'Card expired', ['card', cardId], ['breakage', ''], left, 39, cardId)
}

/** Points of a member who was given them for it, as money on their card. */
async function transferPoints(
  tx: Transaction,
  cardId: string,
  memberId: string,
  dollars: number,
  day: number,
) {
  const points = dollars * 10_000
  const issuer = issuerOf(tx)
  const unit = 'points/points'
  await tx.run(sql`
    select post_transaction('Award', ${issuer.uid}, ${issuer.name}, array['external', 'points'], ${['awards', memberId]},
      ${[unit, unit]}, ${[-points, points]}, p_note => 'Loyal for a year', p_at => ${daysAgo(day)})`)
  await tx.run(sql`
    select post_transaction('Points transfer', ${issuer.uid}, ${issuer.name},
      array['points', 'card', 'disbursement', 'external'], ${[memberId, cardId, '', 'transfers']},
      ${[unit, 'AUD', 'AUD', unit]}, ${[-points, dollars * 100, -dollars * 100, points]}, ${cardId},
      'Points to card', p_at => ${daysAgo(day)})`)
}

const actors: Readonly<Record<string, Actor>> = {
  Deposit: bank,
  Purchase: { uid: 'till', name: 'Front bar till' },
  'Card expired': clock,
}

type Side = readonly [kind: string, owner: string]

async function post(
  tx: Transaction,
  kind: string,
  from: Side,
  to: Side,
  dollars: number,
  day: number,
  reference: string,
) {
  const cents = Math.round(dollars * 100)
  const actor = actors[kind] ?? issuerOf(tx)
  await tx.run(sql`
    select post_transaction(${kind}, ${actor.uid}, ${actor.name}, ${[from[0], to[0]]}, ${[from[1], to[1]]},
      array['AUD', 'AUD'], ${[-cents, cents]}, ${reference}, p_at => ${daysAgo(Math.max(day, 0))})`)
}

function deposit(tx: Transaction, dollars: number, day: number, reference: string) {
  return post(tx, 'Deposit', ['external', 'bank'], ['disbursement', ''], dollars, day, reference)
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
