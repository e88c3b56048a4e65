import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import sql, { empty } from 'sql-template-tag'
import { mostCounted } from '#contract/endpoint.ts'
import { formPartInWords, formParts, type FormPart } from '#contract/requests/form-words.ts'
import {
  type FormFields,
  type FormKind,
  type FormListItem,
  formPath,
  type RequestForm,
  type requestFormsApi,
} from '#contract/requests/request-forms.ts'
import { rulesOf } from '#contract/requests/type-rules.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { likePattern, type Queries, type Transaction } from '#platform/database'
import { requireQuota } from '#platform/limits'
import { conflict, invalid } from '#platform/refusals'
import { requireOpenVenue } from '#server/business'
import type { Surroundings } from '#server/payments'
import { configOf, type Form, readForm } from './form-record.ts'

/** The forms of a kind, by name: what lists of requests are narrowed down by. */
export async function listFormSummaries(db: Queries, kind: FormKind) {
  const rows = await db.rows<{ id: string; name: string }>(sql`
    select form_id as id, display_name as name from request_form
    where business_id = ${db.businessId} and kind = ${kind} order by lower(display_name), form_id`)
  return { Results: rows.map(({ id, name }) => ({ Meta: { Id: id }, DisplayName: name })) }
}

/** The forms of both kinds, by name, with what waits for a decision. */
export async function listRequestForms(
  call: Call<typeof requestFormsApi.listRequestForms>,
  { publicUrl }: Surroundings,
) {
  const { db, query } = call
  const forms = sql`request_form f
    where f.business_id = ${db.businessId}
      ${query.q ? sql`and lower(f.display_name) like ${likePattern(query.q)}` : empty}`
  if (isToCount(call)) return totalOfList(db, forms)
  const after = afterKey(call, 'text', 'text')
  const rows = await db.rows<Omit<FormListItem, 'Url'> & { sortName: string }>(sql`
    select f.form_id as "FormId", f.kind as "Kind", f.display_name as "DisplayName", f.is_open as "IsOpen",
      lower(f.display_name) as "sortName",
      (select count(*) from (
        select from request_session s where s.business_id = f.business_id and s.form_id = f.form_id
          and s.next_step in ('User Completed', 'Error') limit ${mostCounted + 1}) counted) as "WaitingCount"
    from ${forms}
      ${after ? sql`and (lower(f.display_name), f.form_id) > (${after[0]}, ${after[1]})` : empty}
    order by lower(f.display_name), f.form_id limit ${rowsToAsk(call)}`)
  const items = rows.map((row) => ({ ...row, Url: publicUrl() + formPath(row.Kind, row.FormId) }))
  return pageOf(call, items, (row) => [row.sortName, row.FormId])
}

/** One form, whole. */
export async function getRequestForm(
  call: Call<typeof requestFormsApi.getRequestForm>,
  surroundings: Surroundings,
): Promise<RequestForm> {
  return shownForm(await readForm(call.db, call.params.formId), surroundings)
}

/** Makes a form. */
export async function createRequestForm(
  call: Call<typeof requestFormsApi.createRequestForm>,
  surroundings: Surroundings,
): Promise<RequestForm> {
  const { db } = call
  const fields = fieldsToKeep(call.body)
  await requireKnown(db, fields)
  await requireQuota(db, 'requestForms', sql`select from request_form where business_id = ${db.businessId}`)
  const { id } = await db.one<{ id: string }>(sql`
    insert into request_form (business_id, kind, display_name, is_open, venue_no, config, updated_by_name)
    values (${db.businessId}, ${fields.Kind}, ${fields.DisplayName}, ${fields.IsOpen}, ${fields.VenueNo},
      ${configOf(fields)}::jsonb, ${call.who.name})
    returning form_id as id`)
  const form = await readForm(db, id)
  call.audit({ record: formRecord(form), after: formInWords(form) })
  return shownForm(form, surroundings)
}

