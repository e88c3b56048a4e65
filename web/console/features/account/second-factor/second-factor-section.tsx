import { Alert, Button, Group, Text } from '@mantine/core'
import { IconDeviceMobile, IconEdit, IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { secondFactorApi, type Factor, type OwnFactors } from '#contract/access/second-factor.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { messages } from '#contract/messages.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { canUsePasskeys, whyNoPasskeys } from '#web/passkeys.ts'
import { AddAuthenticatorDialog } from './add-authenticator-dialog.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import { RenameFactorDialog } from './rename-factor-dialog.tsx'

type Dialog = { about: 'passkey' | 'authenticator' } | { about: 'rename' | 'remove'; factor: Factor }

const kinds: Record<Factor['Kind'], string> = { passkey: 'Passkey', authenticator: 'Authenticator app' }

const columns: Column<Factor>[] = [
  { header: 'Name', cell: (factor) => factor.Name },
  { header: 'Kind', cell: (factor) => kinds[factor.Kind] },
  { header: 'Added', cell: (factor) => <DateText value={factor.CreatedDate} /> },
  {
    header: 'Last used',
    cell: (factor) => (factor.LastUsedDate ? <DateText value={factor.LastUsedDate} withTime /> : 'Never'),
  },
]

/** What the signed-in person shows beside their password: passkeys, authenticator apps and recovery codes. */
export function SecondFactorSection() {
  const { data, error, retry, ...read } = useRead(secondFactorApi.listOwnFactors)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  // With the first factor come the codes for when it is lost.
  const [isFirst, setFirst] = useState(false)
  const close = () => setDialog(null)
  const onAdded = () => setFirst(data?.Factors.length === 0 && data.RecoveryCodesLeft === 0)
  if (error && !data)
    return <ErrorState title={messages.generic.pageAreaError} detail={error.message} onRetry={retry} />
  if (data?.UsesMicrosoft) return <ByMicrosoft />
  return (
    <Panel title="Second factor">
      <Requirement />
      <Text mb="md">
        Beside your password, a passkey or the code of an app shows that it is you. A passkey also signs you
        in alone, without the password.
      </Text>
      {data?.Factors.length !== 0 && (
        <DataTable
          label="Second factors"
          columns={columns}
          list={{ ...read, ...whole, error: null, rows: data?.Factors, retry }}
          rowKey={(factor) => factor.FactorId}
          rowMenu={(factor) => menuOf(factor, setDialog)}
          empty={null}
          errorTitle={messages.generic.pageAreaError}
        />
      )}
      {data && <AddButtons at={data.PasskeysAt} onAdd={(about) => setDialog({ about })} />}
      {data && data.Factors.length > 0 && (
        <RecoveryCodes left={data.RecoveryCodesLeft} isFirst={isFirst} onMade={() => setFirst(false)} />
      )}
      {dialog?.about === 'passkey' && <AddPasskeyDialog onAdded={onAdded} onClose={close} />}
      {dialog?.about === 'authenticator' && <AddAuthenticatorDialog onAdded={onAdded} onClose={close} />}
      {dialog?.about === 'rename' && <RenameFactorDialog factor={dialog.factor} onClose={close} />}
      {dialog?.about === 'remove' && <RemoveFactorDialog factor={dialog.factor} onClose={close} />}
    </Panel>
  )
}

const whole = { hasMore: false, isLoadingMore: false, loadMore: () => undefined }

function ByMicrosoft() {
  return (
    <Panel title="Second factor">
      <Text>{secondFactorWords.byMicrosoft}</Text>
    </Panel>
  )
}

/** Of those who should have one by now and have none. */
function Requirement() {
  const { DueDate } = useMe().SecondFactor
  const [now] = useState(Date.now)
  if (DueDate === null || Date.parse(DueDate) > now) return null
  return (
    <Alert color="orange" mb="md" role="alert">
      {secondFactorWords.required}
    </Alert>
  )
}

type AddButtonsProps = { at: OwnFactors['PasskeysAt']; onAdd: (kind: Factor['Kind']) => void }

function AddButtons({ at, onAdd }: AddButtonsProps) {
  const isPossible = at !== null && canUsePasskeys()
  return (
    <>
      <Group mt="md" gap="sm">
        <Button
          variant="default"
          disabled={!isPossible}
          leftSection={<IconFingerprint size={16} aria-hidden />}
          onClick={() => onAdd('passkey')}
        >
          Add a passkey
        </Button>
        <Button
          variant="default"
          leftSection={<IconDeviceMobile size={16} aria-hidden />}
          onClick={() => onAdd('authenticator')}
        >
          Add an authenticator app
        </Button>
      </Group>
      {!isPossible && (
        <Text c="dimmed" mt="xs">
          {whyNoPasskeys(at)}
        </Text>
      )}
    </>
  )
}

function menuOf(factor: Factor, open: (dialog: Dialog) => void): RowAction[] {
  return [
    {
      label: 'Rename',
      icon: <IconEdit size={16} aria-hidden />,
      onClick: () => open({ about: 'rename', factor }),
    },
    {
      label: 'Remove',
      icon: <IconTrash size={16} aria-hidden />,
      onClick: () => open({ about: 'remove', factor }),
      danger: true,
    },
  ]
}
