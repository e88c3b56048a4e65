import sql from 'sql-template-tag'
import type { businessApi } from '#contract/business/business.ts'
import { type Licence, licences } from '#contract/business/licences.ts'
import { announceAccessChange, type Remembered } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'

/** What a business is licensed for; a 404 if there is no such business. */
export function licencesOf(
  db: Queries,
  remembered: Remembered<readonly Licence[]>,
): Promise<readonly Licence[]> {
  return remembered.get(db.businessId, async () => ({
    value: await readLicences(db),
    about: [db.businessId],
  }))
}

/** The same as it is this moment. One that is being erased isn't there any more. */
export async function readLicences(db: Queries): Promise<readonly Licence[]> {
  const row = await db.maybe<{ licences: Licence[] }>(
    sql`select licences from business where business_id = ${db.businessId} and erasing_since is null`,
  )
  if (!row) throw notFound('The business')
  return row.licences
}

/** Gives the business a licence or takes it away; it holds from everyone's next request on. */
export async function setLicence(call: Call<typeof businessApi.setLicence>): Promise<undefined> {
  const { db, params, body } = call
  const { name, before } = await db.one<{ name: string; before: Licence[] }>(sql`
    select display_name as name, licences as before from business
    where business_id = ${db.businessId} for no key update`)
  const after = licences.filter((licence) =>
    licence === params.licence ? body.Value : before.includes(licence),
  )
  await db.run(sql`update business set licences = ${after} where business_id = ${db.businessId}`)
  await announceAccessChange(db, db.businessId)
  call.audit({
    record: { kind: 'Business', id: db.businessId, name },
    before: { Licences: before },
    after: { Licences: after },
  })
}
