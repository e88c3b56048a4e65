import sql from 'sql-template-tag'
import type { BusinessSettings, settingsApi } from '#contract/business/settings.ts'
import { requireAllVenues } from '#platform/access'
import { beforehand, type Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { deleteFile, type Picture, readPicture, saveFile } from '#platform/files'
import { conflict } from '#platform/refusals'
import { lockSettings, recordedSettings } from './settings.ts'

// Twice as wide and high as it is shown at the most, for sharp screens; a mail brings it along, so it stays small.
const logoSize = { width: 480, height: 144 }

/** Gives the business its logo, in place of the one it had. */
export const setBusinessLogo = beforehand<typeof settingsApi.setBusinessLogo, Picture>(
  ({ body }) => readPicture(Buffer.from(body.imageData, 'base64'), logoSize),
  (call, picture) => changeLogo(call, (tx) => saveFile(tx, picture())),
)

/** Takes the logo away. */
export function removeBusinessLogo(
  call: Call<typeof settingsApi.removeBusinessLogo>,
): Promise<BusinessSettings> {
  return changeLogo(call, async () => null)
}

async function changeLogo(
  call: Pick<Call<typeof settingsApi.removeBusinessLogo>, 'db' | 'who' | 'audit'>,
  make: (tx: Transaction) => Promise<string | null>,
): Promise<BusinessSettings> {
  const { db, who } = call
  requireAllVenues(who)
  const before = await lockSettings(db)
  const { former } = await db.one<{ former: string | null }>(
    sql`select logo_file_id as former from business where business_id = ${db.businessId}`,
  )
  const fileId = await make(db)
  if (fileId === null && former === null) throw conflict('no_picture', 'This business has no logo.')
  await db.run(sql`update business set logo_file_id = ${fileId} where business_id = ${db.businessId}`)
  if (former !== null) await deleteFile(db, former)
  return recordedSettings(call, before)
}
