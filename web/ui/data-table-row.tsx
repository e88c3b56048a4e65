import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { Link } from './navigation.tsx'
import { RowMenu } from './row-menu.tsx'
import type { RowAction } from './row-menu.tsx'
import { tableRoles } from './table-roles.ts'

export type Column<Row> = {
  header: string
  /** What the cell shows; nothing is shown as '-'. */
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** Its place on the card that a row is where there is little room: the first column is the title, others details. */
  phone?: 'title' | 'detail' | 'hidden'
  width?: number | string
}

type Props<Row> = {
  row: Row
  columns: Column<Row>[]
  href: string | undefined
  actions: RowAction[] | undefined
}

/** A row of a DataTable. Its first cell holds the link, whose area is stretched over the whole row. */
export function DataTableRow<Row>({ row, columns, href, actions }: Props<Row>) {
  const id = useId()
  return (
    <tr {...tableRoles.row} data-link={href === undefined ? undefined : true}>
      {columns.map(({ header, cell, align, phone }, index) => (
        <td
          {...tableRoles.cell}
          key={header}
          id={index === 0 ? id : undefined}
          data-align={align}
          data-phone={phone ?? (index === 0 ? 'title' : 'detail')}
          data-label={header}
        >
          {index === 0 && href !== undefined ? (
            <Link href={href}>{orDash(cell(row))}</Link>
          ) : (
            orDash(cell(row))
          )}
        </td>
      ))}
      {actions && (
        <td {...tableRoles.cell} className={styles.menu}>
          {actions.length > 0 && <RowMenu actions={actions} rowId={id} />}
        </td>
      )}
    </tr>
  )
}

function orDash(content: ReactNode): ReactNode {
  return content === null || content === undefined || content === '' ? '-' : content
}
