import sql, { type Sql } from 'sql-template-tag'
import { isSamePointsType, type PointsType, sameName, secondOfSameName } from '#contract/business/venues.ts'
import type { Queries, Transaction } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'

/** What people call a points type `t`. */
export const pointsTypeName: Sql = sql`coalesce(nullif(t.display_name, ''), t.points_type_id)`

/** What the points of each venue's members come to: rows of `venue_no`, `unit` and `amount`. The ledger stands on top of this. */
export type PointsByVenue = (db: Queries) => Sql

/**
 * Makes these the points types of a venue. One that was there before, whatever its capitals, keeps its id. Tells whether
 * another is the default now: what is shown of the venue's members has to follow. Who may have points already isn't asked about
 * a venue that has just been made.
 */
export async function savePointsTypes(
  tx: Transaction,
  venueNo: string,
  types: readonly PointsType[],
  pointsByVenue?: PointsByVenue,
): Promise<{ isDefaultChanged: boolean }> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(types)}::jsonb)
    as t ("PointsTypeId" text, "DisplayName" text, "PointsToDollarRatio" numeric, "IsDefault" boolean, "ExpiryMonths" integer)`
  const removed = sql`business_id = ${tx.businessId} and venue_no = ${venueNo}
      and lower(points_type_id) not in (select lower("PointsTypeId") from ${wanted})`
  await requireOwnNames(tx, venueNo, types)
  if (pointsByVenue) await requireUnused(tx, removed, pointsByVenue)
  const former = await defaultOf(tx, venueNo)
  await tx.run(sql`delete from points_type where ${removed}`)
  // The default comes last: by then the former one has stepped down, and there never are two.
  await tx.run(sql`
    insert into points_type (business_id, venue_no, points_type_id, display_name, points_to_dollar_ratio, is_default,
      expiry_months)
    select ${tx.businessId}, ${venueNo}, "PointsTypeId", "DisplayName", "PointsToDollarRatio", "IsDefault", "ExpiryMonths"
    from ${wanted} order by "IsDefault"
    on conflict (business_id, venue_no, lower(points_type_id))
    do update set display_name = coalesce(excluded.display_name, points_type.display_name),
      points_to_dollar_ratio = excluded.points_to_dollar_ratio, is_default = excluded.is_default,
      expiry_months = excluded.expiry_months`)
  return { isDefaultChanged: former !== (await defaultOf(tx, venueNo)) }
}

/** Of the names as they will be stored: one that isn't said stays, and a new type without one is called by its id. */
async function requireOwnNames(
  tx: Transaction,
  venueNo: string,
  types: readonly PointsType[],
): Promise<void> {
  const stored = await tx.rows<{ id: string; name: string }>(sql`
    select points_type_id as id, ${pointsTypeName} as name from points_type t
    where business_id = ${tx.businessId} and venue_no = ${venueNo}`)
  const kept = (wanted: string) => stored.find(({ id }) => isSamePointsType(id, wanted))?.name
  const second = secondOfSameName(
    types.map(({ PointsTypeId, DisplayName = kept(PointsTypeId) }) => DisplayName || PointsTypeId),
  )
  if (second !== null) throw invalid(sameName, { [`PointsTypes.${second}.DisplayName`]: sameName })
}

/** What the ledger counts the venue's default points in; null if there is none. */
async function defaultOf(tx: Transaction, venueNo: string): Promise<string | null> {
  const found = await tx.maybe<{ unit: string }>(sql`
    select points_unit(points_type_id) as unit from points_type
    where business_id = ${tx.businessId} and venue_no = ${venueNo} and is_default`)
  return found?.unit ?? null
}

/** Points that members still have, or that tills hold of them, would be out of everybody's sight. */
async function requireUnused(tx: Transaction, removed: Sql, pointsByVenue: PointsByVenue): Promise<void> {
  // Whoever is about to bring points of them here is done before we look.
  await tx.run(sql`select from points_type where ${removed} for update`)
  const used = await tx.maybe<{ name: string }>(sql`
    select ${pointsTypeName} as name from (select * from points_type where ${removed}) t
    where exists (
      select from ${pointsByVenue(tx)} have
      where have.venue_no = t.venue_no and have.unit = points_unit(t.points_type_id) and have.amount > 0)
    or exists (
      select from ledger_hold h
      join ledger_account a on a.business_id = h.business_id and a.account_id = h.account_id
      join member m on m.business_id = a.business_id and m.venue_no = t.venue_no
        and m.member_id = current_member(a.owner_id)
      where h.business_id = t.business_id and h.outcome is null and a.kind = 'points'
        and a.unit = points_unit(t.points_type_id))
    limit 1`)
  if (used) throw conflict('points_type_in_use', `Members still have points of the type ${used.name}.`)
}
