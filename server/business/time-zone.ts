import sql from 'sql-template-tag'
import type { Business, businessApi } from '#contract/business/business.ts'
import { type Call, revisionOf } from '#platform/call'

/** Stands for what can be set of a business. */
export function revisionOfSettings({ TimeZone }: Pick<Business, 'TimeZone'>): string {
  return revisionOf([TimeZone])
}

/** Gives the business another time zone: from now on its days are those there. */
export async function setTimeZone(call: Call<typeof businessApi.setTimeZone>): Promise<undefined> {
  const { db, body } = call
  const { name, before } = await db.one<{ name: string; before: string }>(sql`
    select display_name as name, time_zone as before from business
    where business_id = ${db.businessId} for no key update`)
  if (before === body.TimeZone) return
  await db.run(sql`update business set time_zone = ${body.TimeZone} where business_id = ${db.businessId}`)
  call.audit({
    record: { kind: 'Business', id: db.businessId, name },
    before: { 'Time zone': before },
    after: { 'Time zone': body.TimeZone },
    revision: { was: revisionOfSettings({ TimeZone: before }), is: revisionOfSettings(body) },
  })
}
