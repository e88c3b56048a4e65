import sql from 'sql-template-tag'
import { type KeptReasons, type reviewApi, usualReasons } from '#contract/requests/review.ts'
import { type Call, revisionOf } from '#platform/call'
import type { Queries } from '#platform/database'
import { invalid } from '#platform/refusals'

/** The reasons that the business rejects requests for. */
export async function getRejectionReasons({ db }: { db: Queries }): Promise<KeptReasons> {
  return withRevision(await reasonsOf(db))
}

/** Replaces the list. What was rejected before keeps its reason. */
export async function saveRejectionReasons(
  call: Call<typeof reviewApi.saveRejectionReasons>,
): Promise<KeptReasons> {
  const { db, body } = call
  // Who saves first has a row to be waited for by the others.
  await db.run(sql`
    insert into rejection_reasons (business_id, reasons) values (${db.businessId}, ${usualReasons})
    on conflict (business_id) do update set reasons = rejection_reasons.reasons`)
  const before = await reasonsOf(db)
  await db.run(sql`
    update rejection_reasons set reasons = ${body.Reasons} where business_id = ${db.businessId}`)
  const [was, is] = [withRevision(before), withRevision(body.Reasons)]
  if (was.Revision !== is.Revision)
    call.audit({
      record: { kind: 'Rejection reasons', id: db.businessId, name: 'Reasons for rejecting requests' },
      before: { Reasons: before },
      after: { Reasons: body.Reasons },
      revision: { was: was.Revision, is: is.Revision },
    })
  return is
}

/** Refuses a reason that the business doesn't have. */
export async function requireListed(db: Queries, reason: string): Promise<void> {
  if ((await reasonsOf(db)).includes(reason)) return
  const sentence = `'${reason}' is not among the reasons of the business.`
  throw invalid(sentence, { Reason: sentence })
}

async function reasonsOf(db: Queries): Promise<readonly string[]> {
  const kept = await db.maybe<{ reasons: string[] }>(
    sql`select reasons from rejection_reasons where business_id = ${db.businessId}`,
  )
  return kept?.reasons ?? usualReasons
}

function withRevision(reasons: readonly string[]): KeptReasons {
  return { Reasons: [...reasons], Revision: revisionOf(reasons) }
}
