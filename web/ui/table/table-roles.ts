/**
 * The meaning of a table's elements, said aloud: where rows are shown as cards (`display: grid`)
 * some browsers forget it.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
