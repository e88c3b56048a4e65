import { useId, type ReactNode } from 'react'
import styles from './data-table.module.css'
import { Link } from '#ui/layout/navigation.tsx'
import { RowMenu, type RowAction } from './row-menu.tsx'
import { shownText } from '#ui/text/shown.tsx'
import { tableRoles } from './table-roles.ts'

export type Column<Row> = {
  header: string
  /** What the cell shows; nothing is shown as '-'. */
  cell: (row: Row) => ReactNode
  align?: 'right'
  /**
   * Its place on the card that a row is where there is little room. The title also names the row to those who
   * can't see it: the first column, if no other is it. What isn't worth its room there is hidden.
   */
  phone?: 'title' | 'detail' | 'hidden'
  /** What stands before the title on the card: a person's first name, which has a column of its own elsewhere. */
  before?: (row: Row) => string | null
  width?: number | string
  /** The cell has something of its own to press: the row's link goes to the first that has not. */
  hasControl?: true
}

type Props<Row> = {
  row: Row
  columns: Column<Row>[]
  href: string | undefined
  actions: RowAction[] | undefined
}

/** A row of a DataTable. One cell, the first where it can be, holds the link, whose area is stretched over the whole row. */
export function DataTableRow<Row>({ row, columns, href, actions }: Props<Row>) {
  const id = useId()
  const title = columns.find((column) => column.phone === 'title') ?? columns[0]
  const linked = columns.find((column) => !column.hasControl)
  return (
    <tr {...tableRoles.row} data-link={href === undefined ? undefined : true}>
      {columns.map((column) => {
        const content = shownText(column.cell(row))
        return (
          <td
            {...tableRoles.cell}
            key={column.header}
            id={column === title ? id : undefined}
            data-align={column.align}
            data-phone={column.phone ?? (column === title ? 'title' : 'detail')}
            data-label={column.header}
            data-before={column.before?.(row) ?? undefined}
          >
            {column === linked && href !== undefined ? (
              <Link href={href} className={styles.rowLink}>
                {content}
              </Link>
            ) : (
              content
            )}
          </td>
        )
      })}
      {actions && (
        <td {...tableRoles.cell} className={styles.menu} data-phone="menu">
          {actions.length > 0 && <RowMenu actions={actions} rowId={id} />}
        </td>
      )}
    </tr>
  )
}
