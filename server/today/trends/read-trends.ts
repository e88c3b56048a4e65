import sql, { empty } from 'sql-template-tag'
import {
  trendAccess,
  trendFigures,
  trendMonths,
  type TrendName,
  type trendsApi,
} from '#contract/today/trends.ts'
import { mayCall } from '#platform/access'
import type { Call } from '#platform/call'
import { businessToday } from '#platform/days'
import { readLicences } from '#server/business'

type Row = { figure: string; month: string; value: number; countedOn: string }

/** The trends that the caller may see, as they were counted last: a few hundred rows at the most, by their key. */
export async function getTrends({ db, who }: Call<typeof trendsApi.getTrends>) {
  const licences = await readLicences(db)
  const names = (Object.keys(trendAccess) as TrendName[]).filter((name) =>
    mayCall(who, trendAccess[name], licences),
  )
  const rows = await db.rows<Row>(sql`
    select figure, month, (sum(value) * case figure when 'Points' then 0.01 else 1 end)::float8 as value, max(counted_on) as "countedOn" from trend
    where business_id = ${db.businessId} and figure = any(${names.flatMap((name) => trendFigures[name])})
      and month > ${businessToday} - make_interval(months => ${trendMonths})
      ${who.venues === null ? empty : sql`and venue_no = any(${who.venues})`}
    group by 1, 2 order by 2`)
  const Months = [...new Set(rows.map(({ month }) => month))]
  const valueOf = (figure: string, month: string) =>
    rows.find((row) => row.figure === figure && row.month === month)?.value ?? null
  const Trends = names.map((name) => ({
    Trend: name,
    Months,
    Figures: trendFigures[name].map((figure) => ({
      Name: figure,
      Values: Months.map((month) => valueOf(figure, month)),
    })),
  }))
  const counted = rows.map(({ countedOn }) => countedOn).toSorted()
  return { CountedOn: counted.at(-1) ?? null, Trends: counted.length > 0 ? Trends : [] }
}
