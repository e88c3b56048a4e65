import type { Read } from '#console/queries.ts'
import { cardStatusLabels } from '#contract/cards/card-status.ts'
import type { CardAccountStatus, CardDetail } from '#contract/cards/cards.ts'
import { messages } from '#contract/messages.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Money } from '#ui/text/money.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TypeIcon } from '#features/cards/programs/card-art.tsx'
import styles from './card-page.module.css'

type Props = { card: CardDetail; account: Read<CardAccountStatus> }

/** What is on the card and whether it works, beside its picture. */
export function CardAccountPanel({ card, account }: Props) {
  return (
    <Panel title="Account Status">
      <div className={styles.account}>
        <Account account={account} />
        <span className={styles.art}>
          {card.CardArtUrl ? (
            <img src={card.CardArtUrl} alt={card.CardProgramDescription} />
          ) : (
            <TypeIcon type={card.CardProgramType} size={48} />
          )}
        </span>
      </div>
    </Panel>
  )
}

function Account({ account: { data, error, retry } }: { account: Read<CardAccountStatus> }) {
  if (!data && error)
    return <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
  if (!data) return <Skeleton height="8rem" />
  return (
    <Facts
      facts={[
        [
          'Balance',
          <span key="balance" className={styles.balance}>
            <Money value={data.Balance.Amount} />
          </span>,
        ],
        ['Card number', data.MaskedCardNumber],
        [
          'Expiry date',
          data.PlasticExpiryDate === null ? (
            'Never'
          ) : (
            <DateText key="expiry" value={data.PlasticExpiryDate} />
          ),
        ],
        ['Status', cardStatusLabels[data.Status]],
      ]}
    />
  )
}
