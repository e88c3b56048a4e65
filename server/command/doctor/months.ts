import type { Settings } from '#platform/settings'
import { asOperator, sentenceOf } from '#server/command/frame'
import { tablesOfMonths } from '#server/operations/months'
import { hasOwnShape } from './database.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether tables that are cut by month have next month's part. Where none is cut there is nothing to say. */
export async function findMonths(settings: Settings, found: readonly Finding[]): Promise<Finding[]> {
  if (!found.includes(hasOwnShape)) return []
  try {
    const tables = await asOperator(settings, tablesOfMonths)
    const cut = tables.filter(({ parts }) => parts.length > 0)
    const late = cut.filter(({ isAhead }) => !isAhead)
    if (late.length > 0)
      return late.map(({ name }) =>
        warning(
          `${name} is cut by month, and has no part for the next: its rows go on in the last one. Look for the job begin_months (hub jobs).`,
        ),
      )
    return cut.map(({ name }) => ok(`${name} is cut by month, and has the next one's part.`))
  } catch (error) {
    return [warning(`Whether tables are cut by month can't be told. ${sentenceOf(error)}`)]
  }
}