/** Changes a form. Requests that were submitted keep the words and fees of their moment. */
export async function updateRequestForm(
  call: Call<typeof requestFormsApi.updateRequestForm>,
  surroundings: Surroundings,
): Promise<RequestForm> {
  const { db, params } = call
  await db.run(
    sql`select from request_form where business_id = ${db.businessId} and form_id = ${params.formId} for no key update`,
  )
  const before = await readForm(db, params.formId)
  const fields = fieldsToKeep(call.body)
  if (fields.Kind !== before.Kind) throw conflict('form_kind_fixed', 'The kind of a form can not be changed.')
  await requireKnown(db, fields, before)
  if (isSameForm(before, fields)) return shownForm(before, surroundings)
  await db.run(sql`
    update request_form set display_name = ${fields.DisplayName}, is_open = ${fields.IsOpen},
      venue_no = ${fields.VenueNo}, config = ${configOf(fields)}::jsonb, revision = revision + 1,
      updated_at = now(), updated_by_name = ${call.who.name}
    where business_id = ${db.businessId} and form_id = ${before.FormId}`)
  const after = await readForm(db, before.FormId)
  call.audit({
    record: formRecord(after),
    before: formInWords(before),
    after: formInWords(after),
    revision: { was: before.Revision, is: after.Revision },
  })
  return shownForm(after, surroundings)
}

/** A save that changes nothing is no change: nobody is to be asked about it. */
function isSameForm(one: FormFields, other: FormFields): boolean {
  return (Object.keys(formParts) as FormPart[]).every((part) => isDeepStrictEqual(one[part], other[part]))
}

function shownForm(form: Form, { publicUrl, paymentMode }: Surroundings): RequestForm {
  return { ...form, Url: publicUrl() + formPath(form.Kind, form.FormId), PaymentMode: paymentMode }
}

/** What is kept of what was filled in: what is new gets an id, and a form says whether any of its types needs a review. */
function fieldsToKeep(fields: FormFields): FormFields {
  const known = <Item extends { Id: string }>(item: Item) => ({
    ...item,
    Id: item.Id || randomBytes(6).toString('hex'),
  })
  const Questions = fields.Questions.map((question) => ({
    ...known(question),
    Options: question.Options.map(known),
  }))
  const hasRules = fields.Kind === 'Renewal' && fields.MembershipTypes.some(({ Rules }) => Rules)
  const NeedsReview = hasRules
    ? fields.MembershipTypes.some((type) => rulesOf(fields, type).Review === 'Always')
    : fields.NeedsReview
  return { ...fields, FeeItems: fields.FeeItems.map(known), Questions, NeedsReview }
}

/** Refuses types and venues that the business doesn't have; a type it offered before may stay, and a venue that is closed or deleted now. */
async function requireKnown(tx: Transaction, fields: FormFields, before?: Form): Promise<void> {
  const known = await tx.rows<{ key: string }>(sql`
    select key from option_list_item
    where business_id = ${tx.businessId} and list = 'MembershipType' and not is_retired`)
  const keys = new Set([
    ...known.map(({ key }) => key),
    ...(before?.MembershipTypes ?? []).map(({ Key }) => Key),
  ])
  const wrong = fields.MembershipTypes.findIndex(({ Key }) => !keys.has(Key))
  if (wrong >= 0) {
    const sentence = `There is no membership type '${fields.MembershipTypes[wrong]?.Key}'.`
    throw invalid(sentence, { [`MembershipTypes.${wrong}.Key`]: sentence })
  }
  if (fields.PassConfigurationId !== null && fields.PassConfigurationId !== before?.PassConfigurationId)
    await requireDesign(tx, fields.PassConfigurationId)
  if (fields.VenueNo !== null && fields.VenueNo !== before?.VenueNo)
    await requireOpenVenue(tx, fields.VenueNo, { field: 'VenueNo' })
}

// Whoever retires it at this moment is waited for, or finds the form.
async function requireDesign(tx: Transaction, id: string): Promise<void> {
  const design = await tx.maybe(sql`
    select from pass_configuration
    where business_id = ${tx.businessId} and pass_configuration_id = ${id} and retired_at is null for share`)
  const sentence = 'Choose a digital membership card there is.'
  if (!design) throw invalid(sentence, { PassConfigurationId: sentence })
}

function formRecord({ FormId, DisplayName }: Form) {
  return { kind: 'Form', id: FormId, name: DisplayName }
}

function formInWords(form: Form) {
  const parts = Object.keys(formParts) as FormPart[]
  return Object.fromEntries(parts.map((part) => [formParts[part], formPartInWords(form, part)]))
}
