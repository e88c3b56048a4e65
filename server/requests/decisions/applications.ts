import { Acceptance } from '#contract/requests/decisions.ts'
import { waitWords } from '#contract/requests/renewal-doubts.ts'
import { mobileWithCountryCode } from '#contract/requests/request-rules.ts'
import { requestsApi } from '#contract/requests/requests.ts'
import { nobody } from '#platform/access'
import { type Change, recordAudit } from '#platform/call'
import type { Transaction } from '#platform/database'
import { type Attempt, SettledElsewhere } from '#platform/jobs'
import { Refusal } from '#platform/refusals'
import type { Saving } from '#server/members/changes'
import { possibleDuplicates } from '#server/members/search'
import { issueToNewMember } from '#server/passes/invitations'
import type { Backstage } from '#server/payments'
import { businessOf, type Form, readForm } from '#server/requests/forms'
import { paymentsOf } from '#server/requests/payments'
import {
  letters,
  lockSession,
  recipientOfRequest,
  type Session,
  type SessionPayload,
  waitForStaff,
  waitReason,
  type Way,
  writeForStranger,
  writeToApplicant,
} from '#server/requests/sessions'
import { acceptOneByOne } from './accept-one-by-one.ts'
import { acceptApplication } from './decisions.ts'
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
  await acceptOneByOne(tx)
  const session = await lockSession(tx, sessionId)
  if (session.nextStep !== 'User Completed' || session.finalisedAt) return
  const form = await readForm(tx, session.formId)
  const way = await wayOf(tx, sessionId)
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
  const recipient = await recipientOfRequest(tx, session)
  const letter = letters.accepted(name, number)
  if ('paid' in way) await writeToApplicant(tx, recipient, name, letter)
  else await writeForStranger(tx, recipient, name, letter, way)
}

async function duplicateOf(tx: Transaction, { answers }: Session): Promise<string | null> {
  const mobile = answers.MobileNumber
  const likely = await possibleDuplicates(tx, nobody, {
    ...answers,
    MobileNumber: mobile && mobileWithCountryCode(mobile),
  })
  return likely.length > 0 ? waitWords.duplicate : null
}

/** Accepts it as it was asked for, and gives the member their card; tells the membership number. */
async function accept(call: Saving, form: Form, session: Session): Promise<string | null> {
  const { MembershipType } = await offeredAnswers(call.db, session.answers)
  const acceptance = Acceptance.parse({
    MemberId: null,
    MembershipType,
    VenueNo: form.VenueNo,
    // How they are told depends on whether they paid.
    NotifyBy: 'none',
  })
  const { PassConfigurationId: card } = form
  const code = session.passCodeHash
  const member = await acceptApplication(call, session, acceptance, {
    hasCard: card !== null && code !== null,
  })
  if (card !== null && code !== null) await issueToNewMember(call, member, card, code)
  return member.MembershipNumber
}

/** Whether it was paid for: what strangers send for nothing shares what they may cause. */
async function wayOf(tx: Transaction, sessionId: string): Promise<Way> {
  const isPaid = (await paymentsOf(tx, sessionId)).some(({ state }) => state === 'Paid')
  return isPaid ? { paid: null } : { address: null }
}
