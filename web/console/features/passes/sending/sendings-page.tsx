import { Button } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { ConsolePage } from '#console/page.tsx'
import { useLiveList } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { passInvitationsApi, type PassRun } from '#contract/passes/pass-invitations.ts'
import { useTotal } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { SendingBadge } from './sending-words.tsx'

const figure = (value: number) => value.toLocaleString('en-AU')

const columns: Column<PassRun>[] = [
  { header: 'What', cell: (run) => run.DisplayName, phone: 'title' },
  { header: 'State', cell: (run) => <SendingBadge state={run.State} /> },
  { header: 'Invited', cell: (run) => figure(run.Invited), align: 'right' },
  { header: 'Passed over', cell: (run) => figure(run.Skipped), align: 'right', phone: 'hidden' },
  { header: 'Can’t be reached', cell: (run) => figure(run.Unreachable), align: 'right', phone: 'hidden' },
  { header: 'By', cell: (run) => run.StartedBy },
  { header: 'When', cell: (run) => <DateText value={run.StartedAt} withTime /> },
]

/** What has been sent to many members at once. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const crumb = { label: 'Members', href: pageHref('members', { businessId }) }
  const canOpenMembers = useCanOpen('members')
  const input = { params: { businessId } }
  const live = useLiveList(passInvitationsApi.listPassInvitations, input, ({ State }) => State === 'Running')
  const list = useTotal(passInvitationsApi.listPassInvitations, input, live)
  return (
    <ConsolePage title="Invitations sent" under={[crumb]} subtitle="To many members at once, newest first.">
      <DataTable
        label="Invitations sent"
        columns={columns}
        list={list}
        rowKey={({ RunId }) => RunId}
        rowLink={({ RunId: runId }) => pageHref('sending', { businessId, runId })}
        empty={
          <EmptyState
            text="Nothing has been sent to many members yet. ‘Invite all’ on the list of members does it."
            action={
              canOpenMembers && (
                <Button component={Link} variant="default" href={crumb.href}>
                  Go to the members
                </Button>
              )
            }
          />
        }
        errorTitle="What was sent could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
    </ConsolePage>
  )
}
