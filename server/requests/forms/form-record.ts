import sql from 'sql-template-tag'
import type { FormFields, FormKind } from '#contract/requests/request-forms.ts'
import type { Queries } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { closedVenues } from '#server/business'

/** A form as it is kept. */
export type Form = FormFields & {
  readonly FormId: string
  readonly Revision: number
  readonly DateUpdated: string
  readonly UpdatedByUser: string | null
  readonly businessId: string
}

type ColumnName = 'Kind' | 'DisplayName' | 'IsOpen' | 'VenueNo'
type NewPart = 'Questions' | 'PassConfigurationId'
type FormRow = Pick<
  Form,
  | 'Kind'
  | 'DisplayName'
  | 'IsOpen'
  | 'VenueNo'
  | 'FormId'
  | 'Revision'
  | 'DateUpdated'
  | 'UpdatedByUser'
  | 'businessId'
> & {
  /** One from before there were questions, or before it could give a card, says nothing of them. */
  config: Omit<FormFields, ColumnName | NewPart> & Partial<Pick<FormFields, NewPart>>
}

/** The start of a query that reads forms `f`. */
export const selectForms = sql`
  select f.business_id as "businessId", f.form_id as "FormId", f.kind as "Kind", f.display_name as "DisplayName",
    f.is_open as "IsOpen", f.venue_no as "VenueNo", f.revision as "Revision", f.updated_at as "DateUpdated",
    f.updated_by_name as "UpdatedByUser", f.config
  from request_form f`

/** What a form has besides its columns. */
export function configOf({ Kind, DisplayName, IsOpen, VenueNo, ...config }: FormFields): FormRow['config'] {
  return config
}

function formOf({ config, ...row }: FormRow): Form {
  const { Questions = [], PassConfigurationId = null } = config
  return { ...row, ...config, Questions, PassConfigurationId }
}

/** The names of the forms that give new members a pass of a design. */
export async function formsGiving(db: Queries, passConfigurationId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select display_name as name from request_form
    where business_id = ${db.businessId} and config ->> 'PassConfigurationId' = ${passConfigurationId}
    order by lower(display_name), form_id`)
  return rows.map(({ name }) => name)
}

/** A form of the business, or a 404. */
export async function readForm(db: Queries, formId: string): Promise<Form> {
  const row = await db.maybe<FormRow>(
    sql`${selectForms} where f.business_id = ${db.businessId} and f.form_id = ${formId}`,
  )
  if (!row) throw notFound('The form')
  return formOf(row)
}

/** A form by its id alone, of whatever business: for its public page. */
export async function findForm(platform: Queries, formId: string): Promise<Form> {
  const row = await platform.maybe<FormRow>(sql`${selectForms} where f.form_id = ${formId}`)
  if (!row) throw notFound('The form')
  return formOf(row)
}

/** The same where it takes new requests of this kind. */
export async function findOpenForm(platform: Queries, formId: string, kind: FormKind): Promise<Form> {
  const form = await findForm(platform, formId)
  if (form.Kind !== kind) throw notFound('The form')
  if (!form.IsOpen) throw formClosed()
  return form
}

/** 409: the business has closed the form. */
export function formClosed() {
  return conflict('form_closed', 'This form is closed at the moment.')
}

/** All forms of a kind that take requests, always in the same order: those of a closed venue don't. */
export async function openForms(db: Queries, kind: FormKind): Promise<Form[]> {
  const rows = await db.rows<FormRow>(sql`
    ${selectForms}
    where f.business_id = ${db.businessId} and f.kind = ${kind} and f.is_open
      and ${closedVenues(db.businessId, sql`v.venue_no = f.venue_no`)} is null
    order by f.form_id`)
  return rows.map(formOf)
}
