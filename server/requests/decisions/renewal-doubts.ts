import sql from 'sql-template-tag'
import type { RenewalDoubts } from '#contract/requests/renewal-doubts.ts'
import { can, type Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { visibleTo } from '#server/members/record'
import { type Form, typeName } from '#server/requests/forms'
import { isProven, reviewNeeded, ruleProblem, type Session } from '#server/requests/sessions'

/** Whether it is the member who asks, for what, and why it waits: as far as this user may read the member. */
export async function renewalDoubts(
  db: Queries,
  who: Who,
  session: Session,
  form: Form,
): Promise<RenewalDoubts> {
  const member = session.kind === 'Renewal' ? await readableMember(db, who, session) : null
  const isReader = session.kind === 'Registration' && can(who, 'Member.ReadDetails')
  return {
    IsProven: isProven(session),
    HasProofEnded: !isProven(session) && (await haveContactsChanged(db, session)),
    RequestedMembershipType: await typeName(db, session.answers.MembershipType),
    CurrentMembershipType: member && (await typeName(db, member.type)),
    WaitsBecause: member && (await waitsBecause(db, session, form)),
    WaitsReason: member || isReader ? session.waitsBecause : null,
  }
}

async function readableMember(db: Queries, who: Who, { memberId }: Session) {
  if (!can(who, 'Member.ReadDetails')) return null
  return db.maybe<{ type: string }>(sql`
    select m.membership_type as type from member m
    where m.business_id = ${db.businessId} and m.member_id = ${memberId} and m.deleted_at is null ${visibleTo(who)}`)
}

// A proof leaves no trace when it ends, and one by a link none when it is given; the change that ended it does.
async function haveContactsChanged(db: Queries, { sessionId }: Session): Promise<boolean> {
  const change = await db.maybe(sql`
    select from request_session s
    join contact_change c on c.business_id = s.business_id and c.member_id = s.member_id
      and c.kind <> 'SentElsewhere' and c.at >= s.started_at
    where s.business_id = ${db.businessId} and s.session_id = ${sessionId} limit 1`)
  return change !== null
}

async function waitsBecause(
  db: Queries,
  session: Session,
  form: Form,
): Promise<RenewalDoubts['WaitsBecause']> {
  if (session.nextStep !== 'User Completed') return null
  const review = await reviewNeeded(db, form, session)
  return review ?? ((await ruleProblem(db, form, session)) && 'Rules')
}
