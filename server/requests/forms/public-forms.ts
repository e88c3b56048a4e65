import sql from 'sql-template-tag'
import type { patronApi, PublicForm } from '#contract/requests/patron.ts'
import { rulesOf } from '#contract/requests/type-rules.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { closedVenueRefusal, closedVenues, clubOf } from '#server/business'
import type { Surroundings } from '#server/payments'
import { findForm, type Form, formClosed } from './form-record.ts'
import { chargedForm } from './type-terms.ts'

type Option = { Key: string; Value: string; list: string }

/** What the installation can do for whoever fills a form in. */
type Means = Pick<Surroundings, 'paymentMode'> & { readonly areStreetsChecked: boolean }

/** A form as its page needs it: what it asks, offers and says, in the names of the business. */
export async function getPublicForm(
  { db, params }: Call<typeof patronApi.getPublicForm>,
  { paymentMode, areStreetsChecked }: Means,
): Promise<PublicForm> {
  const found = await findForm(db, params.form)
  const own = db.forTenant(found.businessId)
  const form = await chargedForm(own, found)
  const club = await clubOf(own)
  const options = await own.rows<Option>(sql`
    select list, key as "Key", value as "Value" from option_list_item
    where business_id = ${form.businessId} and list in ('Title', 'Gender', 'MembershipType') and not is_retired
    order by list, position`)
  const listed = (list: string) => options.filter((option) => option.list === list)
  const types = new Map(listed('MembershipType').map(({ Key, Value }) => [Key, Value]))
  return {
    ...form,
    IsOpen: form.IsOpen && (await closedVenueOf(own, form)) === null,
    ...club,
    // What the business no longer has can't be chosen, whatever the form says.
    MembershipTypes: form.MembershipTypes.flatMap((type) =>
      types.has(type.Key)
        ? [{ ...type, Description: types.get(type.Key) ?? type.Key, Rules: rulesOf(form, type) }]
        : [],
    ),
    Titles: listed('Title'),
    Genders: listed('Gender'),
    PaymentMode: paymentMode,
    AreStreetsChecked: areStreetsChecked,
  }
}

/** Refuses what a form doesn't take at the moment: it is closed, or the venue that people would join. */
export async function requireOpenForm(db: Queries, form: Form): Promise<void> {
  if (!form.IsOpen) throw formClosed()
  const closed = await closedVenueOf(db, form)
  if (closed) throw closedVenueRefusal(closed)
}

/** The name of the venue that a form is for, if that is closed. */
export async function closedVenueOf(db: Queries, { VenueNo }: Form): Promise<string[] | null> {
  if (VenueNo === null) return null
  const { names } = await db.one<{ names: string[] | null }>(
    sql`select ${closedVenues(db.businessId, sql`v.venue_no = ${VenueNo}`)} as names`,
  )
  return names
}

/** What the business is called. */
export function businessOf(db: Queries): Promise<{ name: string }> {
  return db.one(sql`select display_name as name from business where business_id = ${db.businessId}`)
}

/** What people read for a membership type of the form. */
export async function typeName(db: Queries, key: string | null): Promise<string | null> {
  const option = await db.maybe<{ value: string }>(sql`
    select value from option_list_item
    where business_id = ${db.businessId} and list = 'MembershipType' and key = ${key}`)
  return option?.value ?? key
}
