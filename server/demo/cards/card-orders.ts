import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { CardOrderStatus } from '#contract/orders/card-orders.ts'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { hashOf } from '#platform/secrets'
import { cardName, ledgerIssuer } from '#server/cards/account'
import { type Deed, held } from '#server/demo/ledger'
import { cardBalance, disbursement } from '#server/ledger'

const staff = { uid: 'admin', name: 'Alex Admin' }
const bureau = { uid: 'super', name: 'Sam Super' }

const program = 'Harbourside Plastic Card'

/** The code of a plastic card of the demo that anybody may activate. */
const openCode = 'plastic-from-harbourside'

type DemoOrder = {
  status: CardOrderStatus
  /** Days ago. */
  started: number
  /** Dollars; none while nobody has confirmed the details. */
  value?: number
  /** The batch it went to the bureau with. */
  batch?: number
  /** Days ago that the bureau has posted it, and that its holder activated it. */
  posted?: number
  activated?: number
  code?: string
}

// When each batch went out, in days ago.
const batches: Readonly<Record<number, number>> = { 1: 45, 2: 20, 3: 4 }

const orders: DemoOrder[] = [
  { status: 'Archived', started: 60, value: 80, batch: 1, posted: 38, activated: 33 },
  ...Array.from({ length: 9 }, (_, i): DemoOrder => ({
    status: 'Completed',
    started: 58 - i,
    value: 25 + i * 10,
    batch: 1,
    posted: 37,
    activated: 30 - i,
  })),
  ...Array.from({ length: 6 }, (_, i): DemoOrder => ({
    status: 'Completed',
    started: 33 - i * 2,
    value: 40 + i * 15,
    batch: 2,
    posted: 11,
    ...(i % 2 === 0 && { activated: 6 - i }),
    ...(i === 5 && { code: openCode }),
  })),
  { status: 'Archived', started: 24, value: 150, batch: 2 },
  { status: 'Cancelled', started: 19 },
  { status: 'Cancelled', started: 12, value: 60 },
  ...Array.from({ length: 5 }, (_, i): DemoOrder => ({
    status: 'Ordered',
    started: 14 - i * 2,
    value: 30 + i * 20,
    batch: 3,
  })),
  ...Array.from({ length: 4 }, (_, i): DemoOrder => ({
    status: 'Ordered',
    started: 3 - i,
    value: 50 + i * 25,
  })),
  { status: 'Incomplete', started: 2, value: 90 },
  { status: 'Incomplete', started: 1 },
  { status: 'Incomplete', started: 0 },
]

