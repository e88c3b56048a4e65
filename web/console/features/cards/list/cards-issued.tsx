import { Button } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { cardsApi, type CardSummary } from '#contract/cards/cards.ts'
import { messages } from '#contract/messages.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { CardBadge } from '#parts/badges/card-badge.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { AccountId } from './account-id.tsx'
import styles from './cards-issued.module.css'
import type { cardsQueryOf } from './cards-filter-bar.tsx'

const text = messages.cards

type Props = {
  query: ReturnType<typeof cardsQueryOf>
  isFiltered: boolean
  /** Sends one; undefined where no program has cards that are sent, and for those who may not. */
  onSend?: (() => void) | undefined
}

/** The cards that were issued, newest first. Each leads to its page. */
export function CardsIssued({ query, isFiltered, onSend }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(cardsApi.listCards, { params: { businessId }, query })
  const canOpenMembers = useCanOpen('member')
  return (
    <DataTable
      label="Cards Issued"
      sideways="if-narrow"
      columns={columnsFor(canOpenMembers ? businessId : null)}
      list={list}
      rowKey={(card) => card.CardId}
      rowLink={(card) => pageHref('card', { businessId, cardId: card.CardId })}
      empty={isFiltered ? 'No cards match these filters.' : <NoCards onSend={onSend} />}
      errorTitle={text.listFailed}
      loadMoreLabel={messages.generic.loadMore}
    />
  )
}

function NoCards({ onSend }: Pick<Props, 'onSend'>) {
  const send = onSend && (
    <Button variant="default" onClick={onSend}>
      Send a card
    </Button>
  )
  return <EmptyState text="No cards have been issued yet." action={send} />
}

function columnsFor(businessId: string | null): Column<CardSummary>[] {
  return [
    { header: 'External Account ID', cell: (card) => <AccountId of={card} />, width: '11%' },
    { header: 'Program', cell: (card) => card.CardProgramDescription },
    { header: 'Account Status', cell: (card) => <CardBadge status={card.AccountStatus} />, width: '9rem' },
    {
      header: 'Member',
      cell: (card) => <MemberLink card={card} businessId={businessId} />,
      phone: 'hidden',
    },
    { header: 'First Name', cell: (card) => card.FirstName, phone: 'hidden' },
    {
      header: 'Last Name',
      cell: (card) => card.LastName,
      phone: 'title',
      before: (card) => card.FirstName,
    },
    { header: 'Email Address', cell: (card) => card.EmailAddress, phone: 'hidden', width: '14%' },
    { header: 'Mobile Number', cell: (card) => card.MobileNumber, phone: 'hidden' },
    { header: 'Issued By', cell: (card) => card.IssuedByUser, phone: 'hidden' },
    { header: 'Created Date', cell: (card) => <DateText value={card.CreatedDate} />, width: '7rem' },
  ]
}

function MemberLink({ card, businessId }: { card: CardSummary; businessId: string | null }) {
  if (businessId === null || card.MemberId === null) return '-'
  return (
    <a
      className={styles.member}
      href={pageHref('member', { businessId, memberId: card.MemberId })}
      target="_blank"
      rel="noopener"
      aria-label={`View ${card.FirstName} ${card.LastName} (opens in a new tab)`}
    >
      View
    </a>
  )
}
