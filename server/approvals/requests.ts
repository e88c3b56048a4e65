import sql, { empty, type Sql } from 'sql-template-tag'
import { type Approval, type ApprovalStatus, type approvalsApi } from '#contract/approvals/approvals.ts'
import { type LimitKind, limitKinds, permissionOfLimit } from '#contract/approvals/limits.ts'
import { can, type Who } from '#platform/access'
import { afterKey, type Call, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { coversAct } from '#platform/limits'
import { notFound } from '#platform/refusals'
import type { ActInput } from './acts.ts'

/** A request with what is kept of it beside. */
export type Request = Omit<Approval, 'IsOwn' | 'CanDecide'> & {
  readonly cents: number
  readonly act: string
  readonly input: ActInput | null
  readonly standsFor: string
  readonly askerId: string
}

// One that nobody has decided in its time is over, whether or not the clock has been there already.
const status = sql`case when a.status = 'Waiting' and a.expires_at <= now() then 'Expired' else a.status end`
const waiting = sql`a.status = 'Waiting' and a.expires_at > now()`

const requests = sql`approval_request a
  left join member m on m.business_id = a.business_id and m.member_id = a.member_id`
const selectRequests = sql`
  select a.approval_id as "ApprovalId", a.kind as "Kind", a.title as "Title", a.amount::float8 / 100 as "Amount",
    a.amount::float8 as cents, a.about as "About", a.member_id as "MemberId", a.details as "Details", a.reason as "Reason",
    a.asker_name as "AskedBy", a.asked_at as "AskedDate", a.expires_at as "ExpiryDate", ${status} as "Status",
    a.decider_name as "DecidedBy", a.decided_at as "DecidedDate", a.decision as "Decision",
    a.act, a.input, a.stands_for as "standsFor", a.asker_id as "askerId"
  from ${requests}`

/**
 * The condition under which somebody sees a request `a` about a member `m`: their own, and what their permissions and venues are
 * for. A card to somebody who is no member is of no venue: who is confined to some decides on none.
 */
export function approvalsSeenBy(who: Who): Sql {
  const kinds = limitKinds.filter((kind) => can(who, permissionOfLimit[kind]))
  const ofVenues = who.venues === null ? empty : sql`and m.venue_no = any(${who.venues})`
  return sql`and (a.asker_id = ${who.uid} or (a.kind = any(${kinds}) ${ofVenues}))`
}

function seesAll(who: Who): boolean {
  return who.venues === null && limitKinds.every((kind) => can(who, permissionOfLimit[kind]))
}

/** A request as this user sees it. */
export function shownTo(who: Who, request: Request): Approval {
  const { cents, act, input, standsFor, askerId, ...shown } = request
  const IsOwn = askerId === who.uid
  const mayAct = can(who, permissionOfLimit[request.Kind]) && coversAct(who, request.Kind, cents)
  return { ...shown, IsOwn, CanDecide: shown.Status === 'Waiting' && !IsOwn && mayAct }
}

/** What somebody asked for or may look at, newest first. */
export async function listApprovals(call: Call<typeof approvalsApi.listApprovals>) {
  const { db, who, query } = call
  const isWaiting = query.state === 'waiting'
  const seen = sql`a.business_id = ${db.businessId} and ${isWaiting ? waiting : sql`not (${waiting})`} ${approvalsSeenBy(who)}`
  // Those that wait are few. Of the others somebody may see one in thousands.
  if (isToCount(call))
    return totalOfList(db, isWaiting || seesAll(who) ? sql`${requests} where ${seen}` : null)
  const after = afterKey(call, 'time', 'text')
  const rows = await db.rows<Request>(sql`
    ${selectRequests}
    where ${seen} ${after ? sql`and (a.asked_at, a.approval_id) < (${after[0]}, ${after[1]})` : empty}
    order by a.asked_at desc, a.approval_id desc limit ${rowsToAsk(call)}`)
  const shown = rows.map((request) => shownTo(who, request))
  return pageOf(call, shown, (row) => [row.AskedDate, row.ApprovalId])
}

const mostCounted = 100

/** How many wait that the user may decide. */
export async function countApprovals({
  db,
  who,
}: Pick<Call<typeof approvalsApi.countApprovals>, 'db' | 'who'>) {
  const rows = await db.rows<{ kind: LimitKind; cents: number; count: number }>(sql`
    select a.kind, a.amount::float8 as cents, count(*)::int as count from ${requests}
    where a.business_id = ${db.businessId} and ${waiting} and a.asker_id <> ${who.uid} ${approvalsSeenBy(who)}
    group by a.kind, a.amount`)
  // Of all that wait, not of the first: those may be above their limit.
  const own = rows.filter(({ kind, cents }) => coversAct(who, kind, cents))
  return {
    Count: Math.min(
      mostCounted,
      own.reduce((sum, { count }) => sum + count, 0),
    ),
  }
}

/** The request, locked, if the user may see it; a 404 otherwise. */
export async function lockRequest(tx: Transaction, who: Who, approvalId: string): Promise<Request> {
  await tx.run(sql`
    select from approval_request where business_id = ${tx.businessId} and approval_id = ${approvalId} for update`)
  return readRequest(tx, who, approvalId)
}

export async function readRequest(db: Queries, who: Who, approvalId: string): Promise<Request> {
  const request = await db.maybe<Request>(sql`
    ${selectRequests}
    where a.business_id = ${db.businessId} and a.approval_id = ${approvalId} ${approvalsSeenBy(who)}`)
  if (!request) throw notFound('The request')
  return request
}

/** Ends a locked request. What it would have been carried out with is forgotten: it names people. */
export async function endRequest(
  tx: Transaction,
  who: Who,
  { ApprovalId }: Request,
  ended: Exclude<ApprovalStatus, 'Waiting'>,
  decision: string | null = null,
): Promise<void> {
  await tx.run(sql`
    update approval_request set status = ${ended}, input = null, decider_id = ${who.uid}, decider_name = ${who.name},
      decided_at = now(), decision = ${decision}
    where business_id = ${tx.businessId} and approval_id = ${ApprovalId}`)
}
