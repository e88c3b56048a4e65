import { api } from '#contract'
import { noLimits, type RoleLimits } from '#contract/approvals/limits.ts'
import { people, type TestHub } from './hub.ts'

const params = { businessId: 'harbourside' }

/** Gives a role of Harbourside these limits and no others. */
export async function limitRole(hub: TestHub, name: string, limits: Partial<RoleLimits>) {
  const superAdmin = hub.as(people.superAdmin)
  const { Results } = (await superAdmin(api.listRoles, { params })).body
  const body = Results.map((role) =>
    role.Name === name ? { ...role, Limits: { ...noLimits, ...limits } } : role,
  )
  return superAdmin(api.saveRoles, { params, body })
}

/** A member of the venue, and what awarding them points takes. */
export async function awardTo(hub: TestHub, venueNo: string) {
  const { rows } = await hub.owner.query<{ id: string; type: string; ratio: number }>(
    `select m.member_id as id, t.points_type_id as type, t.points_to_dollar_ratio::float8 as ratio
     from member m join points_type t using (business_id, venue_no)
     where business_id = 'harbourside' and venue_no = $1 and m.deleted_at is null
     order by m.member_id, t.is_default desc limit 1`,
    [venueNo],
  )
  const { id: memberId, type: pointsTypeId, ratio } = rows[0]!
  return {
    memberId,
    params: { ...params, memberId, pointsTypeId },
    body: (points: number) => ({
      Note: 'Raffle',
      PointsByQuantity: points,
      PointsByDollarValue: points / ratio,
    }),
  }
}
