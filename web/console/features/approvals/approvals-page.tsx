import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { type Approval, approvalsApi, approvalWords as text } from '#contract/approvals/approvals.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type RowAction } from '#ui/table/data-table.tsx'
import { TabSet } from '#ui/layout/tab-set.tsx'
import { approvalColumns } from './approval-columns.tsx'
import { ApproveModal, RefuseDialog, WithdrawModal } from './decide-dialogs.tsx'

const states = ['waiting', 'decided'] as const
const Search = z.object({ state: z.enum(states).default('waiting').catch('waiting') })

type Doing = { deed: 'approve' | 'refuse' | 'withdraw'; approval: Approval }

/** What waits for a second person, and what became of the rest: one's own, and what one may decide. */
export function Page() {
  const { values, change } = useFilters(Search)
  return (
    <ConsolePage title={text.title} subtitle="What is above somebody's limit, for somebody else to decide.">
      <TabSet
        label={text.title}
        current={values.state}
        onChange={(state) => change({ state: state === 'decided' ? 'decided' : 'waiting' })}
        tabs={[
          { key: 'waiting', label: 'Waiting', content: <Requests state="waiting" /> },
          { key: 'decided', label: 'Decided', content: <Requests state="decided" /> },
        ]}
      />
    </ConsolePage>
  )
}

function Requests({ state }: { state: (typeof states)[number] }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(approvalsApi.listApprovals, { params: { businessId }, query: { state } })
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  return (
    <>
      <DataTable
        label={text.title}
        columns={approvalColumns(businessId, state)}
        list={list}
        rowKey={({ ApprovalId }) => ApprovalId}
        {...(state === 'waiting' && { rowMenu: (approval: Approval) => actionsOf(approval, setDoing) })}
        empty={state === 'waiting' ? text.nothingWaits : text.nothingDecided}
        errorTitle={text.loadFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
      {doing?.deed === 'approve' && <ApproveModal approval={doing.approval} onClose={close} />}
      {doing?.deed === 'refuse' && <RefuseDialog approval={doing.approval} onClose={close} />}
      {doing?.deed === 'withdraw' && <WithdrawModal approval={doing.approval} onClose={close} />}
    </>
  )
}

function actionsOf(approval: Approval, onDo: (doing: Doing) => void): RowAction[] {
  const doing = (deed: Doing['deed']) => () => onDo({ deed, approval })
  if (approval.IsOwn)
    return [
      {
        label: 'Withdraw',
        icon: <IconArrowBackUp size={16} aria-hidden />,
        onClick: doing('withdraw'),
      },
    ]
  return [
    {
      label: 'Approve',
      icon: <IconCheck size={16} aria-hidden />,
      onClick: doing('approve'),
      disabled: !approval.CanDecide,
      reason: text.aboveYours,
    },
    { label: 'Refuse', icon: <IconX size={16} aria-hidden />, onClick: doing('refuse'), danger: true },
  ]
}
