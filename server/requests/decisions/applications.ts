import sql from 'sql-template-tag'
import { Acceptance } from '#contract/requests/decisions.ts'
import { waitWords } from '#contract/requests/renewal-doubts.ts'
import { internationalMobile } from '#contract/requests/request-rules.ts'
import { requestsApi } from '#contract/requests/requests.ts'
import { nobody } from '#platform/access'
import { type Change, recordAudit } from '#platform/call'
import type { Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import { type Attempt, SettledElsewhere } from '#platform/jobs'
import { Refusal } from '#platform/refusals'
import { addMember, type Saving } from '#server/members/changes'
import { possibleDuplicates } from '#server/members/search'
import { issueToNewMember } from '#server/passes/invitations'
import type { Backstage } from '#server/payments'
import { businessOf, type Form, readForm, withTermOf } from '#server/requests/forms'
import { paymentsOf } from '#server/requests/payments'
import {
  finalise,
  letters,
  lockSession,
  recipientOf,
  type Session,
  type SessionPayload,
  waitForStaff,
  waitReason,
  type Way,
  writeForStranger,
  writeToApplicant,
} from '#server/requests/sessions'
import { acceptedAs, usualStatus } from './decisions.ts'
import { memberOfAnswers } from './member-of-answers.ts'
import { offeredAnswers } from './offered-answers.ts'

const byItself = 'Automatic acceptance'

/**
 * The job behind an application that needs nobody's review: makes the member and their digital card. Whatever speaks
 * against it, or fails, leaves it to the staff as any other.
 */
export async function finishApplication(
  { database }: Backstage,
  { businessId, sessionId }: SessionPayload,
  attempt: Attempt,
): Promise<void> {
  try {
    await database.transaction(businessId, (tx) => finish(tx, sessionId))
  } catch (error) {
    const isRefused = error instanceof Refusal
    if (isRefused || attempt.isLast)
      await database.transaction(businessId, async (tx) => {
        const session = await lockSession(tx, sessionId)
        if (session.nextStep !== 'User Completed' || session.finalisedAt) return
        const reason = isRefused ? error.message : 'Something went wrong.'
        await waitForStaff(tx, session, waitWords.failed(reason), await wayOf(tx, sessionId))
      })
    if (!isRefused) throw attempt.isLast ? new SettledElsewhere(error) : error
  }
}

async function finish(tx: Transaction, sessionId: string): Promise<void> {
  const session = await lockSession(tx, sessionId)
  if (session.nextStep !== 'User Completed' || session.finalisedAt) return
  const form = await readForm(tx, session.formId)
  const way = await wayOf(tx, sessionId)
  // One after the other: of two applications of one person at once, the second finds the first among the members.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`accept ${tx.businessId}`}, 0))`)
  const reason = (await waitReason(tx, form, session)) ?? (await duplicateOf(tx, session))
  if (reason !== null) return waitForStaff(tx, session, reason, way)
  const changes: Change[] = []
  const call = {
    db: tx,
    who: { ...nobody, name: byItself },
    audit: (change: Change) => void changes.push(change),
  }
  const number = await accept(call, form, session)
  const { title } = requestsApi.acceptMembershipRequest
  const action = { name: 'acceptMembershipRequest', title }
  await recordAudit(tx, call.who, { address: '', requestId: '' }, action, changes)
  const { name } = await businessOf(tx)
  const recipient = await recipientOf(tx, session)
  const letter = letters.accepted(name, number)
  if ('paid' in way) await writeToApplicant(tx, recipient, name, letter)
  else await writeForStranger(tx, recipient, name, letter, way)
}

async function duplicateOf(tx: Transaction, { answers }: Session): Promise<string | null> {
  const mobile = answers.MobileNumber
  const likely = await possibleDuplicates(tx, nobody, {
    ...answers,
    MobileNumber: mobile && internationalMobile(mobile),
  })
  return likely.length > 0 ? waitWords.duplicate : null
}

/** Makes the member, closes the session and gives them their card; tells the membership number. */
async function accept(call: Saving, form: Form, session: Session): Promise<string | null> {
  const { db } = call
  const answers = await offeredAnswers(db, session.answers)
  const acceptance = Acceptance.parse({
    MemberId: null,
    MembershipType: answers.MembershipType,
    VenueNo: form.VenueNo,
    NotifyBy: 'email',
  })
  const today = await businessDay(db)
  const lasting = await withTermOf(db, form, answers.MembershipType)
  const fields = memberOfAnswers(answers, lasting, acceptance, { today, status: await usualStatus(db) })
  const { title } = requestsApi.acceptMembershipRequest
  const member = await addMember(call, title, form.VenueNo ?? '', fields)
  await finalise(db, session, {
    isAccepted: true,
    by: byItself,
    member,
    details: acceptedAs(member, 'made'),
    newFinancialDate: member.DateFinancial,
    hasCard: form.PassConfigurationId !== null && session.passCodeHash !== null,
  })
  call.audit({
    record: { kind: 'Membership request', id: session.sessionId, name: session.displayName ?? '' },
    before: { Decision: null },
    after: { Decision: 'Accepted', Member: member.MembershipNumber },
  })
  if (form.PassConfigurationId !== null && session.passCodeHash !== null)
    await issueToNewMember(call, member, form.PassConfigurationId, session.passCodeHash)
  return member.MembershipNumber
}

/** Whether it was paid for: what strangers send for nothing shares what they may cause. */
async function wayOf(tx: Transaction, sessionId: string): Promise<Way> {
  const isPaid = (await paymentsOf(tx, sessionId)).some(({ state }) => state === 'Paid')
  return isPaid ? { paid: null } : { address: null }
}
