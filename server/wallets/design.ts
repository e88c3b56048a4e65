import { resolveDocument } from '#contract/pass-document.ts'
import { passTokens, type PassValues } from '#contract/pass-tokens.ts'
import type { Queries } from '#platform/database.ts'
import { readConfiguration } from '#server/passes'
import type { Design } from './google-pass.ts'

const nobodysValues = Object.fromEntries(passTokens.map(({ name }) => [name, ''])) as PassValues

/** The design of a configuration. Where its texts name dynamic data nothing is written: it is the same for everyone. */
export async function readDesign(
  db: Queries,
  passConfigurationId: string,
  businessName: string,
): Promise<Design> {
  const { Images, ...document } = await readConfiguration(db, passConfigurationId)
  return { passConfigurationId, businessName, Images, Document: resolveDocument(document, nobodysValues) }
}
