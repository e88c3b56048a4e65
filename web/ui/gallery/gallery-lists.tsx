import { Title } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { demoMembers, type DemoMember } from './gallery-data.ts'
import styles from './gallery.module.css'
import type { ListState } from '#ui/table/list-state.ts'
import { Money } from '#ui/text/money.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { toasts } from '#ui/feedback/toasts.ts'

const columns: Column<DemoMember>[] = [
  { header: 'Name', cell: (member) => member.name },
  { header: 'Membership No', cell: (member) => member.number },
  { header: 'Email', cell: (member) => member.email, phone: 'hidden' },
  {
    header: 'Status',
    cell: ({ status }) => <StatusBadge color={status === 'Active' ? 'green' : 'grey'}>{status}</StatusBadge>,
  },
  { header: 'Financial Date', cell: (member) => <DateText value={member.financialDate} />, phone: 'hidden' },
  { header: 'Level', cell: (member) => member.level, phone: 'hidden' },
  { header: 'Balance', cell: (member) => <Money value={member.balance} />, align: 'right' },
]

function actions(member: DemoMember): RowAction[] {
  const isLapsed = member.status === 'Lapsed'
  return [
    {
      label: 'Edit',
      icon: <IconEdit size={16} aria-hidden />,
      onClick: () => toasts.success(`Editing ${member.name}.`),
    },
    {
      label: 'Transfer points',
      disabled: isLapsed,
      reason: 'The membership has lapsed.',
      onClick: () => toasts.success('Points transferred.'),
    },
    {
      label: 'Delete',
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      onClick: () => toasts.error('Member delete failed.'),
    },
  ]
}

const PAGE = 5

/** A table one can work in: rows that are links, menus, and more rows to load. */
export function GalleryLists() {
  const [count, setCount] = useState(PAGE)
  const [isLoadingMore, setLoadingMore] = useState(false)

  function loadMore() {
    setLoadingMore(true)
    setTimeout(() => {
      setLoadingMore(false)
      setCount((shown) => shown + PAGE)
    }, 600)
  }

  return (
    <DataTable
      label="Members"
      columns={columns}
      list={state({
        rows: demoMembers.slice(0, count),
        hasMore: count < demoMembers.length,
        isLoadingMore,
        loadMore,
      })}
      rowKey={(member) => member.number}
      rowLink={(member) => `#member-${member.number}`}
      rowMenu={actions}
      empty="No members found matching query"
      errorTitle="An error was encountered while searching members."
      loadMoreLabel="Load more..."
    />
  )
}

const failed = { message: 'HTTP 503 error.' }
const some = demoMembers.slice(0, 3)

const states: Record<string, Partial<ListState<DemoMember>>> = {
  Loading: { rows: undefined },
  Empty: { rows: [] },
  Failed: { rows: undefined, error: failed },
  Refreshing: { rows: some, isRefreshing: true },
  'Typing a new search': { rows: some, isRefreshing: true, isStale: true },
  'Loading more failed': { rows: some, hasMore: true, error: failed },
}

/** The same table in each state that a list can be in. */
export function ListStates() {
  return (
    <div className={styles.states}>
      {Object.entries(states).map(([name, given]) => (
        <section key={name} aria-label={name}>
          <Title order={3} mb="xs">
            {name}
          </Title>
          <DataTable
            label={name}
            columns={columns}
            list={state(given)}
            rowKey={(member) => member.number}
            rowMenu={actions}
            empty="No members found matching query"
            errorTitle="An error was encountered while searching members."
          />
        </section>
      ))}
    </div>
  )
}

function state(given: Partial<ListState<DemoMember>>): ListState<DemoMember> {
  return {
    rows: undefined,
    error: null,
    isRefreshing: false,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => {},
    retry: () => toasts.success('Trying again.'),
    ...given,
  }
}
