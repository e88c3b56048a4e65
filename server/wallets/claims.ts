import sql from 'sql-template-tag'
import { googleNeedsLogo } from '#contract/passes/pass-images.ts'
import type { walletsApi } from '#contract/passes/wallets.ts'
import type { Call } from '#platform/call'
import type { SingleQueries } from '#platform/database'
import type { Download } from '#platform/formats'
import { conflict } from '#platform/refusals'
import { heldPass } from '#server/passes/issued'
import { passType, signedPass } from '#server/wallets/apple'
import { googleSaveLink } from '#server/wallets/google'
import { readDesign, queueNews } from '#server/wallets/news'
import { googleOrigin, type Surroundings } from '#server/wallets/surroundings'

/** The pass for Apple Wallet, for whoever holds it. */
export async function getApplePass(
  around: Surroundings,
  call: Call<typeof walletsApi.getApplePass>,
): Promise<Download> {
  const { businessId, passId } = await claimedPass(call.db, call.params.code)
  const content = await signedPass(around, call.db.forTenant(businessId), passId)
  return { type: passType, content, name: 'membership.pkpass' }
}

/** The way into Google Wallet. From here on Google is told of the pass's changes. */
export async function saveGooglePass(
  around: Surroundings,
  call: Call<typeof walletsApi.saveGooglePass>,
): Promise<string> {
  const pass = await claimedPass(call.db, call.params.code)
  const { businessId, passId, passConfigurationId, businessName } = pass
  const db = call.db.forTenant(businessId)
  const design = await readDesign(db, passConfigurationId, businessName)
  // It would refuse the pass, and every change of it.
  if (!design.Images.some(({ imageType }) => imageType === 'GoogleProgramLogo'))
    throw conflict('no_google_logo', `This card can't be saved to Google Wallet yet. ${googleNeedsLogo}`)
  if (around.google)
    await db.transaction(async (tx) => {
      await tx.run(sql`
        insert into google_pass (business_id, pass_id) values (${businessId}, ${passId}) on conflict do nothing`)
      await queueNews(tx, [{ passId }])
    })
  return googleSaveLink(await around.googleAccount(), await googleOrigin(around, businessId), design, pass)
}

/** The pass of a code, once it is claimed: until then the invitation may still go to another. */
async function claimedPass(db: SingleQueries, code: string) {
  const pass = await heldPass(db, code)
  if (!pass.isHolder) throw conflict('not_claimed', 'Open the invitation and take the card first.')
  return pass
}
