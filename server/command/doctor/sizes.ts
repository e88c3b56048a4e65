import { whatToDo } from '#contract/jobs/growth.ts'
import type { Settings } from '#platform/settings'
import { asOperator, sentenceOf } from '#server/command/frame'
import { tableSizes } from '#server/operations'
import { hasOwnShape } from './database.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether tables take more room than they need. Of a database of another shape nothing is known. */
export async function findSizes(settings: Settings, found: readonly Finding[]): Promise<Finding[]> {
  if (!found.includes(hasOwnShape)) return []
  try {
    const troubles = (await asOperator(settings, tableSizes)).flatMap((table) => whatToDo(table) ?? [])
    return troubles.length > 0 ? troubles.map(warning) : [ok('No table is bloated.')]
  } catch (error) {
    return [warning(`How large tables are can't be told. ${sentenceOf(error)}`)]
  }
}
