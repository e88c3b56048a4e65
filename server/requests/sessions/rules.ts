import sql from 'sql-template-tag'
import { waitWords } from '#contract/requests/renewal-doubts.ts'
import type { RenewalDoubts } from '#contract/requests/renewal-doubts.ts'
import {
  ageProblem,
  renewalProblem,
  type Renewing,
  type RuleProblem,
  rulesOf,
} from '#contract/requests/type-rules.ts'
import type { Queries, Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import { readLicences } from '#server/business'
import type { Form } from '#server/requests/forms'
import { longDateInLetter } from './applicant-messages.ts'
import { addStep, isProven, putBackStep, type Session } from './session-record.ts'

/** Why this can't be had by the rules of the form, as things stand today; null if it can. */
export async function ruleProblem(
  db: Queries,
  form: Form,
  session: Session,
  wanted: string | null = session.answers.MembershipType,
): Promise<RuleProblem | null> {
  return problemOf(form, session, await circumstances(db, session), wanted)
}

/** What the rules leave a member to choose from, and why where nothing is left. */
export async function offeredTypes(
  db: Queries,
  form: Form,
  session: Session,
): Promise<{ OfferedTypes: string[] | null; RefusedBecause: string | null }> {
  if (session.kind !== 'Renewal' || session.nextStep !== 'User Started')
    return { OfferedTypes: null, RefusedBecause: null }
  const around = await circumstances(db, session)
  const all = form.MembershipTypes.map(({ Key }) => ({ Key, problem: problemOf(form, session, around, Key) }))
  const OfferedTypes = all.filter(({ problem }) => !problem).map(({ Key }) => Key)
  const said = new Set(all.flatMap(({ problem }) => problem?.said ?? []))
  return { OfferedTypes, RefusedBecause: OfferedTypes.length > 0 ? null : [...said].join(' ') }
}

type Circumstances = {
  readonly today: string
  /** Null for who applies, and where there is no such member any more: that is told by those who carry it out. */
  readonly member: Renewing | null
  readonly isUnderWay: boolean
  /** The types that the business has, whatever its forms say. */
  readonly types: ReadonlySet<string>
}

async function circumstances(db: Queries, session: Session): Promise<Circumstances> {
  const member = session.kind === 'Renewal' ? await renewing(db, session) : null
  return {
    today: await businessDay(db),
    member,
    isUnderWay: member !== null && (await isAnotherUnderWay(db, session)),
    types: await typesInUse(db),
  }
}

async function typesInUse(db: Queries): Promise<Set<string>> {
  const types = await db.rows<{ key: string }>(sql`
    select key from option_list_item
    where business_id = ${db.businessId} and list = 'MembershipType' and not is_retired`)
  return new Set(types.map(({ key }) => key))
}

const outOfUse: RuleProblem = {
  said: 'The membership you chose is not offered any more. Choose another.',
  told: 'The business does not offer the membership any more.',
}

function problemOf(
  form: Form,
  session: Session,
  { today, member, isUnderWay, types }: Circumstances,
  wanted: string | null,
): RuleProblem | null {
  const type = form.MembershipTypes.find(({ Key }) => Key === wanted)
  if (!type) return null
  if (!types.has(type.Key)) return outOfUse
  const rules = rulesOf(form, type)
  if (session.kind === 'Registration') {
    const said = ageProblem(rules, session.answers.BirthDate, today)
    return said ? { said, told: said } : null
  }
  if (!member) return null
  if (isUnderWay) return anotherUnderWay
  return renewalProblem(rules, member, { today, isProven: isProven(session), inWords: longDateInLetter })
}

async function renewing(db: Queries, { memberId, answers }: Session): Promise<Renewing | null> {
  const member = await db.maybe<Renewing>(sql`
    select m.membership_type as type, array_remove(array[m.status, s.value], null) as status,
      m.date_financial as financial, m.birth_date as "birthDate"
    from member m
    left join option_list_item s on s.business_id = m.business_id and s.list = 'Status' and s.key = m.status
    where m.business_id = ${db.businessId} and m.member_id = ${memberId} and m.deleted_at is null`)
  return member && { ...member, birthDate: member.birthDate ?? answers.BirthDate }
}

const anotherUnderWay: RuleProblem = {
  said: 'A renewal of this membership is with us already. We will write to you as soon as it is decided.',
  told: 'Another renewal of the member is under way.',
}

/**
 * True if another renewal of the member waits for the staff. One that a stranger has sent without paying is none: it would
 * keep the member from their own.
 */
async function isAnotherUnderWay(db: Queries, { memberId, sessionId }: Session): Promise<boolean> {
  const other = await db.maybe(sql`
    select from request_session s
    where s.business_id = ${db.businessId} and s.member_id = ${memberId} and s.kind = 'Renewal'
      and s.next_step = 'User Completed' and s.waits_because is not null and s.deleted_at is null
      and s.session_id <> ${sessionId}
      and (s.proven_at is not null or exists (select from request_payment p
        where p.business_id = s.business_id and p.session_id = s.session_id and p.state = 'Paid'))
    limit 1`)
  return other !== null
}

/** Why somebody of the staff has to look at it whatever the rules say of the person; null where nobody has to. */
export async function reviewNeeded(
  db: Queries,
  form: Form,
  session: Session,
): Promise<Exclude<RenewalDoubts['WaitsBecause'], 'Rules'>> {
  const wanted = session.answers.MembershipType
  const type = form.MembershipTypes.find(({ Key }) => Key === wanted)
  // What is offered no more has no rules.
  const { Review } = rulesOf(form, type ?? {})
  if (session.kind === 'Registration') return Review === 'Never' && type ? null : 'Review'
  const own = (await renewing(db, session))?.type
  const isAnother = own !== undefined && wanted !== null && wanted !== own
  if (isAnother && !isProven(session)) return 'Another type, not proven'
  if (Review === 'Always') return 'Review'
  return isAnother && Review === 'WhenTypeChanges' ? 'Another type' : null
}

/** Why a request has to wait for the staff, in their words; null if it can go on by itself. */
export async function waitReason(db: Queries, form: Form, session: Session): Promise<string | null> {
  // What nobody may decide on by hand doesn't happen by itself.
  if (!(await readLicences(db)).includes('HubMembership')) return waitWords.licence
  const problem = await ruleProblem(db, form, session)
  if (problem) return waitWords.rules(problem.told)
  const review = await reviewNeeded(db, form, session)
  if (review) return waitWords[review]
  if (await awaitsSponsors(db, session)) return waitWords.sponsors
  return (await wasPutBack(db, session)) ? waitWords.putBack : null
}

/** True of what somebody has rejected and put back: it is theirs to decide on, also once it is paid or confirmed by others. */
async function wasPutBack(db: Queries, { sessionId }: Session): Promise<boolean> {
  const { isBack } = await db.one<{ isBack: boolean }>(sql`
    select exists (select from request_step where business_id = ${db.businessId} and session_id = ${sessionId}
      and step = ${putBackStep}) as "isBack"`)
  return isBack
}

/** True as long as somebody who is named as proposer or seconder has not confirmed it. */
export async function awaitsSponsors(db: Queries, { sessionId }: Session): Promise<boolean> {
  const { awaited } = await db.one<{ awaited: boolean }>(sql`
    select exists (select from request_sponsor where business_id = ${db.businessId} and session_id = ${sessionId}
      and is_confirmed is distinct from true) as awaited`)
  return awaited
}

/** Leaves a request to the staff, with the reason. */
export async function leaveToStaff(tx: Transaction, { sessionId }: Session, reason: string): Promise<void> {
  const isNew = await tx.run(sql`
    update request_session set waits_because = ${reason}
    where business_id = ${tx.businessId} and session_id = ${sessionId} and waits_because is distinct from ${reason}`)
  const isPlain = reason === waitWords.Review
  if (isNew && !isPlain) await addStep(tx, sessionId, 'Waits for the staff', reason)
}
