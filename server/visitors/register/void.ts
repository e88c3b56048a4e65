import sql from 'sql-template-tag'
import { visitorTexts } from '#contract/visitors/visitor-words.ts'
import type { VisitorEntry, visitorsApi } from '#contract/visitors/visitors.ts'
import type { Call } from '#platform/call'
import { conflict } from '#platform/refusals'
import { readEntry } from './register.ts'

/** Voids an entry, with the reason on record. It stays in the register, and no longer counts as a guest of its member. */
export async function voidVisitor(call: Call<typeof visitorsApi.voidVisitor>): Promise<VisitorEntry> {
  const { db, who, params, body } = call
  const before = await readEntry(db, who, params.visitId)
  const isVoided = await db.run(sql`
    update visitor_entry set voided_at = now(), voided_by = ${who.name}, void_reason = ${body.Reason}
    where business_id = ${db.businessId} and visit_id = ${before.VisitId} and voided_at is null`)
  if (!isVoided) throw conflict('visit_voided', visitorTexts.voidedAlready)
  call.audit({
    record: { kind: 'Visitor', id: before.VisitId, name: `${before.FirstName} ${before.LastName}` },
    before: { Voided: false },
    after: { Voided: true, Reason: body.Reason },
  })
  return readEntry(db, who, before.VisitId)
}
