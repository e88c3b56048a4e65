import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { cardProgramTypeLabels } from '#contract/cards/card-programs.ts'
import type { CardDetail } from '#contract/cards/cards.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Money } from '#ui/text/money.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from '#features/cards/links.module.css'

/** What was sent, to whom, and until when. */
export function CardDetailPanel({ card }: { card: CardDetail }) {
  const { BusinessId: businessId } = useBusiness()
  const canOpenMembers = useCanOpen('member')
  const member = card.MemberId !== null && canOpenMembers && (
    <Link className={styles.link} href={pageHref('member', { businessId, memberId: card.MemberId })}>
      View Member
    </Link>
  )
  return (
    <Panel title="Card Detail" action={member}>
      <Facts
        facts={[
          ['Card type', cardProgramTypeLabels[card.CardProgramType]],
          ['Program', card.CardProgramDescription],
          ['Card holder', `${card.FirstName} ${card.LastName}`],
          ['Email', card.EmailAddress],
          ['Mobile', card.MobileNumber],
          ['Initial balance', <Money key="value" value={card.InitialCardValue} />],
          ['Offer expiry date', <DateText key="offer" value={card.OfferExpiryDate} />],
          ['Redeemed date', <DateText key="redeemed" value={card.RedeemedDate} withTime />],
          ['Issued by', card.IssuedByUser],
          ['Created date', <DateText key="created" value={card.CreatedDate} withTime />],
        ]}
      />
    </Panel>
  )
}
