import sql from 'sql-template-tag'
import type { PassByMember, reportsApi } from '#contract/reports/reports.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { withDescriptions, visibleTo } from '#server/members/record'
import { fileName } from './file-name.ts'
import { column, fileOfReport, pageOfReport, type Report } from './report.ts'

const contact = (name: string) => sql`
  (case m.default_contact when 'Home' then m.home_contact when 'Work' then m.work_contact else m.postal_contact end ->> ${name})`

const columns = [
  column('MembershipNumber', 'Membership Number', 'text', sql`m.membership_number`),
  column('FirstName', 'First Name', 'text', sql`m.first_name`),
  column('LastName', 'Last Name', 'text', sql`m.last_name`),
  column('BirthDate', 'Birth Date', 'date', sql`m.birth_date`),
  column('MembershipType', 'Membership Type', 'text', sql`coalesce(type.value, m.membership_type)`),
  column('MemberLevel', 'Member Level', 'text', sql`coalesce(level.value, m.member_level)`),
  column('EmailAddress', 'Email Address', 'text', contact('EmailAddress')),
  column('MobileNumber', 'Mobile Number', 'text', contact('MobileNumber')),
  column('PhoneNumber', 'Phone Number', 'text', contact('PhoneNumber')),
]

/** Who has claimed a pass that was not taken back: each member once, with the pass they claimed last. */
function reportOf(db: Queries, who: Who): Report {
  return {
    columns,
    from: sql`
      from pass p join member m on m.business_id = p.business_id and m.member_id = p.member_id ${withDescriptions}
      where p.business_id = ${db.businessId} and p.claimed_at is not null and p.revoked_at is null
        and m.deleted_at is null ${visibleTo(who)}
        and not exists (
          select from pass later where later.business_id = p.business_id and later.member_id = p.member_id
            and later.claimed_at is not null and later.revoked_at is null
            and (later.claimed_at, later.pass_id) > (p.claimed_at, p.pass_id))`,
    order: [sql`p.claimed_at`, sql`p.pass_id`],
  }
}

/** The members who hold a pass. */
export function listPassesByMember(call: Call<typeof reportsApi.listPassesByMember>) {
  return pageOfReport<PassByMember>(
    call,
    reportOf(call.db, call.who),
    sql`, p.business_id as "BusinessId", p.member_id as "MemberId"`,
  )
}

/** The same as a file. */
export async function exportPassesByMember(call: Call<typeof reportsApi.exportPassesByMember>) {
  const name = await fileName(call.db, 'passes-by-member', call.query)
  return fileOfReport(call, name, reportOf(call.db, call.who))
}
