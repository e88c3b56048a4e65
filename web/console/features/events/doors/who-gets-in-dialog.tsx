import { Alert, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useSearchRead } from '#console/queries.ts'
import { eventsApi, type HubEvent } from '#contract/events/events.ts'
import { membersApi, type MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import styles from './who-gets-in.module.css'

type Props = { event: HubEvent; onClose: () => void }

/** Looks a member up and says whether they would get in, and why not. */
export function WhoGetsInDialog({ event, onClose }: Props) {
  const { modal } = useDialog(onClose)
  const [q, setQ] = useState('')
  const [member, setMember] = useState<MemberListItem | null>(null)
  return (
    <Modal {...modal} title="Who would get in?">
      <Stack gap="md">
        <div>
          <SearchBox
            label={messages.members.searchPlaceholder}
            value={q}
            onSearch={(words) => {
              setQ(words)
              setMember(null)
            }}
          />
        </div>
        {member ? (
          <Verdict event={event} member={member} />
        ) : (
          q !== '' && <Hits businessId={event.BusinessId} q={q} onPick={setMember} />
        )}
      </Stack>
    </Modal>
  )
}

const mostHits = 6

type HitsProps = { businessId: string; q: string; onPick: (member: MemberListItem) => void }

function Hits({ businessId, q, onPick }: HitsProps) {
  const { data, error, retry } = useSearchRead(membersApi.listMembers, {
    params: { businessId },
    query: { q, limit: mostHits },
  })
  if (error)
    return <ErrorState title={messages.members.searchFailed} detail={error.message} onRetry={retry} />
  if (!data) return <Text c="dimmed">Searching…</Text>
  if (data.Results.length === 0) return <output>{messages.members.noneMatching(q)}</output>
  return (
    <ul className={styles.hits} aria-label="Members found">
      {data.Results.map((member) => (
        <li key={member.id}>
          <button type="button" className={styles.hit} onClick={() => onPick(member)}>
            <span>{memberName(member)}</span>
            <span className={styles.number}>{member.MembershipNumber ?? member.BadgeNumber ?? '-'}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Verdict({ event, member }: { event: HubEvent; member: MemberListItem }) {
  const { data, error, retry } = useRead(eventsApi.getAdmission, {
    params: { businessId: event.BusinessId, eventId: event.id },
    query: { memberId: member.id },
  })
  if (error) return <ErrorState title={messages.events.loadFailed} detail={error.message} onRetry={retry} />
  if (!data) return <Text c="dimmed">Looking…</Text>
  const name = memberName(member)
  return data.IsEligible ? (
    <Alert
      color="green"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={`Yes, ${name} would get in.`}
    >
      During check-in, from {event.CheckInStartTime} to {event.CheckInEndTime}.
    </Alert>
  ) : (
    <Alert
      color="red"
      role="status"
      icon={<IconCircleX aria-hidden />}
      title={`No, ${name} would not get in.`}
    >
      <ul className={styles.reasons}>
        {data.Reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Alert>
  )
}

function memberName({ FirstName, LastName }: MemberListItem): string {
  return `${FirstName} ${LastName}`
}
