import sql from 'sql-template-tag'
import { type approvalsApi, approvalWords as text } from '#contract/approvals/approvals.ts'
import { aboveLimit } from '#contract/approvals/limit-code.ts'
import { amountInWords } from '#contract/approvals/limits.ts'
import { requireAccess } from '#platform/access'
import { ringBell } from '#platform/bell'
import type { Call } from '#platform/call'
import { refuseAboveLimits } from '#platform/limits'
import { conflict, invalid, Refusal } from '#platform/refusals'
import { type Acts, callOf } from './acts.ts'
import { readRequest, shownTo } from './requests.ts'
import { whoMayDecide } from './who-may-decide.ts'

const mostWaiting = 50
const longestInput = 20_000

/** Puts what is above the caller's limit into the queue, for somebody else to decide. */
export async function askForApproval(call: Call<typeof approvalsApi.askForApproval>, acts: Acts) {
  const { db, who, body } = call
  const act = acts.get(body.Act)
  if (!act) throw invalid(text.noSuchAct, { Act: text.noSuchAct })
  requireAccess(who, act.row.access)
  const input = { params: body.Params, query: body.Query ?? {}, body: body.Body }
  if (JSON.stringify(input).length > longestInput) throw invalid(text.tooLong)
  const about = await act.about(callOf(act, call, who, input))
  await requireAbove(call, act.kind, about.amount)
  await requireFewWaiting(call)
  const { id } = await db.one<{ id: string }>(sql`
    insert into approval_request (business_id, act, kind, title, amount, member_id, about, details, input, stands_for,
      reason, asker_id, asker_name)
    values (${db.businessId}, ${body.Act}, ${act.kind}, ${act.row.title}, ${about.amount}, ${about.memberId}, ${about.name},
      ${JSON.stringify(about.details)}::jsonb, ${JSON.stringify(input)}::jsonb, ${about.standsFor ?? ''}, ${body.Reason},
      ${who.uid}, ${who.name})
    returning approval_id as id`)
  await ringBell(db, await whoMayDecide(call, act.kind, about), {
    kind: 'ApprovalAsked',
    subject: id,
    values: {
      Title: act.row.title,
      Amount: amountInWords(act.kind, about.amount / 100),
      By: who.name,
    },
  })
  call.audit({
    record: { kind: 'Approval', id, name: `${act.row.title}: ${about.name}` },
    after: {
      Status: 'Waiting',
      Amount: amountInWords(act.kind, about.amount / 100),
      ...about.details,
      Reason: body.Reason,
    },
  })
  return shownTo(who, await readRequest(db, who, id))
}

/** Who can do it themself has nothing to ask for. */
async function requireAbove(
  { db, who }: Call<typeof approvalsApi.askForApproval>,
  kind: Parameters<typeof refuseAboveLimits>[2],
  amount: number,
): Promise<void> {
  try {
    await refuseAboveLimits(db, who, kind, amount)
  } catch (error) {
    if (error instanceof Refusal && error.code === aboveLimit) return
    throw error
  }
  throw conflict('within_limit', text.withinLimit)
}

async function requireFewWaiting({ db, who }: Call<typeof approvalsApi.askForApproval>): Promise<void> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from approval_request
    where business_id = ${db.businessId} and asker_id = ${who.uid} and status = 'Waiting' and expires_at > now()`)
  if (count >= mostWaiting) throw conflict('too_many_waiting', text.tooMany)
}
