import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { cardProgramTypeLabels } from '#contract/cards/card-programs.ts'
import { cardIssueApi } from '#contract/cards/card-issue.ts'
import { cardsApi, type MemberCard } from '#contract/cards/cards.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Money } from '#ui/text/money.tsx'
import { CardArt } from '#features/cards/programs/card-art.tsx'
import { CardBadge } from '#parts/badges/card-badge.tsx'
import styles from '#features/cards/programs/card-programs-tab.module.css'
import { AccountId } from './account-id.tsx'
import { MemberPurses } from '#features/cards/list/member-purses.tsx'
import { MemberCardDialog } from '#features/cards/sending/member-card-dialog.tsx'

const text = messages.cards

const columns: Column<MemberCard>[] = [
  { header: 'External Account ID', cell: (card) => <AccountId of={card} /> },
  { header: 'Program', cell: (card) => <Program card={card} />, phone: 'title' },
  { header: 'Type', cell: (card) => cardProgramTypeLabels[card.CardProgramType], phone: 'hidden' },
  { header: 'Account Status', cell: (card) => <CardBadge status={card.AccountStatus} /> },
  { header: 'Balance', cell: (card) => <Balance card={card} />, align: 'right' },
  { header: 'Created Date', cell: (card) => <DateText value={card.CreatedDate} /> },
]

/** The cards of a member, and the way to send another. */
export function Tab({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const canSend = isOpenTo(useMe(), cardIssueApi.issueMemberCard.access) && member.Meta.DateDeleted === null
  const canOpen = useCanOpen('card')
  const list = useCountedList(cardsApi.listMemberCards, { params: { businessId, memberId: member.id } })
  const [isSending, setSending] = useState(false)
  const sendButton = canSend && (
    <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setSending(true)}>
      Send a card
    </Button>
  )
  return (
    <>
      {sendButton && list.rows?.length !== 0 && <div className={styles.top}>{sendButton}</div>}
      <DataTable
        label="Cards"
        columns={columns}
        list={list}
        rowKey={(card) => card.CardId}
        {...(canOpen && {
          rowLink: (card: MemberCard) => pageHref('card', { businessId, cardId: card.CardId }),
        })}
        empty={<EmptyState text={text.noneOfMember} action={sendButton} />}
        errorTitle={text.memberCardsFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
      <MemberPurses member={member} />
      {isSending && (
        <MemberCardDialog
          member={member}
          cardType={null}
          title={messages.cardInvitation.title}
          onClose={() => setSending(false)}
        />
      )}
    </>
  )
}

/** What is on a card or, until it is claimed, what waits to be. */
function Balance({ card: { Balance: now, WaitingAmount } }: { card: MemberCard }) {
  if (WaitingAmount === null || WaitingAmount === 0) return <Money value={now.Amount} />
  return (
    <>
      <Money value={WaitingAmount} /> <span className={styles.waiting}>waiting</span>
    </>
  )
}

function Program({ card }: { card: MemberCard }) {
  const { CardArtUrl, CardProgramType: ProgramType, CardProgramDescription } = card
  return (
    <span className={styles.name}>
      <CardArt program={{ CardArtUrl, ProgramType }} />
      {CardProgramDescription}
    </span>
  )
}
