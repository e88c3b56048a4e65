import type { PassImageType } from '#contract/passes/pass-images.ts'
import type { Queries } from '#platform/database'
import { readPassImages } from '#server/passes/designs'
import { resolvedPass } from '#server/passes/issued'
import type { Surroundings } from '#server/wallets/surroundings'
import { passJson } from './pass-json.ts'
import { readRelevance } from './relevance.ts'

/** What a pass is called on its way. */
export const passType = 'application/vnd.apple.pkpass'

/** The pass as Apple Wallet takes it, signed: as it is at this moment. */
export async function signedPass(around: Surroundings, db: Queries, passId: string): Promise<Buffer> {
  const { chain, passTypeId, teamId } = await around.certificates()
  const pass = await resolvedPass(db, passId)
  const relevance = await readRelevance(db, pass.Document)
  const content = passJson(pass, relevance, {
    passTypeId,
    teamId,
    webServiceUrl: `${around.publicUrl()}/wallet`,
    authenticationToken: await around.tokenOf(pass.serial),
  })
  const pictures = await picturesOf(db, pass.passConfigurationId)
  return around.pool.sign({
    chain,
    files: { 'pass.json': Buffer.from(JSON.stringify(content)), ...pictures },
  })
}

const fileNames: Partial<Record<PassImageType, string>> = {
  AppleIcon: 'icon.png',
  AppleIcon2X: 'icon@2x.png',
  AppleLogo: 'logo.png',
  AppleLogo2X: 'logo@2x.png',
  AppleStrip: 'strip.png',
  AppleStrip2X: 'strip@2x.png',
}

/** The pictures by the names that Apple Wallet knows them by. */
async function picturesOf(db: Queries, passConfigurationId: string): Promise<Record<string, Uint8Array>> {
  const pictures: Record<string, Uint8Array> = {}
  for (const [type, { content }] of await readPassImages(db, passConfigurationId)) {
    const name = fileNames[type]
    if (name) pictures[name] = content
  }
  return pictures
}
