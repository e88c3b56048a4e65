import sql from 'sql-template-tag'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import { PassDocument } from '#contract/passes/pass-document.ts'
import { type PassImage, type PassImageType, passImageTypes } from '#contract/passes/pass-images.ts'
import type { Queries, Transaction } from '#platform/database'
import { fileUrl } from '#platform/files'
import { notFound } from '#platform/refusals'

type Row = Omit<PassConfiguration, keyof PassDocument | 'IsProcessed' | 'Images'> & {
  document: unknown
  images: Partial<Record<PassImageType, string>>
}

const selectConfigurations = sql`
  select c.pass_configuration_id as "PassConfigurationId", c.document, c.version as "Version",
    c.updated_at as "DateUpdated", c.updated_by_name as "UpdatedByUser",
    c.retired_at as "DateRetired", c.retired_by_name as "RetiredByUser",
    (select coalesce(json_object_agg(i.image_type, i.file_id), '{}') from pass_image i
      where i.business_id = c.business_id and i.pass_configuration_id = c.pass_configuration_id) as images
  from pass_configuration c`

/** A pass configuration as it is stored; or a 404. */
export async function readConfiguration(
  db: Queries,
  passConfigurationId: string,
): Promise<PassConfiguration> {
  const row = await db.maybe<Row>(sql`
    ${selectConfigurations}
    where c.business_id = ${db.businessId} and c.pass_configuration_id = ${passConfigurationId}`)
  if (!row) throw notFound('The pass configuration')
  return configurationOf(row)
}

/** The same, kept from changing under us. */
export async function lockConfiguration(
  tx: Transaction,
  passConfigurationId: string,
): Promise<PassConfiguration> {
  await tx.run(sql`
    select from pass_configuration
    where business_id = ${tx.businessId} and pass_configuration_id = ${passConfigurationId} for no key update`)
  return readConfiguration(tx, passConfigurationId)
}

function configurationOf({ document, images, ...row }: Row): PassConfiguration {
  return { ...row, ...PassDocument.parse(document), IsProcessed: false, Images: imagesOf(images) }
}

function imagesOf(fileIds: Row['images']): PassImage[] {
  return passImageTypes.flatMap((imageType) => {
    const fileId = fileIds[imageType]
    return fileId === undefined ? [] : [{ imageType, Url: fileUrl(fileId) }]
  })
}

/** What the audit trail calls a pass configuration. */
export function designRecord({
  PassConfigurationId,
  DisplayName,
}: Pick<PassConfiguration, 'PassConfigurationId' | 'DisplayName'>) {
  return { kind: 'Pass configuration', id: PassConfigurationId, name: DisplayName }
}
