import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { mayImportMembers } from '#contract/access/shared-reads.ts'
import { listMembers, type MemberListItem } from '#contract/members/list/member-list.ts'
import { firstMessages } from '#contract/first-messages.ts'
import { listMessages as messages } from '#contract/members/list/list-messages.ts'
import { MemberStanding } from '#parts/badges/member-standing.tsx'
import { MemberStatus } from '#parts/badges/member-status.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import type { Filters } from '#ui/table/filter-bar.tsx'
import styles from './members-list.module.css'
import { MembersFilterBar } from './members-filter-bar.tsx'
import { listInput, shownWithMore, type MembersSearch } from './members-search.ts'

const text = messages.members

const columns: Column<MemberListItem>[] = [
  { header: 'Membership No', cell: (member) => member.MembershipNumber ?? member.BadgeNumber },
  { header: 'Name', cell: listedName, phone: 'title' },
  { header: 'Birth Date', cell: (member) => <DateText value={member.BirthDate} />, phone: 'hidden' },
  { header: 'Status', cell: (member) => <MemberStatus status={member.Status} /> },
  {
    header: 'Financial Date',
    cell: (member) => (
      <span className={styles.until}>
        <DateText value={member.DateFinancial} />
        {/* A dash says as much. */}
        {member.Standing !== 'No date' && <MemberStanding standing={member.Standing} />}
      </span>
    ),
  },
  { header: 'Level', cell: (member) => member.MemberLevelDescription, phone: 'hidden' },
  { header: 'Membership Type', cell: (member) => member.MembershipTypeDescription, phone: 'hidden' },
]

type Props = {
  filters: Filters<MembersSearch>
  /** What can be done with a member beside looking at them. */
  actionsOf: (member: MemberListItem) => RowAction[]
}

/** The members of the business: searched, filtered, and a page at a time. */
export function MembersList({ filters, actionsOf }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const { values: search, change } = filters
  const list = useCountedList(listMembers, listInput(businessId, search))
  const hrefOf = (member: MemberListItem) => pageHref('member', { businessId, memberId: member.id })
  // Another search starts at its beginning.
  const narrow = (patch: Partial<MembersSearch>) => change({ ...patch, shown: undefined })

  function loadMore() {
    change({ shown: shownWithMore(list.rows) })
    list.loadMore()
  }
  const view = (member: MemberListItem): RowAction => ({
    label: 'View Member',
    icon: <IconEye size={16} aria-hidden />,
    onClick: () => void navigate({ to: hrefOf(member) }),
  })
  return (
    <>
      <MembersFilterBar search={search} onChange={narrow} />
      <DataTable
        label="Members"
        columns={columns}
        list={{ ...list, loadMore }}
        rowKey={(member) => member.id}
        rowLink={hrefOf}
        rowMenu={(member) => [view(member), ...actionsOf(member)]}
        empty={<NoMembers search={search} onReset={() => narrow({ filter: '' })} />}
        errorTitle={text.searchFailed}
        loadMoreLabel={firstMessages.generic.loadMore}
      />
    </>
  )
}

function listedName({ FirstName, LastName, PreferredName }: MemberListItem): string {
  const isOther = PreferredName !== null && PreferredName !== FirstName
  return isOther ? `${FirstName} (${PreferredName}) ${LastName}` : `${FirstName} ${LastName}`
}

/** The way in for those who come with a list, where they may. */
function FirstMembers() {
  const { BusinessId: businessId } = useBusiness()
  if (!useMay({ access: mayImportMembers })) return null
  return (
    <Button component={Link} variant="default" href={pageHref('memberImports', { businessId })}>
      Import members
    </Button>
  )
}

function NoMembers({ search, onReset }: { search: MembersSearch; onReset: () => void }) {
  const query = [search.q, search.membershipNumber].filter(Boolean).join(' ')
  const reset = (
    <Button variant="default" onClick={onReset}>
      Reset the filter
    </Button>
  )
  return (
    <EmptyState
      text={query ? text.noneMatching(query) : text.noneFound}
      action={search.filter !== '' ? reset : query === '' && <FirstMembers />}
    />
  )
}
