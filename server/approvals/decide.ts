import { isDeepStrictEqual } from 'node:util'
import { type approvalsApi, approvalWords as text } from '#contract/approvals/approvals.ts'
import { amountInWords } from '#contract/approvals/limits.ts'
import { requireAccess, type Who } from '#platform/access'
import { quietBell, ringBell } from '#platform/bell'
import { type ActAbout, type Call, type Change, recordAudit } from '#platform/call'
import type { Transaction } from '#platform/database'
import { countTowardsLimits } from '#platform/limits'
import { conflict, forbidden, Refusal } from '#platform/refusals'
import { presentUser } from '#server/access'
import { lockMember } from '#server/members/record'
import { type Act, type Acts, ActInput, callOf } from './acts.ts'
import { endRequest, lockRequest, readRequest, type Request, shownTo } from './requests.ts'

type Deciding = Call<typeof approvalsApi.approveRequest>

/** Carries out what was asked for, as it was asked for and in the name of both, or says why that can't be. */
export async function approveRequest(call: Deciding, acts: Acts) {
  const { db, origin } = call
  const approver = await presentApprover(call)
  const request = await lockWaiting(call, approver)
  if (request.askerId === approver.uid) throw conflict('own_request', text.ownRequest)
  const act = actOf(acts, request)
  requireAccess(approver, act.row.access)
  const asker = await presentAsker(db, act, request)
  const named = { ...asker, name: text.actor(asker.name, approver.name) }
  const changes: Change[] = []
  const asked = { ...call, audit: (change: Change) => void changes.push(change) }
  await carryOut(act, asked, { request, approver, named })
  // What somebody approves is theirs to answer for: it counts towards their own day, not the asker's.
  await countTowardsLimits(db, approver, act.kind, request.cents)
  await recordAudit(db, named, origin, { name: request.act, title: act.row.title }, changes)
  await endRequest(db, approver, request, 'Approved')
  await tellAsker(db, request, 'Approved', approver)
  tell(call, request, { Status: 'Approved' })
  return shownTo(approver, await readRequest(db, approver, request.ApprovalId))
}

/** What may have been taken from them a moment ago, nobody approves with. */
async function presentApprover({ db, who }: Deciding): Promise<Who> {
  const present = await presentUser(db, who.uid)
  if (who.isSuperAdmin) return who
  if (!present) throw forbidden('Your role does not allow this any more.')
  return present
}

async function presentAsker(db: Transaction, act: Act, { askerId }: Request): Promise<Who> {
  const asker = await presentUser(db, askerId)
  try {
    if (asker) requireAccess(asker, act.row.access)
  } catch (error) {
    if (error instanceof Refusal) throw conflict('asker_gone', text.askerGone)
    throw error
  }
  if (!asker) throw conflict('asker_gone', text.askerGone)
  return asker
}

type Carrying = { readonly request: Request; readonly approver: Who; readonly named: Who }

/** Everything is looked at anew: what has become wrong since is said, and the request stays. */
async function carryOut(act: Act, call: Deciding, { request, approver, named }: Carrying): Promise<void> {
  const input = ActInput.parse(request.input)
  try {
    // From here on the member stays as they are looked at.
    if (request.MemberId !== null) await lockMember(call.db, approver, request.MemberId)
    // As the approver it has to be within their venues, too.
    const about = await act.about(callOf(act, call, approver, input))
    if ((about.standsFor ?? '') !== request.standsFor) throw conflict('changed_since', text.changed)
    requireAsSeen(request, about)
    await act.carryOut(callOf(act, call, named, input))
    // Only now nobody else can change what it was made of: it has to be what the approver saw.
    requireAsSeen(request, await act.about(callOf(act, call, approver, input)))
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500 || error.code === 'changed_since') throw error
    throw conflict('not_carried_out', text.notNow(error.message))
  }
}

/** Who approves has seen this amount, for this person, with these details. */
function requireAsSeen(request: Request, about: ActAbout): void {
  const isAsSeen =
    about.amount === request.cents &&
    about.name === request.About &&
    isDeepStrictEqual(about.details, request.Details)
  if (!isAsSeen) throw conflict('changed_since', text.changed)
}

/** Says no, for a reason that who asked is told. */
export async function refuseRequest(call: Call<typeof approvalsApi.refuseRequest>) {
  const { db, who, body } = call
  const request = await lockWaiting(call, who)
  if (request.askerId === who.uid) throw conflict('own_request', text.ownRefusal)
  await endRequest(db, who, request, 'Refused', body.Reason)
  await tellAsker(db, request, 'Refused', who)
  tell(call, request, { Status: 'Refused', Reason: body.Reason })
  return shownTo(who, await readRequest(db, who, request.ApprovalId))
}

/** Takes a request back. */
export async function withdrawRequest(call: Call<typeof approvalsApi.withdrawRequest>) {
  const { db, who } = call
  const request = await lockWaiting(call, who)
  if (request.askerId !== who.uid) throw conflict('not_own_request', text.notYours)
  await endRequest(db, who, request, 'Withdrawn')
  await quietBell(db, 'ApprovalAsked', request.ApprovalId)
  tell(call, request, { Status: 'Withdrawn' })
  return shownTo(who, await readRequest(db, who, request.ApprovalId))
}

/** Who asked hears what became of it, and nobody else is asked any more. */
async function tellAsker(tx: Transaction, request: Request, Status: string, { name }: Who): Promise<void> {
  const { ApprovalId: subject, Title, Kind, Amount } = request
  await quietBell(tx, 'ApprovalAsked', subject)
  await ringBell(tx, [request.askerId], {
    kind: 'ApprovalDecided',
    subject,
    values: { Status, Title, Amount: amountInWords(Kind, Amount), By: name },
  })
}

async function lockWaiting({ db, params }: Pick<Deciding, 'db' | 'params'>, who: Who): Promise<Request> {
  const request = await lockRequest(db, who, params.approvalId)
  if (request.Status !== 'Waiting') throw conflict('not_waiting', text.notWaiting(request.Status))
  return request
}

// One that another version knows, and this one doesn't, waits for it.
function actOf(acts: Acts, { act }: Request): Act {
  const known = acts.get(act)
  if (!known) throw conflict('no_such_act', text.noSuchAct)
  return known
}

function tell(call: Pick<Deciding, 'audit'>, request: Request, after: Record<string, string>): void {
  call.audit({
    record: { kind: 'Approval', id: request.ApprovalId, name: `${request.Title}: ${request.About}` },
    before: { Status: 'Waiting' },
    after: {
      ...after,
      Amount: amountInWords(request.Kind, request.Amount),
      'Asked by': request.AskedBy,
    },
  })
}
