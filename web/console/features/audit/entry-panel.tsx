import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#console/queries.ts'
import { changesOf, deedOf } from '#contract/audit/audit-words.ts'
import { auditApi, type AuditEntry } from '#contract/audit/audit.ts'
import { pageOfRecord } from '#contract/audit/record-pages.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { SidePanel } from '#ui/layout/side-panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ChangesTable } from './changes-table.tsx'

type Props = {
  businessId: string
  entryId: string
  /** The entry, where the list has it already. */
  known: AuditEntry | undefined
  onClose: () => void
}

/** One entry of the trail, whole. */
export function EntryPanel({ businessId, entryId, known, onClose }: Props) {
  const { data, error, retry } = useRead(
    auditApi.getAuditEntry,
    known ? null : { params: { businessId, entryId } },
  )
  const entry = known ?? data
  return (
    <SidePanel title={entry ? `${entry.ActorName} ${deedOf(entry)}` : 'Audit entry'} onClose={onClose}>
      {entry && <Entry entry={entry} businessId={businessId} />}
      {!entry && error && (
        <ErrorState title="The entry could not be loaded." detail={error.message} onRetry={retry} />
      )}
      {!entry && !error && <Skeleton height={160} />}
    </SidePanel>
  )
}

function Entry({ entry, businessId }: { entry: AuditEntry; businessId: string }) {
  const changes = changesOf(entry)
  const page = pageOfRecord(businessId, entry)
  const name = entry.RecordName ?? entry.RecordId
  return (
    <>
      <Facts
        facts={[
          ['When', <DateText key="at" value={entry.At} withTime />],
          ['Who', entry.ActorName],
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
