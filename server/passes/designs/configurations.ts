import sql, { empty } from 'sql-template-tag'
import { newPassDocument } from '#contract/passes/new-pass.ts'
import type {
  PassConfiguration,
  passConfigurationsApi,
  PassConfigurationSummary,
} from '#contract/passes/pass-configurations.ts'
import { PassDocument, resolveDocument } from '#contract/passes/pass-document.ts'
import { sampleValues } from '#contract/passes/pass-tokens.ts'
import { differingParts, partInWords, type PassPart, passParts } from '#contract/passes/pass-words.ts'
import { misplacedTokens } from '#contract/passes/token-places.ts'
import {
  type Asked,
  type Call,
  afterKey,
  beforehand,
  isToCount,
  pageOf,
  rowsToAsk,
  totalOfList,
} from '#platform/call'
import { type Transaction, likePattern } from '#platform/database'
import { fileUrl } from '#platform/files'
import { requireQuota } from '#platform/limits'
import { conflict, invalid } from '#platform/refusals'
import { lockConfiguration, readConfiguration, designRecord } from './configuration-record.ts'
import { addDrawings, drawFirstImages } from './first-images.ts'
import { copyImages } from './images.ts'
import { rolloutOf } from './reach.ts'
import { requireNoneSending } from './retiring.ts'

type SummaryRow = Omit<PassConfigurationSummary, 'LogoUrl'> & { logo: string | null; sortKey: string }

/** The pass configurations of the business by name. */
export async function listPassConfigurations(
  call: Call<typeof passConfigurationsApi.listPassConfigurations>,
) {
  const { q, state } = call.query
  const wanted = sql`c.business_id = ${call.db.businessId}
      ${state ? sql`and (c.retired_at is not null) = ${state === 'Retired'}` : empty}
      ${q ? sql`and lower(c.display_name) like ${likePattern(q)}` : empty}`
  if (isToCount(call)) return totalOfList(call.db, sql`pass_configuration c where ${wanted}`)
  const after = afterKey(call, 'text', 'text')
  const rows = await call.db.rows<SummaryRow>(sql`
    select c.pass_configuration_id as "PassConfigurationId", c.display_name as "DisplayName",
      c.document ->> 'PassDescription' as "PassDescription", c.document -> 'BackgroundColour' as "BackgroundColour",
      c.document -> 'ForegroundColour' as "ForegroundColour", c.document ->> 'BarcodeType' as "BarcodeType",
      c.updated_at as "DateUpdated", c.updated_by_name as "UpdatedByUser", i.file_id as logo,
      c.retired_at as "DateRetired", ${rolloutOf} as "Rollout", lower(c.display_name) as "sortKey"
    from pass_configuration c
    left join pass_image i on i.business_id = c.business_id
      and i.pass_configuration_id = c.pass_configuration_id and i.image_type = 'AppleLogo2X'
    where ${wanted}
      ${after ? sql`and (lower(c.display_name), c.pass_configuration_id) > (${after[0]}, ${after[1]})` : empty}
    order by lower(c.display_name), c.pass_configuration_id
    limit ${rowsToAsk(call)}`)
  const summaries = rows.map(({ logo, ...row }) => ({ ...row, LogoUrl: logo && fileUrl(logo) }))
  return pageOf(call, summaries, (row) => [row.sortKey, row.PassConfigurationId])
}

/** A pass configuration as it is stored, or with sample values for its dynamic data. */
export async function getPassConfiguration(
  call: Call<typeof passConfigurationsApi.getPassConfiguration>,
): Promise<PassConfiguration> {
  const stored = await readConfiguration(call.db, call.params.passConfigurationId)
  if (!call.query.processed) return stored
  return { ...stored, ...resolveDocument(stored, sampleValues), IsProcessed: true }
}

/** Makes a pass configuration: a membership card with the pictures that no pass can do without. */
export const createPassConfiguration = beforehand(
  async ({ body }: Asked<typeof passConfigurationsApi.createPassConfiguration>) => {
    const document = newPassDocument(body.DisplayName)
    return { document, drawings: await drawFirstImages(document) }
  },
  async (call, made) => {
    const { document, drawings } = made()
    const id = await insertConfiguration(call.db, document, call.who.name)
    await addDrawings(call.db, id, drawings)
    return recordNew(call, id)
  },
)

/** Makes another pass configuration like this one, its pictures included. */
export async function duplicatePassConfiguration(
  call: Call<typeof passConfigurationsApi.duplicatePassConfiguration>,
): Promise<PassConfiguration> {
  const original = await readConfiguration(call.db, call.params.passConfigurationId)
  const document = { ...PassDocument.parse(original), DisplayName: call.body.DisplayName }
  const id = await insertConfiguration(call.db, document, call.who.name)
  await copyImages(call.db, original.PassConfigurationId, id)
  return recordNew(call, id)
}

/** Saves a design. A processed one is refused, and one that started from an older state than the stored. */
export async function updatePassConfiguration(
  call: Call<typeof passConfigurationsApi.updatePassConfiguration>,
): Promise<PassConfiguration> {
  const { db, who, params, body } = call
  const { Version: _, IsProcessed, ...document } = body
  if (IsProcessed)
    throw conflict(
      'pass_processed',
      'This document has sample values in place of its dynamic data. Save the unprocessed one.',
    )
  const before = await lockConfiguration(db, params.passConfigurationId)
  const parts = differingParts(before, document)
  if (parts.length === 0) return before
  const [[path, sentence] = []] = Object.entries(misplacedTokens(document, parts))
  if (path !== undefined && sentence !== undefined) throw invalid(sentence, { [path]: sentence })
  // Those who agreed to the sending have seen whom it goes to, and what is written.
  if (parts.some((part) => ofInvitations.has(part))) await requireNoneSending(db, before, 'change')
  await db.run(sql`
    update pass_configuration set document = ${JSON.stringify(document)}::jsonb, version = version + 1,
      updated_at = now(), updated_by_name = ${who.name}
    where business_id = ${db.businessId} and pass_configuration_id = ${before.PassConfigurationId}`)
  const after = await readConfiguration(db, before.PassConfigurationId)
  call.audit({
    record: designRecord(after),
    before: designInWords(before, parts),
    after: designInWords(after, parts),
    revision: { was: before.Version, is: after.Version },
  })
  return after
}

const ofInvitations: ReadonlySet<PassPart> = new Set([
  'InvitationSMSMessageBodyFormat',
  'VoidWhenUnfinancial',
])

async function insertConfiguration(tx: Transaction, document: PassDocument, by: string): Promise<string> {
  const held = sql`select from pass_configuration where business_id = ${tx.businessId}`
  await requireQuota(tx, 'passConfigurations', held)
  const { id } = await tx.one<{ id: string }>(sql`
    insert into pass_configuration (business_id, document, updated_by_name)
    values (${tx.businessId}, ${JSON.stringify(document)}::jsonb, ${by})
    returning pass_configuration_id as id`)
  return id
}

type NewCall = Pick<Call<typeof passConfigurationsApi.createPassConfiguration>, 'db' | 'audit'>

async function recordNew({ db, audit }: NewCall, id: string): Promise<PassConfiguration> {
  const made = await readConfiguration(db, id)
  audit({ record: designRecord(made), after: designInWords(made, Object.keys(passParts) as PassPart[]) })
  return made
}

function designInWords(document: PassDocument, parts: readonly PassPart[]): Record<string, unknown> {
  return Object.fromEntries(parts.map((part) => [passParts[part], partInWords(document, part)]))
}
