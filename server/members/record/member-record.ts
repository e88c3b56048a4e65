import sql, { join, raw, type Sql } from 'sql-template-tag'
import { memberFieldNames } from '#contract/members/member-fields.ts'
import { type Member, MemberListItem } from '#contract/members/members.ts'
import { can, type Who } from '#platform/access'
import { businessToday } from '#platform/days'
import { columnOf } from './fields.ts'
import { standingColumn } from './standing.ts'

/** What a list shows of a member `m`. */
const listColumns = sql`
  m.membership_number as "MembershipNumber", m.badge_number as "BadgeNumber",
  m.first_name as "FirstName", m.preferred_name as "PreferredName", m.last_name as "LastName",
  m.birth_date as "BirthDate", m.status as "Status", m.date_financial as "DateFinancial",
  coalesce(m.date_financial >= ${businessToday}, false) as "Financial",
  ${standingColumn} as "Standing",
  coalesce(level.value, m.member_level) as "MemberLevelDescription",
  coalesce(type.value, m.membership_type) as "MembershipTypeDescription"`

/** The same of one who was looked for, as this user may see it. */
export function foundColumns(who: Who): Sql {
  const suburb = can(who, 'Member.ReadDetails')
    ? sql`(case m.default_address when 'Home' then m.home_address when 'Work' then m.work_address else m.postal_address end)
        ->> 'Suburb'`
    : sql`null`
  return sql`${listColumns}, ${suburb} as "Suburb"`
}

/** How a member `m` is reached. */
export const contactColumns = sql`
  m.default_contact as "DefaultContactDetails", m.home_contact as "HomeContactDetails",
  m.work_contact as "WorkContactDetails", m.postal_contact as "PostalContactDetails"`

/** The descriptions of a member's level and type, which are options of the business. */
export const withDescriptions = sql`
  left join option_list_item level
    on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
  left join option_list_item type
    on type.business_id = m.business_id and type.list = 'MembershipType' and type.key = m.membership_type`

const fieldsBesides = memberFieldNames.filter((field) => !(field in MemberListItem.shape))
const columnsBesides = join(fieldsBesides.map((field) => raw(`m.${columnOf(field)} as "${field}"`)))

/** The balance of the default points of a member `m` of the venue `v`, right also while these are counted anew. */
export const shownPoints = sql`
  shown_points_balance(m.points_balance, v.points_counted_to, m.business_id, m.member_id, m.venue_no)`

/** What the option of a list is called that a member `m` carries; its key where the list has it no more. */
const named = (list: 'Title' | 'Status', key: Sql) => sql`coalesce((
  select o.value from option_list_item o
  where o.business_id = m.business_id and o.list = ${list} and o.key = ${key}), ${key})`

/** The start of a query that reads all there is of members `m`. */
export const selectMembers = sql`
  select m.member_id as id, ${listColumns}, ${columnsBesides}, m.member_key as "MemberKey", m.venue_no as "VenueNo",
    ${named('Title', sql`m.title`)} as "TitleDescription", ${named('Status', sql`m.status`)} as "StatusDescription",
    v.display_name as "VenueName", ${shownPoints}::float8 as "PointsBalance", m.updated_at as "DateUpdatedAtSource",
    m.revision as "Revision", m.created_at as "createdAt", m.deleted_at as "deletedAt",
    (select coalesce(json_agg(json_build_object('Key', o.key, 'ActorName', o.actor_name, 'At', o.at)), '[]')
      from member_override o where o.business_id = m.business_id and o.member_id = m.member_id) as "Overrides"
  from member m
  join venue v on v.business_id = m.business_id and v.venue_no = m.venue_no
  ${withDescriptions}`

/** A member as the database has it. */
export type MemberRow = Omit<Member, 'Meta'> & { createdAt: string; deletedAt: string | null }

/** A row in the contract's shape. */
export function memberOf({ createdAt, deletedAt, ...row }: MemberRow): Member {
  return {
    ...row,
    Meta: { Id: row.id, DateCreated: createdAt, DateDeleted: deletedAt },
    Overrides: row.Overrides.map((override) => ({ ...override, At: new Date(override.At).toISOString() })),
  }
}
