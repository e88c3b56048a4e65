import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'

/**
 * Makes a table a grid: one stop of the Tab key, inside which the arrow keys, Home and End go from cell to cell.
 * Spread the answer on the table. A cell's control gets the focus, or the cell itself where it has none;
 * rows of one cell, which are headings, are passed over.
 */
export function useGridKeys() {
  const table = useRef<HTMLTableElement>(null)

  // After every render, since cells come and go; what was the stop stays it.
  useEffect(() => {
    const targets = cellsOf(table.current).flat().map(targetOf)
    const current = targets.find((target) => target.getAttribute('tabindex') === '0')
    makeStop(targets, current ?? targets.find((target) => target instanceof HTMLInputElement) ?? targets[0])
  })

  function onFocus({ target }: FocusEvent<HTMLTableElement>) {
    const cells = cellsOf(table.current).flat()
    const cell = cells.find((each) => each.contains(target))
    if (cell) makeStop(cells.map(targetOf), targetOf(cell))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    // A menu that a cell has opened stands elsewhere in the page and has keys of its own.
    if (event.altKey || event.metaKey || !table.current?.contains(event.target as Node)) return
    const rows = cellsOf(table.current)
    const row = rows.findIndex((cells) => cells.some((cell) => cell.contains(event.target as Node)))
    const column = rows[row]?.findIndex((cell) => cell.contains(event.target as Node)) ?? -1
    const next = neighbour(event, rows, row, column)
    if (column === -1 || !next) return
    event.preventDefault()
    targetOf(next).focus()
  }

  return { ref: table, role: 'grid', onFocus, onKeyDown } as const
}

type Cell = HTMLTableCellElement

function neighbour({ key, ctrlKey }: KeyboardEvent, rows: Cell[][], row: number, column: number) {
  switch (key) {
    case 'ArrowLeft':
      return rows[row]?.[column - 1]
    case 'ArrowRight':
      return rows[row]?.[column + 1]
    case 'ArrowUp':
      return rows[row - 1]?.[column]
    case 'ArrowDown':
      return rows[row + 1]?.[column]
    case 'Home':
      return (ctrlKey ? rows[0] : rows[row])?.[0]
    case 'End':
      return (ctrlKey ? rows.at(-1) : rows[row])?.at(-1)
    default:
      return undefined
  }
}

function cellsOf(table: HTMLTableElement | null): Cell[][] {
  return [...(table?.rows ?? [])].map((row) => [...row.cells]).filter((cells) => cells.length > 1)
}

function targetOf(cell: Cell): HTMLElement {
  return cell.querySelector<HTMLElement>('input, button, a, summary') ?? cell
}

function makeStop(targets: HTMLElement[], stop: HTMLElement | undefined) {
  for (const target of targets) target.tabIndex = target === stop ? 0 : -1
}
