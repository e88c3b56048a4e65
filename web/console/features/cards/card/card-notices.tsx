import { Alert, Button, Group } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen, useMay } from '#console/can-open.ts'
import { canReplace, cardReplacementApi } from '#contract/cards/card-replacement.ts'
import type { CardDetail } from '#contract/cards/cards.ts'
import { pageHref } from '#contract/console-paths.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import styles from '#features/cards/links.module.css'
import { AccountStatusDialog } from './account-status-dialog.tsx'
import { ReplaceCardDialog } from './replace-card-dialog.tsx'

/** What somebody has to know of a card before anything else: that it is lost, or which other one has its place. */
export function CardNotices({ card }: { card: CardDetail }) {
  const { BusinessId: businessId } = useBusiness()
  const isWaiting = card.ReportedLostAt !== null && card.AccountStatus === 'LostStolen'
  const linkTo = (cardId: string, words: string) => (
    <Link className={styles.link} href={pageHref('card', { businessId, cardId })}>
      {words}
    </Link>
  )
  return (
    <>
      {isWaiting && canReplace(card.AccountStatus, card) && <ReportedLost card={card} />}
      {card.ReplacedByCardId !== null && (
        <Alert color="gray" p="sm" role="status" title="This card was replaced.">
          What was on it is on {linkTo(card.ReplacedByCardId, 'the card that took its place')}.
        </Alert>
      )}
      {card.ReplacedByCardId === null && card.ReplacementOrderId !== null && (
        <OnOrder orderId={card.ReplacementOrderId} />
      )}
      {card.ReplacesCardId !== null && (
        <Alert color="gray" p="sm" role="status">
          This card took the place of {linkTo(card.ReplacesCardId, 'one that was replaced')}.
        </Alert>
      )}
    </>
  )
}

function ReportedLost({ card }: { card: CardDetail }) {
  const mayManage = useMay(cardReplacementApi.replaceCard)
  const [dialog, setDialog] = useState<'replace' | 'found' | null>(null)
  const close = () => setDialog(null)
  return (
    <Alert color="orange" p="sm" role="status" title="The holder reported it lost.">
      It is blocked since <DateText value={card.ReportedLostAt} withTime />, and what is on it stays. Replace
      it, or let it work again once it was found.
      {mayManage && (
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={() => setDialog('replace')}>
            Replace card
          </Button>
          <Button size="xs" variant="default" onClick={() => setDialog('found')}>
            Found again
          </Button>
        </Group>
      )}
      {dialog === 'replace' && <ReplaceCardDialog card={card} onClose={close} />}
      {dialog === 'found' && (
        <AccountStatusDialog card={card} status={card.AccountStatus} change="active" onClose={close} />
      )}
    </Alert>
  )
}

function OnOrder({ orderId }: { orderId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const canOpenOrders = useCanOpen('cardOrders')
  return (
    <Alert color="gray" p="sm" role="status" title="A plastic card that replaces this one is on order.">
      What is on this card goes on to it when it is posted.{' '}
      {canOpenOrders && (
        <Link className={styles.link} href={`${pageHref('cardOrders', { businessId })}?q=${orderId}`}>
          View the order
        </Link>
      )}
    </Alert>
  )
}
