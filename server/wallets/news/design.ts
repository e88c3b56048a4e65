import { resolveDocument } from '#contract/passes/pass-document.ts'
import { passTokens, type PassValues } from '#contract/passes/pass-tokens.ts'
import type { Queries } from '#platform/database'
import { readConfiguration } from '#server/passes/designs'
import type { Design } from '#server/wallets/google'

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
