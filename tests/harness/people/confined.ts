import { type Caller, people, type TestHub } from '#tests/hub.ts'

/** Somebody who may do everything in Harbourside, for the members of one of its venues alone. */
export async function confinedAdmin(
  hub: TestHub,
  email: string = people.promotions,
  venueNo = '2',
): Promise<Caller> {
  await hub.owner.query(
    `update business_user set role_name = 'Admin', venue_nos = array[$2] where email = $1`,
    [email, venueNo],
  )
  return hub.as(email)
}
