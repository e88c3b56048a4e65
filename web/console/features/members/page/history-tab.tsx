import { useBusiness } from '#console/business.ts'
import { changesOf, type FieldChange } from '#contract/audit/audit-words.ts'
import { memberHistoryApi, type MemberChange } from '#contract/members/member-history.ts'
import { memberOverridesApi } from '#contract/members/member-overrides.ts'
import { membersApi, type Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { useZone } from '#ui/date/zone.ts'
import { formatStored } from '#ui/text/format.ts'
import styles from './history-tab.module.css'

// What was done, where the record has only the name of the call.
const deeds: Readonly<Record<string, string>> = {
  [membersApi.createMember.title]: 'Created',
  [membersApi.updateMember.title]: 'Changed',
  [membersApi.deleteMember.title]: 'Deleted',
  [membersApi.restoreMember.title]: 'Restored',
  [memberOverridesApi.overrideMemberProperty.title]: 'Overridden',
}

const columns: Column<MemberChange>[] = [
  { header: 'What', cell: (change) => <Change change={change} />, phone: 'title' },
  { header: 'Who', cell: (change) => change.ActorName, width: '18%' },
  { header: 'When', cell: (change) => <DateText value={change.At} withTime />, width: '22%' },
]

/** Who changed what of a member, and when. */
export function Tab({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(memberHistoryApi.listMemberHistory, {
    params: { businessId, memberId: member.id },
  })
  return (
    <DataTable
      label="History"
      columns={columns}
      list={list}
      rowKey={(change) => change.ChangeId}
      empty="Nothing has been changed since this member was made."
      errorTitle="The history could not be loaded."
      loadMoreLabel={messages.generic.loadMore}
    />
  )
}

function Change({ change }: { change: MemberChange }) {
  return (
    <>
      <strong>{deeds[change.Title] ?? change.Title}</strong>
      <ul className={styles.changes}>
        {changesOf(change).map((field) => (
          <FieldLine key={field.field} change={field} isFirst={change.Before === null} />
        ))}
      </ul>
    </>
  )
}

/** A field, before and after; of a member just made there is no before. */
function FieldLine({ change, isFirst }: { change: FieldChange; isFirst: boolean }) {
  const zone = useZone()
  return (
    <li>
      <span className={styles.field}>{change.field}: </span>
      {!isFirst && (
        <>
          <del>{changeInWords(change.before, zone)}</del> <span aria-hidden>→</span>{' '}
        </>
      )}
      <ins>{changeInWords(change.after, zone)}</ins>
    </li>
  )
}

function changeInWords(parts: FieldChange['before'], zone: string | undefined): string {
  return parts.map(({ text }) => formatStored(text, zone)).join(', ') || '-'
}
