import { z } from 'zod'
import { type Access, endpoint, listOfKinds, mayAny, signedIn } from '#contract/endpoint.ts'
import { memberStandings } from '#contract/members/standing.ts'

const members = mayAny(['Reporting.Membership', 'Member.Search'])

/** The plots of the home page, in their order, and who sees them. */
export const trendAccess = {
  standings: members,
  comings: members,
  points: mayAny(['Reporting.Financial', 'Loyalty.CreditPoints']),
  visits: mayAny(['Reporting.Membership', 'Event.Manage']),
} as const satisfies Record<string, Access>

export type TrendName = keyof typeof trendAccess
const trendNames = Object.keys(trendAccess) as [TrendName, ...TrendName[]]

/** What each is made of: a figure for every month. */
export const trendFigures = {
  standings: memberStandings,
  comings: ['Joined', 'Left'],
  points: ['Points'],
  visits: ['Visits'],
} as const satisfies Record<TrendName, readonly string[]>

/** So many months are told, the one that it is now the last. */
export const trendMonths = 12

export const Trend = z.object({
  Trend: z.enum(trendNames),
  /** First days of months, oldest first. */
  Months: z.array(z.iso.date()),
  /** For each figure what it was in each month; null before it was counted. */
  Figures: z.array(z.object({ Name: z.string(), Values: z.array(z.number().nullable()) })),
})
export type Trend = z.infer<typeof Trend>

export const trendsApi = {
  /** Counted each night, of the venues that the caller sees. */
  getTrends: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/trends',
    title: 'Trends of the business',
    access: signedIn,
    shows: ['today'],
    mayLag: true,
    output: z.object({
      /** The day that they were counted on; null before the first night. */
      CountedOn: z.iso.date().nullable(),
      Trends: listOfKinds(Trend, Trend.pick({ Trend: true })),
    }),
  }),
}
