import sql, { type Sql } from 'sql-template-tag'
import type { VisitorHost } from '#contract/visitors/visitor-desk.ts'
import { cantSignIn, tooManyGuests } from '#contract/visitors/visitor-words.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { resolveCode } from '#server/members/codes'
import { visibleTo } from '#server/members/record'
import { memberOfHolder } from '#server/members/search'

/** How a member who brings guests is named: by id, or by what was scanned or typed. */
export type Named = { readonly memberId?: string | undefined; readonly code?: string | undefined }

/** A member who brings guests, as on a day. */
export type Host = Omit<VisitorHost, 'GuestsLeft' | 'Refusal'> & {
  readonly status: string | null
  readonly isFinancial: boolean
}

/** Whoever is named, if this user sees them and they are there. A code that several have is refused. */
export async function findNamedHost(
  db: Queries,
  who: Pick<Who, 'venues'>,
  named: Named,
  day: string,
): Promise<Host | null> {
  const member = await memberNamed(db, named)
  if (!member) return null
  return db.maybe<Host>(sql`
    select m.member_id as "MemberId", m.first_name || ' ' || m.last_name as "Name",
      m.membership_number as "MembershipNumber", m.status,
      coalesce(m.date_financial >= ${day}::date, false) as "isFinancial", (
        select count(*) from visitor_entry v
        where v.business_id = m.business_id and v.member_id = m.member_id and v.day = ${day}::date
          and v.kind = 'Guest' and v.voided_at is null) as "GuestsToday"
    from member m
    where m.business_id = ${db.businessId} and m.member_id = ${member} and m.deleted_at is null ${visibleTo(who)}`)
}

async function memberNamed(db: Queries, { memberId, code }: Named): Promise<Sql | null> {
  // A device may know them by a record that was merged into another since.
  if (memberId !== undefined) return sql`current_member(${memberId})`
  if (code === undefined || code === '') return null
  const holder = await resolveCode(db, code)
  return holder && memberOfHolder(db.businessId, holder)
}

// The usual statuses of those who are no members at the moment; what a business calls its own is its own affair.
const away: ReadonlySet<string> = new Set(['Suspended', 'Inactive', 'Deceased'])

/** Why a member can't sign a guest in; null if they can. A door kit, which anybody may hold, isn't told of the membership. */
export function hostRefusal({ doorOf }: Pick<Who, 'doorOf'>, host: Host, most: number | null): string | null {
  const reason = reasonAgainst(host, most)
  return reason !== null && doorOf !== undefined ? cantSignIn(host.Name) : reason
}

/** The same for those who keep the register. */
export function reasonAgainst(host: Host, most: number | null): string | null {
  if (host.status !== null && away.has(host.status))
    return `${host.Name} can’t sign in guests: the membership is ${host.status.toLowerCase()}.`
  if (!host.isFinancial) return `${host.Name} can’t sign in guests: the membership isn’t paid up.`
  if (most !== null && host.GuestsToday >= most) return tooManyGuests(host.Name, most)
  return null
}

/** Has other doors that sign in guests of the member wait until we are done: what they count then is right. */
export async function lockGuestsOf(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`guests ${tx.businessId} ${memberId}`}, 78))`)
}
