import { Button } from '@mantine/core'
import { IconBan, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useWholeList } from '#console/queries.ts'
import { apiKeysApi, type ApiKey } from '#contract/access/api-keys.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import styles from './api-keys-tab.module.css'
import { NewApiKeyDialog } from './new-api-key-dialog.tsx'
import { RevokeApiKeyModal } from './revoke-api-key-modal.tsx'
import { SecretModal } from './secret-modal.tsx'

type Dialog = { kind: 'new' } | { kind: 'secret'; secret: string } | { kind: 'revoke'; apiKey: ApiKey }

const columns: Column<ApiKey>[] = [
  { header: 'Name', cell: (key) => key.Name },
  { header: 'Venue', cell: (key) => key.VenueName },
  { header: 'Key', cell: (key) => <code className={styles.ending}>…{key.Ending}</code>, phone: 'hidden' },
  { header: 'Created', cell: (key) => <Created apiKey={key} />, phone: 'hidden' },
  {
    header: 'Last used',
    cell: (key) => (key.LastUsedDate ? <DateText value={key.LastUsedDate} withTime /> : 'Never'),
  },
  { header: 'Status', cell: (key) => <Status apiKey={key} /> },
]

function NoVenue() {
  const { BusinessId: businessId } = useBusiness()
  const href = pageHref('configuration', { businessId }, { tab: 'venues' })
  return (
    <EmptyState
      text="A key belongs to the tills of a venue. Add a venue first."
      action={
        <Button component={Link} variant="default" href={href}>
          Go to the venues
        </Button>
      }
    />
  )
}

/** The keys that the tills of the business call with. */
export function Tab() {
  const { BusinessId: businessId, VenueSummaries: venues } = useBusiness()
  const list = useWholeList(apiKeysApi.listApiKeys, { params: { businessId } })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const newButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ kind: 'new' })}>
      New API key
    </Button>
  )
  return (
    <>
      {list.rows?.length !== 0 && <div className={styles.top}>{newButton}</div>}
      <DataTable
        label="API keys"
        columns={columns}
        list={list}
        rowKey={(key) => key.ApiKeyId}
        rowMenu={(apiKey) =>
          apiKey.RevokedDate ? [] : [revokeAction(() => setDialog({ kind: 'revoke', apiKey }))]
        }
        empty={
          venues.length === 0 ? <NoVenue /> : <EmptyState text="No till has a key yet." action={newButton} />
        }
        errorTitle={messages.generic.pageAreaError}
      />
      {dialog?.kind === 'new' && (
        <NewApiKeyDialog
          onClose={(secret) => setDialog(secret === null ? null : { kind: 'secret', secret })}
        />
      )}
      {dialog?.kind === 'secret' && <SecretModal secret={dialog.secret} onClose={close} />}
      {dialog?.kind === 'revoke' && <RevokeApiKeyModal apiKey={dialog.apiKey} onClose={close} />}
    </>
  )
}

function revokeAction(onClick: () => void): RowAction {
  return { label: 'Revoke', icon: <IconBan size={16} aria-hidden />, danger: true, onClick }
}

function Created({ apiKey: { CreatedDate, CreatedByUser } }: { apiKey: ApiKey }) {
  return (
    <>
      <DateText value={CreatedDate} /> by {CreatedByUser}
    </>
  )
}

function Status({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.RevokedDate) return <StatusBadge color="grey">Revoked</StatusBadge>
  return <StatusBadge color="green">Active</StatusBadge>
}
