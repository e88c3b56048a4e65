import sql from 'sql-template-tag'
import { countedInWords } from '#contract/counted-words.ts'
import { mostCounted } from '#contract/endpoint.ts'
import type { PassConfiguration, passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { deleteFile } from '#platform/files'
import { conflict, invalid, notFound } from '#platform/refusals'
import { designRecord, lockConfiguration, readConfiguration } from './configuration-record.ts'

type RetiringCall = Pick<
  Call<typeof passConfigurationsApi.retirePassConfiguration>,
  'db' | 'params' | 'who' | 'audit'
>

/** Tells the names of what gives out passes of a design by itself. That stands on this module, and is handed to it. */
export type GivenOutBy = (tx: Transaction, passConfigurationId: string) => Promise<string[]>

/** Has nobody invited to a design any more. Passes of it stay, and follow its changes. */
export async function retirePassConfiguration(
  call: Call<typeof passConfigurationsApi.retirePassConfiguration>,
  givenOutBy: GivenOutBy,
): Promise<PassConfiguration> {
  const before = await lockConfiguration(call.db, call.params.passConfigurationId)
  if (before.DateRetired !== null)
    throw conflict('pass_retired', `${before.RetiredByUser} has retired this pass already.`)
  await requireNoneSending(call.db, before, 'retire')
  await requireGivenOutByNone(call.db, before, givenOutBy, 'retired')
  return setRetired(call, before, true)
}

/** Has members invited to a design again. */
export async function restorePassConfiguration(
  call: Call<typeof passConfigurationsApi.restorePassConfiguration>,
): Promise<PassConfiguration> {
  const before = await lockConfiguration(call.db, call.params.passConfigurationId)
  if (before.DateRetired === null)
    throw conflict('pass_in_use', 'This pass is in use already: there is nothing to bring back.')
  return setRetired(call, before, false)
}

async function setRetired(
  { db, who, audit }: RetiringCall,
  before: PassConfiguration,
  isRetired: boolean,
): Promise<PassConfiguration> {
  await db.run(sql`
    update pass_configuration set retired_at = case when ${isRetired} then now() end,
      retired_by_name = case when ${isRetired} then ${who.name} end
    where business_id = ${db.businessId} and pass_configuration_id = ${before.PassConfigurationId}`)
  audit({ record: designRecord(before), before: { Retired: !isRetired }, after: { Retired: isRetired } })
  return readConfiguration(db, before.PassConfigurationId)
}

/** Takes a design away for good that nobody was ever issued a pass of. */
export async function deletePassConfiguration(
  call: Call<typeof passConfigurationsApi.deletePassConfiguration>,
  givenOutBy: GivenOutBy,
): Promise<undefined> {
  const { db } = call
  const design = await lockToDelete(db, call.params.passConfigurationId)
  await requireNoneSending(db, design, 'delete')
  await requireGivenOutByNone(db, design, givenOutBy, 'deleted')
  const issued = await issuedOf(db, design)
  if (issued > 0) throw conflict('pass_issued', issuedSentence(issued))
  const files = await db.rows<{ fileId: string }>(sql`
    delete from pass_image where ${ofDesign(db, design)} returning file_id as "fileId"`)
  for (const { fileId } of files) await deleteFile(db, fileId)
  // Those that have invited nobody: whoever looks for them finds them in the trail.
  await db.run(sql`delete from pass_invitation_run where ${ofDesign(db, design)}`)
  await db.run(sql`delete from google_design where ${ofDesign(db, design)}`)
  await db.run(sql`delete from design_rollout where ${ofDesign(db, design)}`)
  await db.run(sql`delete from pass_configuration where ${ofDesign(db, design)}`)
  call.audit({ record: designRecord(design), before: { Name: design.DisplayName } })
}

const ofDesign = (tx: Transaction, { PassConfigurationId }: PassConfiguration) =>
  sql`business_id = ${tx.businessId} and pass_configuration_id = ${PassConfigurationId}`

// Whoever issues a pass of it at this moment holds its row, and is waited for.
async function lockToDelete(tx: Transaction, id: string): Promise<PassConfiguration> {
  await tx.run(sql`
    select from pass_configuration
    where business_id = ${tx.businessId} and pass_configuration_id = ${id} for update`)
  return readConfiguration(tx, id)
}

/** How many passes of a design there are, counted so far and no further; or were, as far as runs of invitations tell. */
async function issuedOf(tx: Transaction, design: PassConfiguration): Promise<number> {
  const { issued } = await tx.one<{ issued: number }>(sql`
    select greatest(
      (select count(*) from (select from pass where ${ofDesign(tx, design)} limit ${mostCounted + 1}) counted),
      (select least(coalesce(sum(invited), 0), ${mostCounted + 1}) from pass_invitation_run where ${ofDesign(tx, design)}))::integer as issued`)
  return issued
}

function issuedSentence(issued: number): string {
  const cards =
    issued === 1 ? '1 digital membership card has' : `${countedInWords(issued)} digital membership cards have`
  return `This pass can't be deleted: ${cards} been issued of it. Retire it instead, and nobody is invited to it any more.`
}

/** Refuses what must not happen under invitations that are being sent. */
export async function requireNoneSending(
  tx: Transaction,
  design: PassConfiguration,
  act: string,
): Promise<void> {
  const run = await tx.maybe(sql`
    select from pass_invitation_run where ${ofDesign(tx, design)} and state in ('Running', 'Paused')`)
  if (run)
    throw conflict(
      'invitations_at_work',
      `Invitations to this pass are being sent right now. Stop them or wait until they are sent, then ${act} it.`,
    )
}

async function requireGivenOutByNone(
  tx: Transaction,
  { PassConfigurationId }: PassConfiguration,
  givenOutBy: GivenOutBy,
  act: string,
): Promise<void> {
  const names = await givenOutBy(tx, PassConfigurationId)
  if (names.length === 0) return
  const forms = `${names.length === 1 ? 'the form' : 'the forms'} ${listed.format(names.map((name) => `“${name}”`))}`
  throw conflict(
    'pass_given_out',
    `This pass can't be ${act}: new members get it by ${forms}. Choose another one there first.`,
  )
}

const listed = new Intl.ListFormat('en-AU')

/** A design that members can be invited to, kept from being retired until they are; a sentence if it is retired. */
export async function requireInUse(tx: Transaction, id: string): Promise<PassConfiguration> {
  const row = await tx.maybe(sql`
    select from pass_configuration
    where business_id = ${tx.businessId} and pass_configuration_id = ${id} for share`)
  if (!row) throw notFound('The pass configuration')
  const design = await readConfiguration(tx, id)
  if (design.DateRetired === null) return design
  const sentence = `“${design.DisplayName}” is retired. Choose another digital membership card, or bring it back in the pass designer.`
  throw invalid(sentence, { PassConfigurationId: sentence })
}
