import sql from 'sql-template-tag'
import type { MemberListItem } from '#contract/members.ts'

/** What a list shows of a member `m`. */
export const listColumns = sql`
  m.member_id as id, m.membership_number as "MembershipNumber", m.badge_number as "BadgeNumber",
  m.first_name as "FirstName", m.preferred_name as "PreferredName", m.last_name as "LastName",
  m.birth_date as "BirthDate", m.status as "Status", m.date_financial as "DateFinancial",
  coalesce(m.date_financial >= current_date, false) as "Financial",
  coalesce(level.value, m.member_level) as "MemberLevelDescription",
  coalesce(type.value, m.membership_type) as "MembershipTypeDescription",
  m.default_address as "DefaultAddress", m.default_contact as "DefaultContactDetails",
  m.home_contact as "HomeContactDetails", m.work_contact as "WorkContactDetails",
  m.postal_contact as "PostalContactDetails"`

/** The descriptions of a member's level and type, which are options of the business. */
export const withDescriptions = sql`
  left join option_list_item level
    on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
  left join option_list_item type
    on type.business_id = m.business_id and type.list = 'MembershipType' and type.key = m.membership_type`

/** A row of a list, with what its place in the list is. */
export type ListRow = MemberListItem & { sortName: string }

/** All there is of a member `m`, whose venue is joined as `v`. */
export const memberColumns = sql`
  ${listColumns}, m.member_key as "MemberKey", m.venue_no as "VenueNo", v.display_name as "VenueName",
  m.card_number as "CardNumber", m.title as "Title", m.middle_name as "MiddleName", m.gender as "Gender",
  m.nationality as "Nationality", m.occupation as "Occupation", m.date_joined as "DateJoined",
  m.date_renewed as "DateRenewed", m.member_level as "MemberLevel", m.membership_type as "MembershipType",
  m.home_address as "HomeAddress", m.work_address as "WorkAddress", m.postal_address as "PostalAddress",
  m.points_balance::float8 as "PointsBalance", m.updated_at as "DateUpdatedAtSource", m.revision as "Revision",
  json_build_object('Id', m.member_id, 'DateCreated',
    to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as "Meta"`
