import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { filesApi } from '#contract/business/files.ts'
import type { Call, Handlers } from '#platform/call'
import type { Transaction } from '#platform/database'
import type { Download } from '#platform/formats'
import { notFound } from '#platform/refusals'
import type { Picture } from './pictures.ts'

/** Keeps a picture under an id that can't be guessed and never stands for anything else; tells the id. */
export async function saveFile(tx: Transaction, { type, content }: Picture): Promise<string> {
  const fileId = randomBytes(16).toString('base64url')
  await tx.run(sql`
    insert into file (business_id, file_id, type, content)
    values (${tx.businessId}, ${fileId}, ${type}, ${content})`)
  return fileId
}

/** Throws a file away that nothing points to any more. */
export async function deleteFile(tx: Transaction, fileId: string): Promise<void> {
  await tx.run(sql`delete from file where business_id = ${tx.businessId} and file_id = ${fileId}`)
}

/** Where a file is served. */
export function fileUrl(fileId: string): string {
  return filesApi.getFile.path.replace('{fileId}', fileId)
}

async function getFile(call: Call<typeof filesApi.getFile>): Promise<Download> {
  const file = await call.db.maybe<{ type: string; content: Buffer }>(
    sql`select type, content from file where file_id = ${call.params.fileId}`,
  )
  if (!file) throw notFound('The picture')
  return { ...file, cacheControl: 'public, max-age=31536000, immutable' }
}

/** The pictures, open to whoever knows their address. */
export const fileRoutes: Handlers<typeof filesApi> = { getFile }
