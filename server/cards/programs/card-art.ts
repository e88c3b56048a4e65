import sql from 'sql-template-tag'
import type { CardProgram, cardProgramsApi } from '#contract/cards/card-programs.ts'
import { beforehand, type Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { deleteFile, fileUrl, type Picture, saveFile, readPicture } from '#platform/files'
import { conflict } from '#platform/refusals'
import { auditRecordOfProgram, programToChange } from './card-program-record.ts'

// A card of 85.6 by 54 millimetres at 12 dots to the millimetre, sharp on every screen.
const cardSize = { width: 1028, height: 648 }

/** Gives a card program its picture, in place of the one it had. */
export const setCardArt = beforehand<typeof cardProgramsApi.setCardArt, Picture>(
  ({ body }) => readPicture(Buffer.from(body.imageData, 'base64'), cardSize),
  (call, picture) => changeArt(call, async (tx) => saveFile(tx, picture())),
)

/** Takes the picture of a card program away. */
export function removeCardArt(call: Call<typeof cardProgramsApi.removeCardArt>): Promise<CardProgram> {
  return changeArt(call, async () => null)
}

type ArtCall = Pick<Call<typeof cardProgramsApi.removeCardArt>, 'db' | 'params' | 'audit'>

async function changeArt(
  { db, params, audit }: ArtCall,
  make: (tx: Transaction) => Promise<string | null>,
): Promise<CardProgram> {
  const { program, artFileId: former } = await programToChange(db, params.cardProgramId)
  const fileId = await make(db)
  if (fileId === null && former === null) throw conflict('no_picture', 'This card program has no picture.')
  await db.run(sql`
    update card_program set art_file_id = ${fileId}
    where business_id = ${db.businessId} and card_program_id = ${program.CardProgramId}`)
  if (former !== null) await deleteFile(db, former)
  const changed = { ...program, CardArtUrl: fileId && fileUrl(fileId) }
  audit({
    record: auditRecordOfProgram(program),
    before: { Picture: program.CardArtUrl },
    after: { Picture: changed.CardArtUrl },
  })
  return changed
}
