import type { QueryClient } from '@tanstack/react-query'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { readQuery, useRead } from '#console/queries.ts'
import { pageHref, type PageParams } from '#contract/console-paths.ts'
import type { CardStatus } from '#contract/cards/card-status.ts'
import { cardsApi, type CardDetail } from '#contract/cards/cards.ts'
import { messages } from '#contract/messages.ts'
import { FailedReloadRefunds } from '#parts/refunds/failed-reload-refunds.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Panels } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CardAccountPanel } from './card-account-panel.tsx'
import { CardActions } from './card-actions.tsx'
import { CardBadge } from '#parts/badges/card-badge.tsx'
import { CardDetailPanel } from './card-detail-panel.tsx'
import { CardHistory } from './card-history.tsx'
import { CardNotices } from './card-notices.tsx'
import styles from './card-page.module.css'
import { CardTransactions } from './card-transactions.tsx'

/** Fetches the card and its account ahead. */
export function preload(client: QueryClient, params: PageParams<'card'>): void {
  void client.prefetchQuery(readQuery(cardsApi.getCard, { params }))
  void client.prefetchQuery(readQuery(cardsApi.getCardAccountStatus, { params }))
}

/** A card: whose it is, what is on it, what happened with it. */
export function Page() {
  const { cardId } = usePageParams('card')
  const { BusinessId: businessId } = useBusiness()
  const { data: card, error, retry } = useRead(cardsApi.getCard, { params: { businessId, cardId } })
  if (card) return <CardPage card={card} />
  return (
    <ConsolePage title={error ? 'Card unavailable' : undefined} under={[cardsCrumb(businessId)]}>
      {error ? (
        <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
      ) : (
        <Skeleton height="24rem" />
      )}
    </ConsolePage>
  )
}

function cardsCrumb(businessId: string) {
  return { label: 'Cards', href: pageHref('cards', { businessId }) }
}

/** What a card is called that has no account, and never will. */
const titles: Partial<Record<CardStatus, string>> = {
  Cancelled: 'Cancelled card',
  OfferExpired: 'Expired offer',
}

function CardPage({ card }: { card: CardDetail }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, cardId: card.CardId }
  const account = useRead(cardsApi.getCardAccountStatus, { params })
  return (
    <ConsolePage
      title={card.ExternalAccountId ?? titles[card.AccountStatus] ?? `${messages.cards.pending} card`}
      under={[cardsCrumb(businessId)]}
      subtitle={<Headline card={card} />}
      action={<CardActions card={card} account={account} />}
    >
      <div className={styles.sections}>
        <CardNotices card={card} />
        <FailedReloadRefunds cardId={card.CardId} />
        <Panels>
          <CardDetailPanel card={card} />
          <CardAccountPanel card={card} account={account} />
        </Panels>
        <CardTransactions cardId={card.CardId} />
        <CardHistory cardId={card.CardId} />
      </div>
    </ConsolePage>
  )
}

function Headline({ card }: { card: CardDetail }) {
  const words = [card.CardProgramDescription, `${card.FirstName} ${card.LastName}`, card.MobileNumber]
  return (
    <div className={styles.headline}>
      <span>{words.filter(Boolean).join(' · ')}</span>
      <CardBadge status={card.AccountStatus} />
    </div>
  )
}
