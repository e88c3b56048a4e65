import { type Caller, people, type TestHub } from '#tests/hub.ts'

/** Somebody who may do everything in Harbourside, for the members of its venue 2 alone. */
export async function confinedAdmin(hub: TestHub): Promise<Caller> {
  await hub.owner.query(`update business_user set role_name = 'Admin' where email = $1`, [people.promotions])
  return hub.as(people.promotions)
}
