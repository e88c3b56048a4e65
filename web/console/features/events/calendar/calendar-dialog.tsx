import { Alert, Group, Modal, Stack, Text } from '@mantine/core'
import { IconLink, IconRefresh, IconTrash } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { calendarApi, type CalendarLink } from '#contract/events/calendar.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { CopyLine } from '#ui/feedback/copy-line.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'

type Question = 'renew' | 'withdraw'

/** The link that calendars read the business's events by: made, copied, renewed, withdrawn. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { BusinessId: businessId, DisplayName } = useBusiness()
  const { modal } = useDialog(onClose)
  const [question, ask] = useState<Question | null>(null)
  const { data, error, retry } = useRead(calendarApi.getCalendarLink, { params: { businessId } })
  return (
    <>
      <Modal {...modal} title="Calendar" size="lg">
        <Stack gap="md">
          <Text>
            With this link the events of {DisplayName} show in any calendar, such as Google’s, Apple’s or
            Outlook’s, and stay up to date there: names, days, times and places. Drafts are not in it, and
            nothing about members.
          </Text>
          {error && <ErrorState title={loadFailed} detail={error.message} onRetry={retry} />}
          {!data && !error && <Skeleton height={64} />}
          {data && (data.CreatedDate === null ? <MakeLink /> : <Link link={data} onAsk={ask} />)}
        </Stack>
      </Modal>
      {question === 'renew' && <RenewLink onClose={() => ask(null)} />}
      {question === 'withdraw' && <WithdrawLink onClose={() => ask(null)} />}
    </>
  )
}

const loadFailed = 'The link could not be loaded.'

function useRenew(success: string) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(calendarApi.renewCalendarLink, {
    success,
    failure: 'The link could not be made.',
  })
  return () => run({ params: { businessId } })
}

function MakeLink() {
  const renew = useRenew('Calendar link made.')
  const [isWorking, setWorking] = useState(false)
  async function make() {
    setWorking(true)
    await renew()
    setWorking(false)
  }
  return (
    <Group>
      <WorkingButton
        isWorking={isWorking}
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() => void make()}
      >
        Make link
      </WorkingButton>
    </Group>
  )
}

function Link({ link, onAsk }: { link: CalendarLink; onAsk: (question: Question) => void }) {
  return (
    <>
      {link.Path === null ? (
        <Alert color="orange">This link can not be shown any more. Renew it to have one to give out.</Alert>
      ) : (
        <div>
          <CopyLine value={`${location.origin}${link.Path}`} label="calendar link" />
          <Text size="sm" c="dimmed">
            Made by {link.CreatedByUser} on <DateText value={link.CreatedDate} />. Whoever has it sees the
            events without an account.
          </Text>
        </div>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => onAsk('renew')}
        >
          Renew
        </Button>
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk('withdraw')}
        >
          Withdraw
        </Button>
      </Group>
    </>
  )
}

function RenewLink({ onClose }: { onClose: () => void }) {
  const renew = useRenew('Calendar link renewed.')
  return (
    <ConfirmModal
      title="Renew the calendar link?"
      text="The link that is out there stops working: everybody who uses it needs the new one."
      confirmLabel="Renew"
      danger
      onConfirm={renew}
      onClose={onClose}
    />
  )
}

function WithdrawLink({ onClose }: { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(calendarApi.withdrawCalendarLink, {
    success: 'Calendar link withdrawn.',
    failure: 'The link could not be withdrawn.',
  })
  return (
    <ConfirmModal
      title="Withdraw the calendar link?"
      text="It stops working for everybody who uses it."
      confirmLabel="Withdraw"
      danger
      onConfirm={() => run({ params: { businessId } })}
      onClose={onClose}
    />
  )
}
