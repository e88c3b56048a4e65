import sql from 'sql-template-tag'
import type { doorOwnerApi } from '#contract/events/doors/door-owner.ts'
import type { Call } from '#platform/call'
import { isBusinessId } from '#platform/database'
import { notFound } from '#platform/refusals'
import { clubOf } from '#server/business'

/** Whose door it is: told to who has the link of a published event, and to nobody who has a part of it. */
export async function getDoorOwner({ db, params }: Call<typeof doorOwnerApi.getDoorOwner>) {
  const { club, door } = params
  if (!isBusinessId(club)) throw notFound('The door')
  const own = db.forTenant(club)
  const known = await own.maybe(sql`
    select from event where business_id = ${club} and event_id = ${door} and status = 'Published'`)
  if (!known) throw notFound('The door')
  const { BusinessName } = await clubOf(own)
  return { BusinessName }
}
