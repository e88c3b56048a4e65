import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Read, useRead } from '#console/queries.ts'
import { byAdministrator, changesOf, deedOf } from '#contract/audit/audit-words.ts'
import { auditApi, type AuditEntry } from '#contract/audit/audit.ts'
import { platformAuditApi, type PlatformAuditEntry } from '#contract/audit/platform-audit.ts'
import { pageOfRecord } from '#contract/audit/record-pages.ts'
import { pageHref } from '#contract/console-paths.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { SidePanel } from '#ui/layout/side-panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ChangesTable } from './changes-table.tsx'

type Props<Entry extends AuditEntry> = {
  entryId: string
  /** The entry, where the list has it already. */
  known: Entry | undefined
  onClose: () => void
}

type Fact = readonly [label: string, value: ReactNode]

/** One entry of the trail of a business, whole. */
export function BusinessEntryPanel({
  businessId,
  entryId,
  known,
  onClose,
}: Props<AuditEntry> & { businessId: string }) {
  const read = useRead(auditApi.getAuditEntry, known ? null : { params: { businessId, entryId } })
  return (
    <EntryPanel known={known} read={read} onClose={onClose}>
      {(entry) => (
        <Entry
          entry={entry}
          who={entry.IsByAdministrator ? `${entry.ActorName}, ${byAdministrator}` : entry.ActorName}
          businessId={businessId}
        />
      )}
    </EntryPanel>
  )
}

/** One entry of the platform's trail; of what is somebody's the business's own tells more. */
export function PlatformEntryPanel({ entryId, known, onClose }: Props<PlatformAuditEntry>) {
  const read = useRead(platformAuditApi.getPlatformAuditEntry, known ? null : { params: { entryId } })
  return (
    <EntryPanel known={known} read={read} onClose={onClose}>
      {(entry) => (
        <>
          <Entry
            entry={entry}
            who={entry.ActorName}
            businessId={entry.BusinessId}
            beside={[['Business', entry.BusinessName ?? entry.BusinessId]]}
          />
          {entry.BusinessId !== null && (
            <Text mt="md">
              <Anchor
                component={Link}
                to={pageHref('audit', { businessId: entry.BusinessId }, { entry: entry.EntryId })}
                underline="always"
              >
                See it in the business’s own trail
              </Anchor>
            </Text>
          )}
        </>
      )}
    </EntryPanel>
  )
}

type PanelProps<Entry extends AuditEntry> = {
  known: Entry | undefined
  read: Read<Entry>
  onClose: () => void
  children: (entry: Entry) => ReactNode
}

function EntryPanel<Entry extends AuditEntry>({ known, read, onClose, children }: PanelProps<Entry>) {
  const { data, error, retry } = read
  const entry = known ?? data
  return (
    <SidePanel title={entry ? `${entry.ActorName} ${deedOf(entry)}` : 'Audit entry'} onClose={onClose}>
      {entry && children(entry)}
      {!entry && error && (
        <ErrorState title="The entry could not be loaded." detail={error.message} onRetry={retry} />
      )}
      {!entry && !error && <Skeleton height={160} />}
    </SidePanel>
  )
}

type EntryProps = {
  entry: AuditEntry
  who: string
  businessId: string | null
  beside?: readonly Fact[]
}

function Entry({ entry, who, businessId, beside = [] }: EntryProps) {
  const changes = changesOf(entry)
  const page = businessId === null ? null : pageOfRecord(businessId, entry)
  const name = entry.RecordName ?? entry.RecordId
  return (
    <>
      <Facts
        facts={[
          ['When', <DateText key="at" value={entry.At} withTime />],
          ['Who', who],
          ...beside,
          ['From', entry.Address],
          ['Kind', entry.Title],
          [
            entry.RecordKind ?? 'Record',
            page === null ? (
              entry.RecordName
            ) : (
              <Anchor key="record" component={Link} to={page} underline="always">
                {name}
              </Anchor>
            ),
          ],
          ...(entry.RecordId === entry.RecordName ? [] : [['Id', entry.RecordId] as const]),
        ]}
      />
      {changes.length > 0 && <ChangesTable changes={changes} />}
    </>
  )
}
