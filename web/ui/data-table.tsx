import type { ReactNode } from 'react'
import { DataTableRow } from './data-table-row.tsx'
import type { Column } from './data-table-row.tsx'
import styles from './data-table.module.css'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import type { ListState } from './list-state.ts'
import { LoadMore } from './load-more.tsx'
import type { RowAction } from './row-menu.tsx'
import { Skeleton } from './skeleton.tsx'
import { tableRoles } from './table-roles.ts'

export type { Column, RowAction }

export type DataTableProps<Row> = {
  /** What the rows are, for those who can't see the page's title. */
  label: string
  columns: Column<Row>[]
  list: ListState<Row>
  rowKey: (row: Row) => string
  /** The page of a row: the whole row leads there. */
  rowLink?: (row: Row) => string
  /** What can be done with a row, in a menu at its end. */
  rowMenu?: (row: Row) => RowAction[]
  /** One sentence, or an EmptyState with the action that fills the list. */
  empty: ReactNode
  errorTitle: string
  loadMoreLabel?: string
  /** More columns than fit: the table scrolls in a frame of its own, its heading and first column stay. */
  isWide?: boolean
}

const SKELETON_ROWS = 8
const SKELETON_WIDTHS = ['70%', '50%', '60%', '40%']

/** A list as a table, in each of its states; where there is little room its rows become cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, empty, errorTitle, loadMoreLabel } = props
  if (!list.rows && list.error) {
    return <ErrorState title={errorTitle} detail={list.error.message} onRetry={list.retry} />
  }
  if (list.rows?.length === 0 && !list.error) {
    return typeof empty === 'string' ? <EmptyState text={empty} /> : empty
  }
  return (
    <div className={styles.frame}>
      {list.isRefreshing && <div className={styles.progress} aria-hidden />}
      <Table {...props} />
      {list.rows && (
        <LoadMore
          count={list.rows.length}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onLoadMore={list.loadMore}
          label={loadMoreLabel}
          error={list.error && { title: errorTitle, detail: list.error.message, onRetry: list.retry }}
        />
      )}
    </div>
  )
}

function Table<Row>(props: DataTableProps<Row>) {
  if (!props.isWide) return <PlainTable {...props} />
  return (
    // Who scrolls by keys has to be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} aria-label={`${props.label}, scrolls sideways`} tabIndex={0}>
      <PlainTable {...props} />
    </section>
  )
}

function PlainTable<Row>({ label, columns, list, rowKey, rowLink, rowMenu }: DataTableProps<Row>) {
  const { rows, isRefreshing, isStale } = list
  return (
    <table
      {...tableRoles.table}
      className={styles.table}
      aria-label={label}
      aria-busy={!rows || isRefreshing}
    >
      <thead {...tableRoles.group}>
        <tr {...tableRoles.row}>
          {columns.map(({ header, align, width, phone }) => (
            <th
              {...tableRoles.header}
              key={header}
              scope="col"
              data-align={align}
              data-phone={phone}
              style={{ width }}
            >
              {header}
            </th>
          ))}
          {rowMenu && (
            <th {...tableRoles.header} scope="col" className={styles.menu}>
              <span className={styles.unseen}>Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...tableRoles.group} data-stale={isStale || undefined}>
        {rows?.map((row) => (
          <DataTableRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            href={rowLink?.(row)}
            actions={rowMenu?.(row)}
          />
        )) ?? <SkeletonRows columns={columns.length + (rowMenu ? 1 : 0)} />}
      </tbody>
    </table>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr {...tableRoles.row} key={row} className={styles.skeleton}>
      {Array.from({ length: columns }, (__, column) => (
        <td {...tableRoles.cell} key={column}>
          <Skeleton width={SKELETON_WIDTHS[(row + column) % SKELETON_WIDTHS.length]} />
        </td>
      ))}
    </tr>
  ))
}
