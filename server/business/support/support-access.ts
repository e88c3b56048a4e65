import sql from 'sql-template-tag'
import { type supportAccessApi, visitHours } from '#contract/business/support-access.ts'
import { announceAccessChange, requireAllVenues } from '#platform/access'
import type { Call, Handlers } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'

/** Whether super administrators say why they enter a business, and how they do. */
export const supportAccessRoutes: Handlers<typeof supportAccessApi> = {
  getSupportAccess: async ({ db }) =>
    db.one<{ IsReasonAsked: boolean }>(
      sql`select asks_visit_reason as "IsReasonAsked" from business where business_id = ${db.businessId}`,
    ),
  setSupportAccess,
  beginSupportVisit,
}

async function setSupportAccess(call: Call<typeof supportAccessApi.setSupportAccess>) {
  const { db, who, body } = call
  requireAllVenues(who)
  const { IsReasonAsked } = body
  const { name, isAsked } = await lockBusiness(db)
  if (isAsked !== IsReasonAsked) {
    await db.run(sql`
      update business set asks_visit_reason = ${IsReasonAsked} where business_id = ${db.businessId}`)
    // A reason that was given before is none for what comes after.
    await db.run(sql`delete from support_visit where business_id = ${db.businessId}`)
    await announceAccessChange(db, db.businessId)
  }
  call.audit({
    record: { kind: 'Business', id: db.businessId, name },
    before: { 'Reason asked of super administrators': isAsked },
    after: { 'Reason asked of super administrators': IsReasonAsked },
  })
  return { IsReasonAsked }
}

/** Lets a super administrator in for some hours, in the session that they said why in; the business reads it in its trail. */
async function beginSupportVisit(call: Call<typeof supportAccessApi.beginSupportVisit>) {
  const { db, who, body } = call
  const { name, isAsked } = await lockBusiness(db)
  if (!isAsked) throw conflict('no_visit_needed', 'This business asks for no reason: you can enter it.')
  await db.run(sql`delete from support_visit where business_id = ${db.businessId} and expires_at < now()`)
  const visit = await db.one<{ ExpiresDate: string }>(sql`
    insert into support_visit (business_id, session_id, reason, expires_at)
    values (${db.businessId}, ${who.sessionId}, ${body.Reason}, now() + make_interval(hours => ${visitHours}))
    on conflict (business_id, session_id) do update set reason = excluded.reason, expires_at = excluded.expires_at
    returning expires_at as "ExpiresDate"`)
  await announceAccessChange(db, db.businessId)
  call.audit({
    record: { kind: 'Business', id: db.businessId, name },
    after: { Reason: body.Reason, Until: visit.ExpiresDate },
  })
  return visit
}

/** Whoever enters and whoever changes what is asked wait for each other. */
function lockBusiness(tx: Transaction) {
  return tx.one<{ name: string; isAsked: boolean }>(sql`
    select display_name as name, asks_visit_reason as "isAsked" from business
    where business_id = ${tx.businessId} for no key update`)
}
