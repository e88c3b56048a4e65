import sql, { empty, type Sql } from 'sql-template-tag'
import type { Business, businessApi } from '#contract/business/business.ts'
import { messages } from '#contract/messages.ts'
import { usualTimeZone } from '#contract/values/time-zones.ts'
import { isOpenBusiness } from '#platform/access'
import { type Call, afterKey, beforehand, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { noTenant, type Queries, type Transaction, likePattern } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { fillOptionLists } from '#server/business/options'
import {
  askAhead,
  type BusinessRegister,
  type Confirmation,
  confirmationOf,
  legalNameOf,
} from '#server/business/register'
import { keepLegalName } from './legal-name.ts'
import { isOpenVenue } from './open-venues.ts'
import { revisionOfSettings } from './time-zone.ts'

const selectBusinesses = (isVisitNeeded: Sql) => sql`
  select b.business_id as "BusinessId", b.display_name as "DisplayName", b.licences as "LicencedHubProducts",
    b.time_zone as "TimeZone", b.standing as "Standing",
    ${isVisitNeeded} as "IsVisitNeeded",
    lower(b.display_name) as "SortName", coalesce(v.summaries, '[]') as "VenueSummaries"
  from business b
  left join lateral (
    select json_agg(json_build_object('DisplayName', display_name, 'VenueNo', venue_no)
      order by venue_no::integer) as summaries
    from venue v where v.business_id = b.business_id and ${isOpenVenue}
  ) v on true`

/** The business that the queries are confined to: whoever reads it is in already. */
export async function readBusiness(db: Queries): Promise<Business> {
  return withRevision(
    await db.one<BusinessRow>(sql`${selectBusinesses(sql`false`)} where b.business_id = ${db.businessId}`),
  )
}

type BusinessRow = Omit<Business, 'Revision'>

function withRevision<Row extends BusinessRow>(business: Row) {
  return { ...business, Revision: revisionOfSettings(business) }
}

/** The businesses the user may see, by name. The database shows a tied user their own alone. */
export async function listBusinesses(call: Call<typeof businessApi.listBusinesses>) {
  const { businessId, q } = call.query
  const wanted = sql`b.erasing_since is null
      ${businessId === undefined ? empty : sql`and b.business_id = ${businessId}`}
      ${q ? sql`and lower(b.display_name) like ${likePattern(q)}` : empty}`
  if (isToCount(call)) return totalOfList(call.db, sql`business b where ${wanted}`)
  const after = afterKey(call, 'text', 'text')
  const { isSuperAdmin, sessionId } = call.who
  const isVisitNeeded = isSuperAdmin ? sql`not ${isOpenBusiness(sessionId)}` : sql`false`
  const rows = await call.db.rows<BusinessRow & { SortName: string }>(sql`
    ${selectBusinesses(isVisitNeeded)}
    where ${wanted}
      ${after ? sql`and (lower(b.display_name), b.business_id) > (${after[0]}, ${after[1]})` : empty}
    order by lower(b.display_name), b.business_id
    limit ${rowsToAsk(call)}`)
  if (businessId !== undefined && rows.length === 0) throw notFound('The business')
  return pageOf(call, rows.map(withRevision), (row) => [row.SortName, row.BusinessId])
}

/**
 * Makes a business of an entry of the register, with the usual option lists; an ABN stands for one business only. The
 * register is asked here, too, whoever was asked before: what it doesn't confirm has to be meant.
 */
export const createBusiness = (register: BusinessRegister, brand: string) =>
  beforehand<Creating, Confirmation | null>(
    ({ body }) => askAhead(register, body.ABN),
    async (call, ahead) => {
      const confirmation = await confirmationOf(register, ahead(), call.body.ABN, call.db)
      return makeBusiness(call, confirmation, brand)
    },
  )

type Creating = typeof businessApi.createBusiness

async function makeBusiness(
  call: Call<Creating>,
  confirmation: Confirmation,
  brand: string,
): Promise<Business> {
  const { ABN, Name, State, Postcode, TimeZone = usualTimeZone(State), IsAbnUnconfirmed } = call.body
  const businessId = await freeBusinessId(call.db, Name)
  await call.db.asTenant(businessId, async (tx) => {
    const isNew = await tx.run(sql`
      insert into business (business_id, display_name, abn, state, postcode, time_zone)
      values (${businessId}, ${Name}, ${ABN}, ${State}, ${Postcode}, ${TimeZone})
      on conflict (abn) do nothing`)
    if (!isNew) throw conflict('abn_registered', messages.business.alreadyRegistered(brand))
    // After it: that an ABN is here already is the better answer.
    await keepLegalName(tx, legalNameOf(confirmation, IsAbnUnconfirmed))
    await fillOptionLists(tx)
  })
  call.audit({
    businessId,
    record: { kind: 'Business', id: businessId, name: Name },
    after: {
      ABN,
      Name,
      State,
      Postcode,
      'Time zone': TimeZone,
      'ABN confirmed': typeof confirmation === 'object',
    },
  })
  return withRevision({
    BusinessId: businessId,
    DisplayName: Name,
    VenueSummaries: [],
    LicencedHubProducts: [],
    TimeZone,
    Standing: 'Open',
    IsVisitNeeded: false,
  })
}

/** An id people can read in an address: the name in small letters, numbered where it is taken. */
async function freeBusinessId(tx: Transaction, name: string): Promise<string> {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const slug = (words.join('-').slice(0, 50).replace(/-$/, '') || 'business').padEnd(2, '0')
  // Two at once would find the same id free; the lock lets one go on after the other has committed.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`business-id ${slug}`}, 0))`)
  const taken = await tx.rows<{ id: string }>(
    sql`select business_id as id from business where business_id ^@ ${slug}
      union all select former_id from erased_business where former_id ^@ ${slug}`,
  )
  const ids = new Set([noTenant, ...taken.map((row) => row.id)])
  if (!ids.has(slug)) return slug
  for (let number = 2; ; number++) if (!ids.has(`${slug}-${number}`)) return `${slug}-${number}`
}
