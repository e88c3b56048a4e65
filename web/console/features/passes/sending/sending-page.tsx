import { Group, NativeSelect, Title } from '@mantine/core'
import { useState } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { useLiveList, usePolledRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { membersApi } from '#contract/members/members.ts'
import {
  type RecipientState,
  recipientStates,
  type SendingRecipient,
} from '#contract/messaging/mass-sending.ts'
import { messages } from '#contract/messages.ts'
import { passInvitationsApi } from '#contract/passes/pass-invitations.ts'
import { useTotal } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { RecipientBadge, recipientWords, SendingBadge } from './sending-words.tsx'

/** One sending to many: how far it is, and what became of each. */
export function Page() {
  const { runId } = usePageParams('sending')
  const { BusinessId: businessId } = useBusiness()
  const crumb = { label: 'Members', href: pageHref('members', { businessId }) }
  const input = { params: { businessId, runId } }
  const { data, error, retry } = usePolledRead(
    passInvitationsApi.getPassInvitations,
    input,
    ({ State }) => State === 'Running',
  )
  return (
    <ConsolePage
      title={data?.DisplayName ?? (error ? 'Invitations' : undefined)}
      under={[crumb, { label: 'Invitations sent', href: pageHref('sendings', { businessId }) }]}
      subtitle={data && <SendingBadge state={data.State} />}
    >
      {data && <SendingProgress run={data} />}
      {data && <Recipients runId={runId} />}
      {!data && error && (
        <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
      )}
      {!data && !error && <Skeleton height="16rem" />}
    </ConsolePage>
  )
}

function Recipients({ runId }: { runId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const me = useMe()
  const [state, setState] = useState<RecipientState | undefined>()
  const input = { params: { businessId, runId }, query: { state } }
  const row = passInvitationsApi.listPassInvitationRecipients
  const list = useTotal(
    row,
    input,
    useLiveList(row, input, ({ State }) => State === 'Queued'),
  )
  return (
    <section aria-labelledby="recipients">
      <Title order={2} size="h3" id="recipients" mt="lg" mb="sm">
        What became of each
      </Title>
      <Group align="end" justify="space-between" mb="sm">
        <NativeSelect
          label="Show"
          value={state ?? ''}
          data={[
            { value: '', label: 'Everybody' },
            ...recipientStates.map((value) => ({ value, label: recipientWords(value) })),
          ]}
          onChange={(event) => setState(recipientStates.find((each) => each === event.currentTarget.value))}
        />
        <DownloadButton
          row={passInvitationsApi.exportPassInvitationRecipients}
          input={input}
          label="Download CSV"
          failure="The file could not be downloaded."
        />
      </Group>
      <DataTable<SendingRecipient>
        label="What became of each"
        columns={columns}
        list={list}
        rowKey={({ MemberId }) => MemberId}
        {...(isOpenTo(me, membersApi.getMember.access) && {
          rowLink: ({ MemberId: memberId }) => pageHref('member', { businessId, memberId }),
        })}
        empty="There is nobody here yet."
        errorTitle="Those it was for could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
    </section>
  )
}

const columns: Column<SendingRecipient>[] = [
  { header: 'Name', cell: (row) => row.Name ?? 'Not shown', phone: 'title' },
  { header: 'Membership No', cell: (row) => row.MembershipNumber, width: '10rem' },
  { header: 'State', cell: (row) => <RecipientBadge state={row.State} /> },
  { header: 'Why', cell: (row) => row.Reason },
  { header: 'To', cell: (row) => row.To },
  { header: 'Sent', cell: (row) => row.SentDate && <DateText value={row.SentDate} withTime /> },
]