/** Harbourside's orders of plastic cards in every state, from a member to the post; tells what they did to the ledger. */
export async function seedCardOrders(tx: Transaction): Promise<Deed[]> {
  for (const [number, day] of Object.entries(batches)) {
    const count = orders.filter(({ batch }) => batch === Number(number)).length
    await tx.run(sql`
      insert into card_order_batch (business_id, batch_number, order_count, created_by_id, created_by_name, created_at)
      values (${tx.businessId}, ${number}, ${count}, ${bureau.uid}, ${bureau.name}, ${daysAgo(day)})`)
  }
  const members = await tx.rows<{ id: string }>(sql`
    select member_id as id from member where business_id = ${tx.businessId}
    order by membership_number offset 100 limit ${orders.length}`)
  const deeds: Deed[] = []
  for (const [index, order] of orders.entries())
    deeds.push(...(await seedOrder(tx, order, members[index]!.id)))
  return deeds
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${Math.max(days, 0)}, mins => 5)`

async function seedOrder(tx: Transaction, order: DemoOrder, memberId: string): Promise<Deed[]> {
  const { status, started, value, batch = null } = order
  const isPlaced = status === 'Ordered' || batch !== null
  const cardNumber = isPlaced ? await ledgerIssuer.numberPlastic(tx) : null
  const { orderId, ...holder } = await tx.one<{ orderId: string } & Holder>(sql`
    insert into card_order (business_id, card_program_id, member_id, status, membership_number, first_name, last_name,
      email_address, mobile_number, formatted_address, address_components, postal_address, initial_cents, card_number,
      batch_number, ordered_by_id, ordered_by_name, created_at, last_change)
    select m.business_id, p.card_program_id, m.member_id, 'Incomplete', m.membership_number, m.first_name, m.last_name,
      m.home_contact ->> 'EmailAddress', m.home_contact ->> 'MobileNumber', a.line, a.components,
      case when ${value !== undefined} then m.home_address || '{"AddressLine3": null}' end,
      ${value === undefined ? null : value * 100}, ${cardNumber}, ${batch}, ${staff.uid}, ${staff.name},
      ${daysAgo(started)}, ''
    from member m
    join card_program p on p.business_id = m.business_id and p.description = ${program}
    cross join lateral (select m.home_address as home) h
    cross join lateral (select
      concat_ws(', ', home ->> 'AddressLine1', concat_ws(' ', home ->> 'Suburb', home ->> 'State', home ->> 'PostCode'),
        home ->> 'Country') as line,
      jsonb_build_array(
        jsonb_build_object('long_name', split_part(home ->> 'AddressLine1', ' ', 1), 'short_name', '', 'types', array['street_number']),
        jsonb_build_object('long_name', substring(home ->> 'AddressLine1' from ' (.*)'), 'short_name', '', 'types', array['route']),
        jsonb_build_object('long_name', home ->> 'Suburb', 'short_name', '', 'types', array['locality']),
        jsonb_build_object('long_name', home ->> 'State', 'short_name', home ->> 'State', 'types', array['administrative_area_level_1']),
        jsonb_build_object('long_name', home ->> 'PostCode', 'short_name', '', 'types', array['postal_code']),
        jsonb_build_object('long_name', home ->> 'Country', 'short_name', 'AU', 'types', array['country'])) as components) a
    where m.business_id = ${tx.businessId} and m.member_id = ${memberId}
    returning order_id as "orderId", first_name as "FirstName", last_name as "LastName"`)
  const cardId = order.posted === undefined ? null : await seedCard(tx, orderId, order, order.posted)
  await tx.run(sql`
    update card_order set status = ${status} where business_id = ${tx.businessId} and order_id = ${orderId}`)
  await tellHistory(tx, orderId, order)
  return isPlaced ? moneyOf(order, orderId, holder, cardId) : []
}

type Holder = { FirstName: string; LastName: string }

/** What was held for an order from the day it was placed, until the card was posted or won't be. */
function moneyOf(order: DemoOrder, orderId: string, holder: Holder, cardId: string | null): Deed[] {
  const { started, posted, status, value = 0 } = order
  const name = `${program} for ${holder.FirstName} ${holder.LastName}`
  const about = (kind: string) => ({ kind, actor: staff, reference: orderId, description: name })
  const aboutCard = {
    kind: 'Card posted',
    actor: bureau,
    reference: cardId ?? '',
    description: cardName({ CardProgramDescription: program, ...holder }),
  }
  const settled = cardId
    ? { daysAgo: posted ?? 0, about: aboutCard, to: cardBalance(cardId) }
    : status === 'Archived'
      ? { daysAgo: endedAgo(order), about: about('Card order archived'), to: null }
      : undefined
  return held({
    account: disbursement,
    amount: value * 100,
    about: about('Card ordered'),
    daysAgo: started,
    keep: (tx, holdId) =>
      tx.run(sql`
        update card_order set hold_id = ${holdId}
        where business_id = ${tx.businessId} and order_id = ${orderId}`),
    settled,
  })
}

/** When an order was put away, in days ago. */
const endedAgo = ({ started, posted }: DemoOrder) => Math.min(started, posted ?? started) - 8

/** The card of an order that the bureau has posted. */
async function seedCard(tx: Transaction, orderId: string, order: DemoOrder, posted: number): Promise<string> {
  const { externalAccountId } = await ledgerIssuer.openAccount(tx)
  const { activated } = order
  const isActive = activated !== undefined
  const { cardId } = await tx.one<{ cardId: string }>(sql`
    insert into card (business_id, card_program_id, member_id, first_name, last_name, email_address, mobile_number,
      status, initial_cents, offer_expiry_date, plastic_expiry_date, channels, external_account_id, card_number,
      redeemed_at, issued_by_id, issued_by_name, created_at)
    select o.business_id, o.card_program_id, o.member_id, o.first_name, o.last_name, o.email_address, o.mobile_number,
      ${isActive ? 'Active' : 'Inactive'}, o.initial_cents, ${businessToday} - ${posted}::integer + 90,
      (${businessToday} + make_interval(months => p.expiry_months))::date - ${posted}::integer, array['sms', 'email'],
      ${externalAccountId}, o.card_number, case when ${isActive} then ${daysAgo(activated ?? 0)} end,
      o.ordered_by_id, o.ordered_by_name, ${daysAgo(posted)}
    from card_order o join card_program p using (business_id, card_program_id)
    where o.business_id = ${tx.businessId} and o.order_id = ${orderId}
    returning card_id as "cardId"`)
  await tx.run(sql`
    update card_order set card_id = ${cardId}, external_account_id = ${externalAccountId},
      posted_date = ${businessToday} - ${posted}::integer
    where business_id = ${tx.businessId} and order_id = ${orderId}`)
  await tx.run(sql`
    insert into card_change (business_id, card_id, actor_id, actor_name, title, note, at)
    values (${tx.businessId}, ${cardId}, ${bureau.uid}, ${bureau.name}, 'Posted', ${`Account ${externalAccountId}`},
      ${daysAgo(posted)})`)
  if (isActive)
    await tx.run(sql`
      insert into card_change (business_id, card_id, actor_id, actor_name, title, at)
      select business_id, card_id, 'card/' || card_id, first_name || ' ' || last_name, 'Activated', redeemed_at
      from card where business_id = ${tx.businessId} and card_id = ${cardId}`)
  else
    await tx.run(sql`
      insert into card_offer (business_id, card_id, code_hash)
      values (${tx.businessId}, ${cardId}, ${order.code ? hashOf(order.code) : randomBytes(32)})`)
  return cardId
}

async function tellHistory(tx: Transaction, orderId: string, order: DemoOrder): Promise<void> {
  const { status, started, value, batch, posted } = order
  const isPlaced = status === 'Ordered' || batch !== undefined
  const lines = [
    { day: started, actor: staff, title: 'Started' },
    value !== undefined && { day: started, actor: staff, title: 'Details confirmed' },
    isPlaced && { day: started, actor: staff, title: 'Ordered' },
    batch !== undefined && {
      day: batches[batch]!,
      actor: bureau,
      title: `Sent to the bureau in batch ${batch}`,
    },
    posted !== undefined && { day: posted, actor: bureau, title: 'Completed' },
    (status === 'Cancelled' || status === 'Archived') && {
      day: endedAgo(order),
      actor: staff,
      title: status,
    },
  ].filter((line) => line !== false)
  for (const { day, actor, title } of lines)
    await tx.run(sql`
      insert into card_order_change (business_id, order_id, actor_id, actor_name, title, at)
      values (${tx.businessId}, ${orderId}, ${actor.uid}, ${actor.name}, ${title}, ${daysAgo(day)})`)
  const last = lines.at(-1)!
  await tx.run(sql`
    update card_order set last_change = ${last.title}, last_changed_at = ${daysAgo(last.day)}
    where business_id = ${tx.businessId} and order_id = ${orderId}`)
}
