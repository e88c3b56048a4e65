import sql, { empty, join, type Sql } from 'sql-template-tag'
import {
  likenesses,
  type Likeness as Same,
  type possibleDuplicatesApi,
} from '#contract/members/duplicates/possible-duplicates.ts'
import type { Member } from '#contract/members/members.ts'
import { internationalMobile } from '#contract/values/mobile.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { memberOf, type MemberRow, selectMembers, visibleTo } from '#server/members/record'
import { indexedCondition } from './wanted.ts'

/** What is known of a person who may be a member already. */
export type Likeness = {
  readonly FirstName: string | null
  readonly LastName: string | null
  readonly BirthDate: string | null
  readonly EmailAddress: string | null
  /** With its country code. */
  readonly MobileNumber: string | null
}

const most = 5
// Some are of venues that the user doesn't see: so many are looked at for those few.
const mostLookedAt = 50

/** Members with the same e-mail address or mobile number, or the same name and no other birth date: five at most. */
export async function possibleDuplicates(db: Queries, who: Who, person: Likeness): Promise<Member[]> {
  const likely = [...sameName(db, person), ...sameContact(db, person)]
  if (likely.length === 0) return []
  const rows = await db.rows<MemberRow>(sql`
    with likely as materialized (${join(likely, ' union ')})
    ${selectMembers}
    where m.business_id = ${db.businessId} and m.member_id in (select member_id from likely)
      and m.deleted_at is null ${visibleTo(who)}
    order by m.sort_name, m.member_id`)
  const rank = (member: Member) => (isAlike(sameOf(member, person)) ? 0 : 1)
  return rows
    .map(memberOf)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, most)
}

function sameName(db: Queries, { FirstName, LastName, BirthDate }: Likeness): Sql[] {
  if (!FirstName || !LastName) return []
  return [
    sql`(select m.member_id from member m
      where m.business_id = ${db.businessId} and m.deleted_at is null
        and m.sort_name = plain(${`${LastName} ${FirstName}`})
        and (m.birth_date is null or ${BirthDate}::date is null or m.birth_date = ${BirthDate}::date)
      limit ${mostLookedAt})`,
  ]
}

function sameContact(db: Queries, { EmailAddress, MobileNumber }: Likeness): Sql[] {
  // As search texts have it, however it was typed.
  const mobile = MobileNumber?.replace(/^\+61/, '0')
  return [EmailAddress, mobile].flatMap((q) => {
    const condition = q && indexedCondition({ q })
    if (!condition) return []
    // The index finds an address within longer ones, too: joann@ is not ann@. A number that was typed as '(0)412 …' has more
    // digits than it, and is the same.
    const isWholeAddress = q.includes('@')
      ? sql`and position(' ' || plain(${q.trim()}) || ' ' in m.search_text || ' ') > 0`
      : empty
    return [
      sql`(select m.member_id from member_search m
        where m.business_id = ${db.businessId} and ${condition} ${isWholeAddress}
        limit ${mostLookedAt})`,
    ]
  })
}

// A few letters of an address or a number are nobody's yet.
const isWhole = { email: /^\S+@\S+\.\S+$/, mobile: /^\+\d{8,13}$/ }

/** Who may be the person that somebody is typing, and why. */
export async function listPossibleDuplicates({
  db,
  who,
  query,
}: Call<typeof possibleDuplicatesApi.listPossibleDuplicates>) {
  const mobile = internationalMobile(query.mobileNumber)
  const person: Likeness = {
    FirstName: query.firstName || null,
    LastName: query.lastName || null,
    BirthDate: query.birthDate ?? null,
    EmailAddress: isWhole.email.test(query.emailAddress) ? query.emailAddress : null,
    MobileNumber: isWhole.mobile.test(mobile) ? mobile : null,
  }
  const members = await possibleDuplicates(db, who, person)
  // A number within a longer one may be another's.
  return {
    Results: members
      .map((member) => ({ ...member, Same: sameOf(member, person) }))
      .filter(({ Same }) => isAlike(Same)),
  }
}

const isAlike = (same: readonly Same[]) => same.some((each) => each !== 'BirthDate')

function sameOf(member: Member, person: Likeness): Same[] {
  const contacts = [member.HomeContactDetails, member.WorkContactDetails, member.PostalContactDetails]
  const is: Record<Same, boolean> = {
    Name: isSame(member.FirstName, person.FirstName) && isSame(member.LastName, person.LastName),
    BirthDate: isSame(member.BirthDate, person.BirthDate),
    EmailAddress: contacts.some((each) => isSame(each?.EmailAddress, person.EmailAddress)),
    MobileNumber: contacts.some((each) =>
      isSame(internationalMobile(each?.MobileNumber ?? ''), person.MobileNumber),
    ),
  }
  return likenesses.filter((each) => is[each])
}

/** Compared as names are sorted: without accents and capitals. */
function isSame(one: string | null | undefined, other: string | null): boolean {
  if (!one || !other) return false
  return one.trim().localeCompare(other.trim(), 'en', { sensitivity: 'base' }) === 0
}
