import sql, { type Sql } from 'sql-template-tag'
import { isSponsor, namedIn, shownQuestions } from '#contract/requests/question-rules.ts'
import { formPath } from '#contract/requests/request-forms.ts'
import { daysToAnswerSponsor, type Sponsor, sponsorTexts } from '#contract/requests/sponsors.ts'
import { can, type Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { hashOf, newSecret } from '#platform/secrets'
import type { Backstage, Surroundings } from '#server/payments'
import { businessOf, type Form } from '#server/requests/forms'
import {
  answersOf,
  letters,
  lockSession,
  personById,
  type Session,
  type SponsorPayload,
  writeForStranger,
  writeToApplicant,
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
    for (const named of await unanswered(tx, session, sql`asked_at is null`))
      await ask(tx, session, named, publicUrl, (person, name, letter) =>
        writeForStranger(tx, person, name, letter, { address }),
      )
  })
}

/** Asks those again who haven't answered, each once a day at the most; whom it asked. The link from before ends. */
export async function askAgain(
  tx: Transaction,
  { publicUrl }: Pick<Surroundings, 'publicUrl'>,
  session: Session,
): Promise<Sponsor['Role'][]> {
  if (session.finalisedAt) throw conflict('request_decided', sponsorTexts.decided)
  const isDue = sql`(asked_at is null or secret_hash is null or asked_at < now() - interval '1 day')`
  const due = await unanswered(tx, session, isDue)
  if (due.length === 0) throw conflict('nobody_to_ask', sponsorTexts.nobody)
  const asked: Sponsor['Role'][] = []
  for (const named of due) {
    const isAsked = await ask(tx, session, named, publicUrl, async (person, name, letter) => {
      if (!person.email && !person.mobile) return false
      await writeToApplicant(tx, person, name, letter)
      return true
    })
    if (isAsked) asked.push(named.role)
  }
  if (asked.length === 0) throw conflict('no_contact', sponsorTexts.noContact)
  return asked
}

type Named = { readonly role: Sponsor['Role']; readonly memberId: string }

/** Members who are named and have yet to answer, of those that a condition holds for. */
function unanswered(tx: Transaction, { sessionId }: Session, condition: Sql): Promise<Named[]> {
  return tx.rows<Named>(sql`
    select role, member_id as "memberId" from request_sponsor
    where business_id = ${tx.businessId} and session_id = ${sessionId} and member_id is not null
      and answered_at is null and ${condition} order by role`)
}

type Person = NonNullable<Awaited<ReturnType<typeof personById>>>
type Write = (
  person: Person,
  businessName: string,
  letter: ReturnType<typeof letters.sponsor>,
) => Promise<boolean>

/** Sends one of them a link to answer by; false if they couldn't be written to. */
async function ask(
  tx: Transaction,
  session: Session,
  { role, memberId }: Named,
  publicUrl: () => string,
  write: Write,
): Promise<boolean> {
  const person = await personById(tx, memberId)
  if (!person) return false
  const { name } = await businessOf(tx)
  const secret = newSecret()
  const link = `${publicUrl()}${formPath(session.kind, session.formId)}#sponsor=${secret}`
  if (!(await write(person, name, letters.sponsor(name, shownApplicantName(session), role, link))))
    return false
  await tx.run(sql`
    update request_sponsor set secret_hash = ${hashOf(secret)}, asked_at = now(),
      expires_at = now() + make_interval(days => ${daysToAnswerSponsor})
    where business_id = ${tx.businessId} and session_id = ${session.sessionId} and role = ${role}`)
  return true
}

/** What an applicant is called, without anything that could be read as a link or more than a name: a stranger typed it. */
export function shownApplicantName({ displayName }: Pick<Session, 'displayName'>): string {
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
