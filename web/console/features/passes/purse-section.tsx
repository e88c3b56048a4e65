import { Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useBusiness } from '#console/business.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { passPurseApi, type PurseEntry } from '#contract/passes/pass-purse.ts'
import type { MemberPass } from '#contract/passes/passes.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { Money } from '#ui/text/money.tsx'
import { BackToPointsDialog } from './back-to-points-dialog.tsx'
import styles from './pass-panel.module.css'

const columns: Column<PurseEntry>[] = [
  { header: 'Date', cell: (entry) => <DateText value={entry.At} withTime /> },
  { header: 'Kind', cell: (entry) => <Kind entry={entry} />, phone: 'title' },
  { header: 'Amount', cell: (entry) => <Money value={entry.Amount} />, align: 'right' },
  { header: 'Balance', cell: (entry) => <Money value={entry.Balance} />, align: 'right' },
]

/** How money came into the purse of a digital card and where it went, with the way back to points. */
export function PurseSection({ member, pass }: { member: Member; pass: MemberPass }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, memberId: member.id, invitationId: pass.InvitationId }
  const list = useCountedList(passPurseApi.listPassFunds, { params })
  const [returned, setReturned] = useState<PurseEntry | null>(null)
  const id = useId()
  return (
    <section className={styles.purse} aria-labelledby={id}>
      <Title order={3} size="h4" id={id}>
        Purse
      </Title>
      <DataTable
        label="Purse history"
        sideways="if-narrow"
        columns={columns}
        list={list}
        rowKey={(entry) => entry.EntryId}
        {...(list.rows?.some((entry) => entry.CanGoBack) && {
          rowMenu: (entry: PurseEntry) => (entry.CanGoBack ? [backAction(() => setReturned(entry))] : []),
        })}
        empty="Nothing has been put into this purse."
        errorTitle="The history of the purse could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
      {returned && <BackToPointsDialog params={params} entry={returned} onClose={() => setReturned(null)} />}
    </section>
  )
}

function backAction(onClick: () => void) {
  return { label: 'Back to points', icon: <IconArrowBackUp size={16} aria-hidden />, danger: true, onClick }
}

function Kind({ entry }: { entry: PurseEntry }) {
  return (
    <span className={styles.state}>
      {entry.Kind}
      {entry.IsTakenBack && <StatusBadge color="grey">Taken back</StatusBadge>}
    </span>
  )
}
