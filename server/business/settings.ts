import sql from 'sql-template-tag'
import { registerWords } from '#contract/business/register-words.ts'
import { type BusinessSettings, type settingsApi, type SettingsFields } from '#contract/business/settings.ts'
import { messages } from '#contract/messages.ts'
import { formatAbn } from '#contract/values/abn.ts'
import { requireAllVenues } from '#platform/access'
import { beforehand, type Call, revisionOf } from '#platform/call'
import { noTenant, type Queries, type Transaction } from '#platform/database'
import { fileUrl } from '#platform/files'
import { conflict, Refusal } from '#platform/refusals'
import {
  askAhead,
  type BusinessRegister,
  type Confirmation,
  confirmationOf,
  legalNameOf,
} from '#server/business/register'
import { keepLegalName } from './legal-name.ts'

type Rows = typeof settingsApi

/** What a business says of itself, to those who run it. */
export async function getBusinessSettings({
  db,
}: Call<Rows['getBusinessSettings']>): Promise<BusinessSettings> {
  return readSettings(db)
}

/** Saves what was filled in. Another ABN is a super administrator's to give, and the register is asked for it. */
export const saveBusinessSettings = (register: BusinessRegister, brand: string) =>
  beforehand<Rows['saveBusinessSettings'], Confirmation | null>(
    // Whether it is another one isn't known yet; whoever may not change it has nobody asked.
    async ({ who, body }) =>
      who.isSuperAdmin && body.ABN !== undefined ? askAhead(register, body.ABN) : null,
    async (call, ahead) => {
      const { db, who, body } = call
      requireAllVenues(who)
      const before = await lockSettings(db)
      const { ABN = before.ABN, IsAbnUnconfirmed, ...fields } = body
      if (ABN !== before.ABN) {
        if (!who.isSuperAdmin) throw new Refusal(403, 'beyond_own_authority', registerWords.notYours)
        await changeAbn(db, ABN, brand)
        const confirmation = await confirmationOf(register, ahead(), ABN, db)
        await keepLegalName(db, legalNameOf(confirmation, IsAbnUnconfirmed))
      }
      await saveFields(db, fields)
      return recordedSettings(call, before)
    },
  )

/** Asks the register for the business's ABN once more, and keeps what it says. */
export const confirmAbn = (register: BusinessRegister) =>
  beforehand<Rows['confirmAbn'], Confirmation | null>(
    ({ body }) => askAhead(register, body.ABN),
    async (call, ahead) => {
      const { db, body } = call
      const before = await lockSettings(db)
      if (body.ABN !== before.ABN) throw conflict('abn_changed', registerWords.changed)
      await keepLegalName(db, legalNameOf(await confirmationOf(register, ahead(), before.ABN, db)))
      return recordedSettings(call, before)
    },
  )

async function changeAbn(tx: Transaction, abn: string, brand: string): Promise<void> {
  // Other businesses are seen by nobody's alone.
  const taken = await tx.asTenant(noTenant, (all) => all.maybe(sql`select from business where abn = ${abn}`))
  const registered = conflict('abn_registered', messages.business.alreadyRegistered(brand))
  if (taken) throw registered
  try {
    await tx.run(sql`update business set abn = ${abn} where business_id = ${tx.businessId}`)
  } catch (error) {
    // Somebody else was faster.
    throw (error as { code?: unknown }).code === '23505' ? registered : error
  }
}

async function saveFields(tx: Transaction, fields: SettingsFields): Promise<void> {
  await tx.run(sql`
    update business set display_name = ${fields.DisplayName}, contact_email = ${fields.EmailAddress},
      contact_phone = ${fields.PhoneNumber}, website = ${fields.Website}, postal_address = ${fields.PostalAddress},
      colour = ${fields.Colour}
    where business_id = ${tx.businessId}`)
}

/** Puts on record what differs from before, and answers with what is so now. */
export async function recordedSettings(
  call: Pick<Call<Rows['saveBusinessSettings']>, 'db' | 'audit'>,
  before: BusinessSettings,
): Promise<BusinessSettings> {
  const after = await readSettings(call.db)
  call.audit({
    record: { kind: 'Business', id: call.db.businessId, name: after.DisplayName },
    before: settingsInWords(before),
    after: settingsInWords(after),
    revision: { was: before.Revision, is: after.Revision },
  })
  return after
}

/** The settings, which nobody else changes until the call is over. */
export async function lockSettings(tx: Transaction): Promise<BusinessSettings> {
  await tx.run(sql`select from business where business_id = ${tx.businessId} for no key update`)
  return readSettings(tx)
}

async function readSettings(db: Queries): Promise<BusinessSettings> {
  const { logoFileId, ...settings } = await db.one<
    Omit<BusinessSettings, 'LogoUrl' | 'Revision'> & { logoFileId: string | null }
  >(sql`
    select display_name as "DisplayName", abn as "ABN", legal_name as "LegalName",
      abn_confirmed_at as "AbnConfirmedDate", contact_email as "EmailAddress", contact_phone as "PhoneNumber",
      website as "Website", postal_address as "PostalAddress", colour as "Colour", logo_file_id as "logoFileId"
    from business where business_id = ${db.businessId}`)
  const shown = { ...settings, LogoUrl: logoFileId && fileUrl(logoFileId) }
  return { ...shown, Revision: revisionOfFields(shown) }
}

/** Stands for what the form holds: neither the logo nor what the register says is typed there. */
function revisionOfFields(settings: SettingsFields & { ABN: string }): string {
  const { DisplayName, EmailAddress, PhoneNumber, Website, PostalAddress, Colour, ABN } = settings
  return revisionOf([DisplayName, EmailAddress, PhoneNumber, Website, PostalAddress, Colour, ABN])
}

function settingsInWords(settings: BusinessSettings) {
  return {
    'Display name': settings.DisplayName,
    ABN: formatAbn(settings.ABN),
    'Legal name': settings.LegalName,
    'ABN confirmed': settings.AbnConfirmedDate,
    Email: settings.EmailAddress,
    Phone: settings.PhoneNumber,
    Website: settings.Website,
    'Postal address': settings.PostalAddress,
    Colour: settings.Colour,
    Logo: settings.LogoUrl,
  }
}
