import sql from 'sql-template-tag'
import {
  monthsInWords,
  type RetentionKind,
  retentionKinds,
  retentionLabels,
  type RetentionMonths,
  retentionWords,
  shorterKinds,
} from '#contract/business/retention-words.ts'
import type { Retention, retentionApi } from '#contract/business/retention.ts'
import { requireAllVenues } from '#platform/access'
import { type Call, type Handlers, revisionOf } from '#platform/call'
import type { Queries } from '#platform/database'
import { conflict, Refusal } from '#platform/refusals'
import { previewRetention } from './preview.ts'

/** How long the business keeps what piles up. */
export const retentionRoutes: Handlers<typeof retentionApi> = {
  getRetention: async ({ db }) => retentionOf(await readMonths(db)),
  previewRetention,
  saveRetention,
}

/** It holds from the next night on. What makes more fall away has to be meant, and the trail isn't its subjects' to shorten. */
async function saveRetention(call: Call<typeof retentionApi.saveRetention>): Promise<Retention> {
  const { db, who, body } = call
  requireAllVenues(who)
  const { name } = await db.one<{ name: string }>(sql`
    select display_name as name from business where business_id = ${db.businessId} for no key update`)
  const before = await readMonths(db)
  const { IsShorter, RequestFiles = before.RequestFiles, ...others } = body
  const after = { ...others, RequestFiles }
  if (after.AuditTrail !== before.AuditTrail && !who.isSuperAdmin)
    throw new Refusal(403, 'beyond_own_authority', retentionWords.trailNotYours)
  if (shorterKinds(before, after).length > 0 && !IsShorter)
    throw conflict('retention_shorter', retentionWords.isShorter)
  await db.run(sql`
    insert into retention (business_id, kind, months)
    select ${db.businessId}, kind, months
    from unnest(${retentionKinds}::text[], ${retentionKinds.map((kind) => after[kind])}::int[]) as given (kind, months)
    on conflict (business_id, kind) do update set months = excluded.months`)
  call.audit({
    record: { kind: 'Business', id: db.businessId, name },
    before: retentionInWords(before),
    after: retentionInWords(after),
    revision: { was: revisionOfMonths(before), is: revisionOfMonths(after) },
  })
  return retentionOf(after)
}

async function readMonths(db: Queries): Promise<RetentionMonths> {
  const rows = await db.rows<{ kind: RetentionKind; months: number | null }>(sql`
    select kind, months from retention where business_id = ${db.businessId}`)
  const known = new Map(rows.map(({ kind, months }) => [kind, months]))
  return ofKinds((kind) => known.get(kind) ?? null)
}

function ofKinds<Value>(valueOf: (kind: RetentionKind) => Value): Record<RetentionKind, Value> {
  return Object.fromEntries(retentionKinds.map((kind) => [kind, valueOf(kind)])) as Record<
    RetentionKind,
    Value
  >
}

const retentionOf = (months: RetentionMonths): Retention => ({
  ...months,
  Revision: revisionOfMonths(months),
})

// Kept for good, what the former version didn't know changes no revision that one of its tabs has.
const revisionOfMonths = ({ RequestFiles, ...months }: RetentionMonths) =>
  revisionOf([
    ...retentionKinds.flatMap((kind) => (kind === 'RequestFiles' ? [] : [months[kind]])),
    ...(RequestFiles === null ? [] : [RequestFiles]),
  ])

function retentionInWords(months: RetentionMonths) {
  return Object.fromEntries(
    retentionKinds.map((kind) => [`${retentionLabels[kind]} kept`, monthsInWords(months[kind])]),
  )
}
