import { Alert, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconBan, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useWholeList } from '#console/queries.ts'
import { sessionOfTheHour } from '#contract/events/door-rules.ts'
import { NewDoorKit, doorKitsApi, type DoorKit } from '#contract/events/doors/door-kits.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { sessionTitle } from '#contract/events/session-days.ts'
import { messages } from '#contract/messages.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { CopyLine } from '#ui/feedback/copy-line.tsx'
import { LostPart } from '#ui/feedback/error-state.tsx'
import { fetched } from '#ui/feedback/fetched.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm } from '#ui/form/zod-form.ts'
import styles from './door-kits.module.css'
import { scanUrl } from '#features/events/event-words.ts'

const KitCode = fetched(
  async () => (await import('./kit-code.tsx')).KitCode,
  <Skeleton width={200} height={200} />,
  LostPart,
)

const columns: Column<DoorKit>[] = [
  { header: 'Name', cell: (kit) => kit.Name },
  { header: 'Created', cell: (kit) => <DateText value={kit.CreatedDate} />, phone: 'hidden' },
  { header: 'Status', cell: (kit) => <KitStatus kit={kit} /> },
]

type Props = { event: HubEvent; onClose: () => void }

/** Links that open the event's door without an account: made, shown once, revoked. */
export function DoorKitsDialog({ event, onClose }: Props) {
  const { modal } = useDialog(onClose)
  const [secret, setSecret] = useState<string | null>(null)
  const [sessionId, setSessionId] = useState('')
  const [revoked, setRevoked] = useState<DoorKit | null>(null)
  const params = { businessId: event.BusinessId, eventId: event.id }
  const list = useWholeList(doorKitsApi.listDoorKits, { params })
  return (
    <>
      <Modal {...modal} title="Door kits" size="lg" closeOnClickOutside={secret === null}>
        <Stack gap="md">
          <Text>
            A door kit is a link that scans for this event without an account, until the event is over. It can
            do nothing else, and you can revoke it at any time.
          </Text>
          <NewKit params={params} onMade={setSecret} />
          {event.Sessions.length > 1 && (
            <SessionOfDoor sessions={event.Sessions} value={sessionId} onChange={setSessionId} />
          )}
          {secret !== null && (
            <KitLink url={`${scanUrl(event.BusinessId, event.id, sessionId)}#kit=${secret}`} />
          )}
          <DataTable
            label="Door kits"
            columns={columns}
            list={list}
            rowKey={(kit) => kit.DoorKitId}
            rowMenu={(kit) => (kit.RevokedDate ? [] : [revokeAction(() => setRevoked(kit))])}
            empty="No door kits yet. Name the first one above."
            errorTitle={messages.generic.pageAreaError}
          />
        </Stack>
      </Modal>
      {revoked && <RevokeKit params={params} kit={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}

function revokeAction(onClick: () => void): RowAction {
  return { label: 'Revoke', icon: <IconBan size={16} aria-hidden />, danger: true, onClick }
}

type Params = { businessId: string; eventId: string }

function NewKit({ params, onMade }: { params: Params; onMade: (secret: string) => void }) {
  const { run } = useAction(doorKitsApi.createDoorKit)
  const { form, isSubmitting, failure, submit } = useZodForm({
    schema: NewDoorKit,
    initialValues: { Name: '' },
    onSubmit: async (body) => {
      const answer = await run({ params, body })
      if (answer.ok) {
        onMade(answer.data.Secret)
        form.reset()
      }
      return answer
    },
  })
  return (
    <form noValidate onSubmit={submit}>
      {failure && (
        <Alert color="red" p="sm" mb="sm">
          {failure}
        </Alert>
      )}
      <Group align="end" gap="xs">
        <TextInput
          className={styles.name}
          label="Name"
          placeholder="Front door"
          autoComplete="off"
          {...form.getInputProps('Name')}
        />
        <WorkingButton
          type="submit"
          isWorking={isSubmitting}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          New door kit
        </WorkingButton>
      </Group>
    </form>
  )
}

type SessionProps = {
  sessions: HubEvent['Sessions']
  value: string
  onChange: (sessionId: string) => void
}

/** The session that a device stands at once it has opened the link. It can be set to another there. */
function SessionOfDoor({ sessions, value, onChange }: SessionProps) {
  return (
    <NativeSelect
      label="Session that the link opens"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{sessionOfTheHour}</option>
      {sessions.map((session) => (
        <option key={session.SessionId} value={session.SessionId}>
          {sessionTitle(session, sessions)}
        </option>
      ))}
    </NativeSelect>
  )
}

function KitLink({ url }: { url: string }) {
  return (
    <Alert color="orange" role="status" title="Copy the link now">
      It is shown this once. Whoever has it can scan for this event: have the phone at the door read the code
      with its camera, or send it the link.
      <CopyLine value={url} label="door kit link" />
      <KitCode url={url} />
    </Alert>
  )
}

function RevokeKit({ params, kit, onClose }: { params: Params; kit: DoorKit; onClose: () => void }) {
  const { run } = useAction(doorKitsApi.revokeDoorKit, {
    success: 'Door kit revoked.',
    failure: 'Revoking the door kit failed.',
  })
  return (
    <ConfirmModal
      title="Revoke the door kit?"
      text={`${kit.Name} stops working at once. A revoked kit can not be brought back.`}
      confirmLabel="Revoke"
      danger
      onConfirm={() => run({ params: { ...params, doorKitId: kit.DoorKitId } })}
      onClose={onClose}
    />
  )
}

function KitStatus({ kit }: { kit: DoorKit }) {
  if (kit.RevokedDate) return <StatusBadge color="grey">Revoked</StatusBadge>
  return <StatusBadge color="green">Active</StatusBadge>
}
