import type { ReactNode } from 'react'
import { DataTableRow, type Column } from './data-table-row.tsx'
import cards from './data-table-cards.module.css'
import styles from './data-table.module.css'
import scrolling from './data-table-sideways.module.css'
import waiting from './data-table-waiting.module.css'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import type { ListState } from './list-state.ts'
import { LoadMore } from './load-more.tsx'
import type { RowAction } from './row-menu.tsx'
import edge from '#ui/layout/scroll-edge.module.css'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
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
  /**
   * More columns than fit: the table scrolls in a frame of its own, where its heading stays. Always, then the first
   * column stays, too; or where the table isn't wide, and all the cells have shrunk as far as they can.
   */
  sideways?: 'always' | 'if-narrow'
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
      {list.isRefreshing && <div className={waiting.progress} aria-hidden />}
      <Table {...props} />
      {list.rows && (
        <LoadMore
          count={list.rows.length}
          hasMore={list.hasMore}
          total={list.total}
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
  const { sideways, label } = props
  if (!sideways) return <PlainTable {...props} />
  // Who scrolls by keys has to be able to reach it, where no link or menu in it can be.
  const reach = sideways === 'always' ? { tabIndex: 0, 'aria-label': `${label}, scrolls sideways` } : {}
  return (
    // A menu stays at the edge, and has a shade of its own.
    <div className={edge.edge} data-unshaded={props.rowMenu ? true : undefined}>
      <section className={scrolling.scroll} data-sideways={sideways} {...reach}>
        <PlainTable {...props} />
      </section>
    </div>
  )
}

function PlainTable<Row>({ label, columns, list, rowKey, rowLink, rowMenu }: DataTableProps<Row>) {
  const { rows, isRefreshing, isStale } = list
  return (
    <table
      {...tableRoles.table}
      className={`${styles.table} ${cards.cards}`}
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
            <th {...tableRoles.header} scope="col" className={styles.menu} data-phone="menu">
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

/** For the eye alone: those who listen are told that the table is busy, not of rows of nothing. */
function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr aria-hidden key={row} className={waiting.skeleton}>
      {Array.from({ length: columns }, (__, column) => (
        <td key={column}>
          <Skeleton width={SKELETON_WIDTHS[(row + column) % SKELETON_WIDTHS.length]} />
        </td>
      ))}
    </tr>
  ))
}
