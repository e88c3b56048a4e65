import sql from 'sql-template-tag'
import type { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { type PassImage, passImages, type PassImageType } from '#contract/passes/pass-images.ts'
import { beforehand, type Call } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { deleteFile, fileUrl, saveFile, type Picture, readExactPicture } from '#platform/files'
import { conflict, notFound } from '#platform/refusals'
import { lockConfiguration, readConfiguration, designRecord } from './configuration-record.ts'

/** One picture of a pass, with its content. */
export async function getPassImage(call: Call<typeof passConfigurationsApi.getPassImage>) {
  const { imageType, passConfigurationId } = call.params
  await readConfiguration(call.db, passConfigurationId)
  const picture = (await readPassImages(call.db, passConfigurationId)).get(imageType)
  if (!picture) throw notFound('The picture')
  return { imageType, Url: fileUrl(picture.fileId), imageData: picture.content.toString('base64') }
}

/** Gives a pass a picture of exactly the size of its type, in place of the one it had. */
export const setPassImage = beforehand<typeof passConfigurationsApi.setPassImage, Picture>(
  async ({ params, body }) =>
    readExactPicture(Buffer.from(await body.imageData.arrayBuffer()), passImages[params.imageType]),
  putPicture,
)

async function putPicture(
  call: Call<typeof passConfigurationsApi.setPassImage>,
  picture: () => Picture,
): Promise<PassImage> {
  const { db } = call
  const { imageType } = call.params
  const former = await formerFile(call)
  const fileId = await saveFile(db, picture())
  await putImage(db, call.params.passConfigurationId, imageType, fileId)
  await recordPicture(call, former, fileId)
  return { imageType, Url: fileUrl(fileId) }
}

/** Takes a picture from a pass. The icon and the logo of Apple's pass can only be replaced. */
export async function removePassImage(
  call: Call<typeof passConfigurationsApi.removePassImage>,
): Promise<undefined> {
  const { db } = call
  const { imageType, passConfigurationId } = call.params
  const former = await formerFile(call)
  if (passImages[imageType].isNeeded)
    throw conflict('picture_needed', 'The icon and the logo can be replaced, but not removed.')
  if (former === null) throw conflict('no_picture', 'This pass has no such picture.')
  await db.run(sql`
    delete from pass_image where business_id = ${db.businessId}
      and pass_configuration_id = ${passConfigurationId} and image_type = ${imageType}`)
  await recordPicture(call, former, null)
}

type ImageCall = Pick<Call<typeof passConfigurationsApi.removePassImage>, 'db' | 'params' | 'who' | 'audit'>

/** The file of the picture that is there; nobody else changes the configuration until we are done. */
async function formerFile({ db, params }: ImageCall): Promise<string | null> {
  await lockConfiguration(db, params.passConfigurationId)
  const row = await db.maybe<{ fileId: string }>(sql`
    select file_id as "fileId" from pass_image where business_id = ${db.businessId}
      and pass_configuration_id = ${params.passConfigurationId} and image_type = ${params.imageType}`)
  return row?.fileId ?? null
}

/** Throws the former file away, dates the change and puts it on record. */
async function recordPicture(
  { db, params, who, audit }: ImageCall,
  former: string | null,
  fileId: string | null,
): Promise<void> {
  if (former !== null) await deleteFile(db, former)
  await db.run(sql`
    update pass_configuration set updated_at = now(), updated_by_name = ${who.name}
    where business_id = ${db.businessId} and pass_configuration_id = ${params.passConfigurationId}`)
  const { label, wallet } = passImages[params.imageType]
  const name = `${wallet === 'apple' ? 'Apple' : 'Google'} ${label}`
  audit({
    record: designRecord(await readConfiguration(db, params.passConfigurationId)),
    before: { [name]: former && fileUrl(former) },
    after: { [name]: fileId && fileUrl(fileId) },
  })
}

/** Puts a file in a picture's place. */
export async function putImage(
  tx: Transaction,
  passConfigurationId: string,
  imageType: PassImageType,
  fileId: string,
): Promise<void> {
  await tx.run(sql`
    insert into pass_image (business_id, pass_configuration_id, image_type, file_id)
    values (${tx.businessId}, ${passConfigurationId}, ${imageType}, ${fileId})
    on conflict (business_id, pass_configuration_id, image_type) do update set file_id = excluded.file_id`)
}

/** Gives a configuration the pictures of another, as files of its own: each may be replaced by itself. */
export async function copyImages(tx: Transaction, fromId: string, toId: string): Promise<void> {
  for (const [imageType, picture] of await readPassImages(tx, fromId))
    await putImage(tx, toId, imageType, await saveFile(tx, picture))
}

/** A picture of a pass with its content. */
export type StoredImage = Picture & { readonly fileId: string }

/** The pictures of a pass with their content: what goes into a pass for Apple's wallet. */
export async function readPassImages(
  db: Queries,
  passConfigurationId: string,
): Promise<Map<PassImageType, StoredImage>> {
  const rows = await db.rows<StoredImage & { imageType: PassImageType }>(sql`
    select i.image_type as "imageType", i.file_id as "fileId", f.type, f.content
    from pass_image i join file f on f.business_id = i.business_id and f.file_id = i.file_id
    where i.business_id = ${db.businessId} and i.pass_configuration_id = ${passConfigurationId}`)
  return new Map(rows.map(({ imageType, ...picture }) => [imageType, picture]))
}
