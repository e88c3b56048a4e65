import sql from 'sql-template-tag'
import type { businessApi } from '#contract/business.ts'
import { type Licence, licences } from '#contract/licences.ts'
import { announceAccessChange } from '#platform/access-changes.ts'
import type { Call } from '#platform/call.ts'
import type { Queries } from '#platform/database.ts'
import type { Recall } from '#platform/recall.ts'

/** What a business is licensed for; null if there is no such business. */
export function licencesOf(db: Queries, recall: Recall): Promise<readonly Licence[] | null> {
  return recall.get(`licences ${db.businessId}`, async () => ({
    value: await readLicences(db),
    about: [db.businessId],
  }))
}

/** The same as it is this moment. */
export async function readLicences(db: Queries): Promise<readonly Licence[] | null> {
  const row = await db.maybe<{ licences: Licence[] }>(
    sql`select licences from business where business_id = ${db.businessId}`,
  )
  return row?.licences ?? null
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
