import sql from 'sql-template-tag'
import type { Standing, standingApi, StandingShown } from '#contract/business/standing.ts'
import { announceAccessChange } from '#platform/access'
import type { Call, Handlers } from '#platform/call'
import { noTenant, type Queries } from '#platform/database'
import { conflict } from '#platform/refusals'
import { wakeJobs } from './resting-jobs.ts'

/** How a business stands, for super administrators alone. */
export const standingRoutes: Handlers<typeof standingApi> = {
  getStanding: ({ db }) => readShown(db),
  suspendBusiness: (call) => changeTo('Suspended', call, 'This business is suspended already.'),
  liftSuspension: async (call) => {
    await changeTo('Open', call, 'This business is not suspended.')
    await wakeJobs(call.db)
    return readShown(call.db)
  },
}

type Change = Call<typeof standingApi.suspendBusiness> | Call<typeof standingApi.liftSuspension>

/** It holds from everyone's next call on, and is told in the trail of the business and in the platform's. */
async function changeTo(standing: Standing, call: Change, already: string) {
  const { db, who, body } = call
  const { name, before } = await db.one<{ name: string; before: Standing }>(sql`
    select display_name as name, standing as before from business
    where business_id = ${db.businessId} for update`)
  if (before === standing) throw conflict('standing_unchanged', already)
  const isOpen = standing === 'Open'
  await db.run(sql`
    update business set standing = ${standing},
      standing_since = case when ${isOpen} then null else now() end,
      standing_reason = ${isOpen ? null : body.Reason}, standing_by = ${isOpen ? null : who.name}
    where business_id = ${db.businessId}`)
  await announceAccessChange(db, db.businessId)
  const change = {
    record: { kind: 'Business', id: db.businessId, name },
    before: { Standing: before },
    after: { Standing: standing, Reason: body.Reason },
  }
  call.audit(change)
  call.audit({ ...change, businessId: noTenant })
  return readShown(db)
}

function readShown(db: Queries): Promise<StandingShown> {
  return db.one<StandingShown>(sql`
    select standing as "Standing", standing_since as "Since", standing_reason as "Reason", standing_by as "By",
      (select count(*) from resting_job where business_id = ${db.businessId}) as "RestingJobs"
    from business where business_id = ${db.businessId}`)
}
