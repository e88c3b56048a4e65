import sql from 'sql-template-tag'
import { isSponsor, namedIn, shownQuestions } from '#contract/requests/question-rules.ts'
import { formPath } from '#contract/requests/request-forms.ts'
import { daysToAnswerSponsor, type Sponsor } from '#contract/requests/sponsors.ts'
import { can, type Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { hashOf, newSecret } from '#platform/secrets'
import type { Backstage } from '#server/payments'
import { businessOf, type Form, readForm } from '#server/requests/forms'
import {
  answersOf,
  letters,
  lockSession,
  personById,
  type Session,
  type SponsorPayload,
  writeForStranger,
} from '#server/requests/sessions'

/**
 * Keeps who is named as proposer or seconder by a request that is being sent. Whoever isn't found is kept all the same:
 * an answer would tell who has which number.
 */
export async function nameSponsors(tx: Transaction, form: Form, session: Session): Promise<void> {
  const answers = answersOf(session)
  for (const { Id, Kind } of shownQuestions(form.Questions, answers)) {
    const named = isSponsor(Kind) ? namedIn(answers.Questions[Id]) : null
    if (!named) continue
    await tx.run(sql`
      insert into request_sponsor (business_id, session_id, role, named_number, named_last_name, member_id)
      values (${tx.businessId}, ${session.sessionId}, ${Kind}, ${named.MembershipNumber}, ${named.LastName}, (
        select m.member_id from member m
        where m.business_id = ${tx.businessId} and m.membership_number = ${named.MembershipNumber.trim()}
          and plain(m.last_name) = plain(${named.LastName.trim()}) and m.deleted_at is null
          and m.member_id is distinct from ${session.memberId}::text))
      on conflict do nothing`)
  }
}

/** Asks those who are named, each once, at the contact on file. */
export async function askSponsors(
  { database, publicUrl }: Backstage,
  { businessId, sessionId, address }: SponsorPayload,
): Promise<void> {
  await database.transaction(businessId, async (tx) => {
    const session = await lockSession(tx, sessionId)
    if (session.finalisedAt) return
    const form = await readForm(tx, session.formId)
    const { name } = await businessOf(tx)
    const waiting = await tx.rows<{ role: Sponsor['Role']; memberId: string }>(sql`
      select role, member_id as "memberId" from request_sponsor
      where business_id = ${businessId} and session_id = ${sessionId} and member_id is not null and asked_at is null`)
    for (const { role, memberId } of waiting) {
      const person = await personById(tx, memberId)
      if (!person) continue
      const secret = newSecret()
      const link = `${publicUrl()}${formPath(form.Kind, form.FormId)}#sponsor=${secret}`
      const letter = letters.sponsor(name, shownName(session), role, link)
      if (!(await writeForStranger(tx, person, name, letter, { address }))) continue
      await tx.run(sql`
        update request_sponsor set secret_hash = ${hashOf(secret)}, asked_at = now(),
          expires_at = now() + make_interval(days => ${daysToAnswerSponsor})
        where business_id = ${businessId} and session_id = ${sessionId} and role = ${role}`)
    }
  })
}

/** What an applicant is called, without anything that could be read as a link or more than a name: a stranger typed it. */
export function shownName({ displayName }: Pick<Session, 'displayName'>): string {
  const name = (displayName ?? '').replaceAll(/[^\p{L}\p{M}' ’-]+/gu, ' ').replaceAll(/\s+/g, ' ')
  return name.trim().slice(0, 60) || 'Somebody'
}

/** Who is named by a request, for those who decide on it. */
export async function sponsorsOf(db: Queries, who: Who, sessionId: string): Promise<Sponsor[]> {
  const sponsors = await db.rows<Sponsor>(sql`
    select role as "Role", named_number as "MembershipNumber", named_last_name as "LastName",
      member_id as "MemberId", answered_at as "AnsweredDate", ${sponsorState} as "State"
    from request_sponsor where business_id = ${db.businessId} and session_id = ${sessionId} order by role`)
  return can(who, 'Member.ReadDetails') ? sponsors : sponsors.map((each) => ({ ...each, MemberId: null }))
}

const sponsorState = sql`
  case when is_confirmed then 'Confirmed' when answered_at is not null then 'Declined'
    when member_id is null then 'Unknown' when asked_at is null or secret_hash is null then 'NotReached'
    when expires_at < now() then 'Expired' else 'Waiting' end`
