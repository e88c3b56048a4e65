import Fastify from 'fastify'
import pg from 'pg'

// By the business's day, as Hub answers.
const today = `(select timezone(b.time_zone, now())::date from business b where b.business_id = $1)`

const shown = `
        m.membership_number as "MembershipNumber", m.badge_number as "BadgeNumber",
        m.first_name as "FirstName", m.preferred_name as "PreferredName", m.last_name as "LastName",
        m.birth_date as "BirthDate", m.status as "Status", m.date_financial as "DateFinancial",
        coalesce(m.date_financial >= ${today}, false) as "Financial",
        case when type.never_lapses then 'Financial'
          when m.date_financial is null then 'No date'
          when m.date_financial >= ${today} then 'Financial'
          when m.date_financial + coalesce(type.grace_days, 0) >= ${today} then 'In grace'
          else 'Lapsed' end as "Standing",
        coalesce(level.value, m.member_level) as "MemberLevelDescription",
        coalesce(type.value, m.membership_type) as "MembershipTypeDescription"`

const named = (options: string, key: string) => `
        coalesce((select o.value from option_list_item o
          where o.business_id = m.business_id and o.list = '${options}' and o.key = ${key}), ${key})`

const described = `
      left join option_list_item level
        on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
      left join option_list_item type
        on type.business_id = m.business_id and type.list = 'MembershipType' and type.key = m.membership_type`

/** What bare routes answer with: the leanest prepared statements that answer what the server answers, and nothing around them. */
export const bareStatements = {
  member: {
    name: 'member',
    text: `
      select m.member_id as id, ${shown}, m.card_number as "CardNumber", m.title as "Title",
        m.middle_name as "MiddleName", m.gender as "Gender", m.nationality as "Nationality", m.occupation as "Occupation",
        m.date_joined as "DateJoined", m.date_renewed as "DateRenewed", m.member_level as "MemberLevel",
        m.membership_type as "MembershipType", m.default_address as "DefaultAddress", m.home_address as "HomeAddress",
        m.work_address as "WorkAddress", m.postal_address as "PostalAddress", m.default_contact as "DefaultContactDetails",
        m.home_contact as "HomeContactDetails", m.work_contact as "WorkContactDetails",
        m.postal_contact as "PostalContactDetails", m.member_key as "MemberKey", m.venue_no as "VenueNo",
        ${named('Title', 'm.title')} as "TitleDescription", ${named('Status', 'm.status')} as "StatusDescription",
        v.display_name as "VenueName", m.points_balance::float8 as "PointsBalance", m.updated_at as "DateUpdatedAtSource",
        m.revision as "Revision", m.created_at as "createdAt", m.deleted_at as "deletedAt",
        (select coalesce(json_agg(json_build_object('Key', o.key, 'ActorName', o.actor_name, 'At', o.at)), '[]')
          from member_override o where o.business_id = m.business_id and o.member_id = m.member_id) as "Overrides"
      from member m
      join venue v on v.business_id = m.business_id and v.venue_no = m.venue_no
      ${described}
      where m.business_id = $1 and m.member_id = $2 and m.deleted_at is null`,
  },
  byNumber: list('number', 'and m.membership_number >= $2 and m.membership_number < $3'),
  firstPage: list('page', ''),
  nextPage: list('next', 'and (m.sort_name, m.member_id) > ($2, $3)'),
  search: list('search', 'and m.search_text like $2'),
  searchOfTwo: list('two', 'and m.search_text like $2 and m.search_text like $3'),
}

/** The start of the list that a condition leaves. */
function list(name: string, condition: string) {
  return {
    name,
    text: `
      select m.member_id as id, ${shown},
        (case m.default_address when 'Home' then m.home_address when 'Work' then m.work_address else m.postal_address end)
          ->> 'Suburb' as "Suburb", m.sort_name as "sortName"
      from member m
      ${described}
      where m.business_id = $1 and m.deleted_at is null ${condition}
      order by m.sort_name, m.member_id limit 31`,
  }
}

export type BareName = keyof typeof bareStatements

/** Serves the statements of a business, each at its name; what it is asked for comes as `values`. */
export async function serveBare(databaseUrl: string, businessId: string): Promise<string> {
  const app = Fastify()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  for (const [name, statement] of Object.entries(bareStatements))
    app.get<{ Querystring: { values?: string } }>(`/${name}`, async ({ query }) => {
      const values = query.values === undefined ? [] : (JSON.parse(query.values) as unknown[])
      const { rows } = await pool.query({ ...statement, values: [businessId, ...values] })
      return { Results: rows.slice(0, 30) }
    })
  return app.listen({ port: 0, host: '127.0.0.1' })
}
