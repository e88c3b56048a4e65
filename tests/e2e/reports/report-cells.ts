import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

/** The cells of the rows that are shown, as a file would have them. */
export async function shownCells(rows: Locator): Promise<string[][]> {
  return Promise.all(
    (await rows.all()).map(async (row) => (await row.getByRole('cell').allInnerTexts()).map(asFiled)),
  )
}

/** An amount without its sign, a moment as its day, nothing as nothing. */
function asFiled(shown: string): string {
  if (shown === '-') return ''
  const [day] = /^\d{1,2} [A-Z][a-z]+ \d{4}/.exec(shown) ?? []
  return day
    ? isoDay(Date.parse(`${day} UTC`))
    : shown.replace(/^(-?)\$([\d,.]+)$/, '$1$2').replaceAll(',', '')
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)
const isMoment = (cell: string) => /^\d{4}-\d\d-\d\d/.test(cell)
/** A cell of a CSV file, told as coarsely. */
export const csvCell = (cell: string) => (isMoment(cell) ? cell.slice(0, 10) : cell.replaceAll(',', ''))

/** A cell of a workbook as that of the CSV file: dates and amounts are numbers there. */
export function bookCell(cell: string | number | undefined, asInCsv: string): string {
  if (typeof cell !== 'number') return csvCell(cell ?? '')
  return isMoment(asInCsv) ? isoDay(Math.floor(cell - 25_569) * 86_400_000) : cell.toFixed(2)
}

/** Presses a download button and reads the file that the browser saved. */
export async function download(page: Page, name: string) {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
