import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useBusiness } from '#console/business.ts'
import { readQuery, useRead } from '#console/queries.ts'
import type { CardOrder } from '#contract/orders/card-orders.ts'
import { cardsInHandApi, type CardInHand, type OrderInHand } from '#contract/orders/cards-in-hand.ts'
import { pageHref } from '#contract/console-paths.ts'
import { CardBadge } from '#parts/badges/card-badge.tsx'
import { OrderBadge } from '#features/orders/order-badge.tsx'
import { shortId } from '#features/orders/order-columns.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import styles from './wizard.module.css'

/** What the member of an order has or will have besides it; `second` finds those that make the ordered card a second one. */
export function useCardsInHand({ MemberId: memberId, OrderId, CardProgramId }: CardOrder) {
  const { BusinessId: businessId } = useBusiness()
  const client = useQueryClient()
  const input = { params: { businessId, memberId } }
  const { data, error, retry } = useRead(cardsInHandApi.getMemberCardsInHand, input)
  const besides = (orders: readonly OrderInHand[]) => orders.filter((order) => order.OrderId !== OrderId)
  const isSame = (one: { CardProgramId: string }) => one.CardProgramId === CardProgramId

  /** Waits for them where they aren't there yet; null where they can't be had. */
  async function second() {
    const query = readQuery(cardsInHandApi.getMemberCardsInHand, input)
    const had = await client.ensureQueryData(query).catch(() => null)
    return (
      had && {
        // One that was lost is to be followed by another.
        cards: had.Cards.filter((card) => isSame(card) && card.AccountStatus !== 'LostStolen').length,
        orders: besides(had.Orders).filter((order) => isSame(order) && order.OrderStatus === 'Ordered')
          .length,
      }
    )
  }

  const isKnown = data !== undefined
  return { cards: data?.Cards ?? [], orders: besides(data?.Orders ?? []), second, isKnown, error, retry }
}

export type InHand = ReturnType<typeof useCardsInHand>

/** The member's cards and orders under way, each a link to it. Nothing where there are none. */
export function CardsInHand({ inHand: { cards, orders, isKnown, error, retry } }: { inHand: InHand }) {
  const { BusinessId: businessId } = useBusiness()
  if (!isKnown && error)
    return (
      <p className={styles.unknown} role="alert">
        The cards this member has could not be loaded: {error.message}
        <Button variant="subtle" size="compact-sm" onClick={retry}>
          Retry
        </Button>
      </p>
    )
  if (cards.length + orders.length === 0) return null
  return (
    <section className={styles.inHand} aria-labelledby="in-hand">
      <h2 id="in-hand">Cards and open orders of this member</h2>
      <ul>
        {cards.map((card) => (
          <Card key={card.CardId} card={card} businessId={businessId} />
        ))}
        {orders.map((order) => (
          <Order key={order.OrderId} order={order} businessId={businessId} />
        ))}
      </ul>
    </section>
  )
}

function Card({ card, businessId }: { card: CardInHand; businessId: string }) {
  const name = card.ExternalAccountId ?? 'not claimed yet'
  return (
    <li>
      <NewTab href={pageHref('card', { businessId, cardId: card.CardId })} name={`Card ${name}`} />
      <span>{card.CardProgramDescription}</span>
      <CardBadge status={card.AccountStatus} />
      <DateText value={card.CreatedDate} />
    </li>
  )
}

function Order({ order, businessId }: { order: OrderInHand; businessId: string }) {
  return (
    <li>
      <NewTab
        href={pageHref('cardOrders', { businessId }, { order: order.OrderId })}
        name={`Order ${shortId(order.OrderId)}`}
      />
      <span>{order.CardProgramDescription}</span>
      <OrderBadge status={order.OrderStatus} />
      <DateText value={order.OrderDate} />
    </li>
  )
}

/** Beside the form, so that what is filled in stays. */
function NewTab({ href, name }: { href: string; name: string }) {
  return (
    <a
      className={styles.link}
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={`${name} (opens in a new tab)`}
    >
      {name}
    </a>
  )
}
