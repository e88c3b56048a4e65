import sql from 'sql-template-tag'
import type { PointsType } from '#contract/venues.ts'
import type { Transaction } from '#platform/database.ts'

/** Makes these the points types of a venue. One that was there before, whatever its capitals, keeps its id. */
export async function savePointsTypes(
  tx: Transaction,
  venueNo: string,
  types: readonly PointsType[],
): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(types)}::jsonb)
    as t ("PointsTypeId" text, "PointsToDollarRatio" numeric, "IsDefault" boolean)`
  await tx.run(sql`
    delete from points_type where business_id = ${tx.businessId} and venue_no = ${venueNo}
      and lower(points_type_id) not in (select lower("PointsTypeId") from ${wanted})`)
  // The default comes last: by then the former one has stepped down, and there never are two.
  await tx.run(sql`
    insert into points_type (business_id, venue_no, points_type_id, points_to_dollar_ratio, is_default)
    select ${tx.businessId}, ${venueNo}, "PointsTypeId", "PointsToDollarRatio", "IsDefault"
    from ${wanted} order by "IsDefault"
    on conflict (business_id, venue_no, lower(points_type_id))
    do update set points_to_dollar_ratio = excluded.points_to_dollar_ratio, is_default = excluded.is_default`)
}
