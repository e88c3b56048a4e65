import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { MemberFields } from '#contract/members/member-fields.ts'
import type { Member } from '#contract/members/members.ts'
import { Acceptance } from '#contract/requests/decisions.ts'
import { nextFinancialDate } from '#contract/requests/renewal-term.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import type { FormFields } from '#contract/requests/request-forms.ts'
import { requestsApi } from '#contract/requests/requests.ts'
import { nobody } from '#platform/access'
import type { Transaction } from '#platform/database'
import { columnsAndValues, difference, type Difference, takeNumber, readMember } from '#server/members/record'
import { acceptedAs, memberOfAnswers, renewedUntil } from '#server/requests/decisions'

/** When a request was decided on, which day that was, and by whom. */
export type Decided = { readonly at: string; readonly day: string; readonly by: string }

/** What comes of an accepted request. */
export type Accepted = { readonly member: Member; readonly details: string }

/** Makes the applicant the member that accepting makes of them, on the day that it was. */
export async function makeMember(
  tx: Transaction,
  form: FormFields,
  answers: RequestAnswers,
  decided: Decided,
): Promise<Accepted> {
  const acceptance = Acceptance.parse({
    MemberId: null,
    MembershipType: answers.MembershipType,
    VenueNo: form.VenueNo,
    NotifyBy: 'none',
  })
  const wanted = memberOfAnswers(answers, form, acceptance, { today: decided.day, status: 'Active' })
  const { columns, values } = columnsAndValues({ ...wanted, MembershipNumber: await takeNumber(tx, null) })
  const { id } = await tx.one<{ id: string }>(sql`
    insert into member (business_id, venue_no, member_key, ${columns}, created_at, updated_at)
    values (${tx.businessId}, ${acceptance.VenueNo}, ${randomUUID().replaceAll('-', '')}, ${values},
      ${decided.at}, ${decided.at}) returning member_id as id`)
  const member = await readMember(tx, nobody, id)
  await tellHistory(tx, id, requestsApi.acceptMembershipRequest.title, decided, {
    after: difference({}, member)!.after,
  })
  return { member, details: acceptedAs(member, 'made') }
}

/** Renews a member as an accepted renewal does, on the day that it was. */
export async function renewMemberAsDecided(
  tx: Transaction,
  form: FormFields,
  { MembershipType }: RequestAnswers,
  memberId: string,
  decided: Decided,
): Promise<Accepted> {
  const before = await readMember(tx, nobody, memberId)
  const wanted = MemberFields.parse({
    ...before,
    MembershipType,
    DateRenewed: decided.day,
    DateFinancial: nextFinancialDate(form.Term, before.DateFinancial, decided.day),
  })
  const { columns, values } = columnsAndValues(wanted)
  await tx.run(sql`
    update member set (${columns}) = row(${values}), revision = revision + 1, updated_at = ${decided.at}
    where business_id = ${tx.businessId} and member_id = ${memberId}`)
  const { title } = requestsApi.acceptRenewalRequest
  await tellHistory(tx, memberId, title, decided, difference(before, wanted)!)
  const member = await readMember(tx, nobody, memberId)
  return { member, details: renewedUntil(wanted.DateFinancial!) }
}

async function tellHistory(
  tx: Transaction,
  memberId: string,
  title: string,
  { at, by }: Decided,
  { before, after }: Partial<Difference>,
): Promise<void> {
  await tx.run(sql`
    insert into member_change (business_id, member_id, actor_id, actor_name, title, before, after, at)
    values (${tx.businessId}, ${memberId}, 'demo', ${by}, ${title}, ${before}::jsonb, ${after}::jsonb, ${at})`)
}
