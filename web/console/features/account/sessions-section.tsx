import { Button, Group } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { accountApi, type AccountSession } from '#contract/access/account.ts'
import { messages } from '#contract/messages.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'

const columns: Column<AccountSession>[] = [
  { header: 'Device', cell: (session) => <Device session={session} /> },
  { header: 'Address', cell: ({ Address }) => Address ?? '-' },
  { header: 'Signed in', cell: ({ SignedInDate }) => <DateText value={SignedInDate} withTime /> },
  { header: 'Last used', cell: ({ LastUsedDate }) => <DateText value={LastUsedDate} withTime /> },
]

type Props = { sessions: AccountSession[] | undefined; isRefreshing: boolean; onRetry: () => void }

/** Where one is signed in, and how to end that. */
export function SessionsSection({ sessions, isRefreshing, onRetry }: Props) {
  const [isEndingOthers, setEndingOthers] = useState(false)
  const { run: endOne } = useAction(accountApi.endMySession, {
    success: 'Session ended.',
    failure: 'The session was not ended.',
  })
  const hasOthers = sessions?.some(({ IsThisOne }) => !IsThisOne) ?? false
  const list = { rows: sessions, error: null, isRefreshing, retry: onRetry }
  return (
    <Panel
      title="Sessions and devices"
      action={
        hasOthers && (
          <Button variant="default" size="xs" onClick={() => setEndingOthers(true)}>
            End all others
          </Button>
        )
      }
    >
      <DataTable
        label="Sessions and devices"
        columns={columns}
        list={{ ...list, hasMore: false, isLoadingMore: false, loadMore: () => undefined }}
        rowKey={({ SessionId }) => SessionId}
        rowMenu={({ SessionId, IsThisOne }) =>
          IsThisOne ? [] : [endAction(() => void endOne({ params: { accountSessionId: SessionId } }))]
        }
        empty="You are signed in nowhere."
        errorTitle={messages.generic.pageAreaError}
      />
      {isEndingOthers && <EndOthers onClose={() => setEndingOthers(false)} />}
    </Panel>
  )
}

function endAction(onClick: () => void): RowAction {
  return { label: 'End session', icon: <IconLogout size={16} aria-hidden />, danger: true, onClick }
}

function Device({ session }: { session: AccountSession }) {
  return (
    <Group gap="xs">
      {session.Device}
      {session.IsThisOne && <StatusBadge color="green">This one</StatusBadge>}
    </Group>
  )
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const { run } = useAction(accountApi.endMyOtherSessions, {
    success: 'All other sessions have ended.',
    failure: 'The other sessions were not ended.',
  })
  return (
    <ConfirmModal
      title="End all other sessions?"
      text="Everywhere else you are signed out at once. What isn’t saved there waits until you sign in again."
      confirmLabel="End all others"
      onConfirm={() => run({})}
      onClose={onClose}
    />
  )
}
