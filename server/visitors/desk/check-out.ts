import sql from 'sql-template-tag'
import type { visitorDeskApi } from '#contract/visitors/visitor-desk.ts'
import { isVisitOver, visitorTexts } from '#contract/visitors/visitor-words.ts'
import type { Call } from '#platform/call'
import { rightNowMs } from '#platform/clock'
import { conflict, notFound } from '#platform/refusals'
import { requireOpenDoor } from '#server/events/doors'
import { readEvent } from '#server/events/record'
import { entriesFor, visitsSeenBy } from '#server/visitors/register'

type Entry = { VisitId: string; LeftAt: string | null; SignedInAt: string; name: string; isVoided: boolean }

/** Notes that a visitor has left, or is in after all. Said again it changes nothing: the first time stands. */
export async function checkOutVisitor(call: Call<typeof visitorDeskApi.checkOutVisitor>) {
  const { db, who, params, body } = call
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event)
  const before = await db.maybe<Entry>(sql`
    select v.visit_id as "VisitId", v.left_at as "LeftAt", v.first_name || ' ' || v.last_name as name,
      v.signed_in_at as "SignedInAt", v.voided_at is not null as "isVoided"
    from ${entriesFor(who)}
    where ${visitsSeenBy(db.businessId, who)} and v.event_id = ${event.id} and v.visit_id = ${params.visitId}
    for update of v`)
  if (!before) throw notFound('The entry')
  const { VisitId, LeftAt, SignedInAt, name, isVoided } = before
  if (isVisitOver(SignedInAt, rightNowMs())) throw conflict('visit_over', visitorTexts.longOver)
  if (isVoided) throw conflict('visit_voided', visitorTexts.voidedNotIn)
  if ((LeftAt !== null) === body.HasLeft) return { VisitId, LeftAt }
  const after = await db.one<{ LeftAt: string | null }>(sql`
    update visitor_entry set left_at = case when ${body.HasLeft} then now() end,
      left_by = case when ${body.HasLeft} then ${who.name} end
    where business_id = ${db.businessId} and visit_id = ${VisitId} returning left_at as "LeftAt"`)
  call.audit({ record: { kind: 'Visitor', id: VisitId, name }, before: { LeftAt }, after })
  return { VisitId, ...after }
}
