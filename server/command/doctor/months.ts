import type { Settings } from '#platform/settings'
import { asOperator, sentenceOf } from '#server/command/frame'
import { tablesOfMonths } from '#server/operations/months'
import { hasOwnShape } from './database.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether tables that are cut by month have next month’s part, and none was left half way. Where none is cut there is nothing to say. */
export async function findMonths(settings: Settings, found: readonly Finding[]): Promise<Finding[]> {
  if (!found.includes(hasOwnShape)) return []
  try {
    const tables = await asOperator(settings, tablesOfMonths)
    const begun = tables.filter(({ isBegun }) => isBegun)
    const cut = tables.filter(({ parts }) => parts.length > 0)
    return [
      ...begun.map(({ name }) =>
        warning(
          `${name} is just being cut by month, or that was broken off: hub partition ${name} --yes does it, or the job begin_months takes back what was begun.`,
        ),
      ),
      ...cut.map(({ name, isAhead }) =>
        isAhead
          ? ok(`${name} is cut by month, and has the next one's part.`)
          : warning(
              `${name} is cut by month, and has no part for the next: its rows go on in the last one. Look for the job begin_months (hub jobs).`,
            ),
      ),
    ]
  } catch (error) {
    return [warning(`Whether tables are cut by month can't be told. ${sentenceOf(error)}`)]
  }
}
