import type { FormKind } from '#contract/requests/request-forms.ts'
import {
  daysOfWeek,
  paceDays,
  patientDays,
  type TodayLine,
  type TodayLineName,
} from '#contract/today/today.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { oldestFailedRefunds } from '#server/cards/online'
import { countEventsToday } from '#server/events/record'
import { finishedImports } from '#server/members/import'
import { countDue, countLapsed, nextBirthdays } from '#server/members/search'
import { countFailedMessages } from '#server/messaging/sent'
import { countFailedJobs } from '#server/operations'
import { countLateOrders } from '#server/orders/lists'
import { fundsOutlook } from '#server/reports'
import { oldestWaiting } from '#server/requests/decisions'

/** What a line tells, and when the newest of what it counts came, where that brings it back. */
export type Figure = Partial<Pick<TodayLine, 'TodayCount' | 'Items' | 'Funds'>> & {
  readonly Count: number
  readonly newest?: string
}

// So many of them are named beside their number.
const few = 3

/** How each line is counted: by an index, however many members there are. */
export const figures: Readonly<Record<TodayLineName, (db: Queries, who: Who) => Promise<Figure>>> = {
  applications: (db, who) => waiting(db, who, 'Registration'),
  renewals: (db, who) => waiting(db, who, 'Renewal'),
  events: async (db) => ({ Count: await countEventsToday(db) }),
  due: async (db, who) => counted(await countDue(db, who, daysOfWeek)),
  lapsed: async (db, who) => counted(await countLapsed(db, who, daysOfWeek)),
  birthdays: async (db, who) => {
    const next = await nextBirthdays(db, who, daysOfWeek, few)
    return { ...listed(next), TodayCount: next[0]?.today ?? 0 }
  },
  funds,
  refunds: async (db, who) => told(await oldestFailedRefunds(db, who, few)),
  orders: async (db, who) => ({ Count: await countLateOrders(db, who, patientDays) }),
  imports: async (db, who) => listed(await finishedImports(db, who, daysOfWeek, few)),
  messages: async (db) => ({ Count: await countFailedMessages(db) }),
  jobs: async (db) => ({ Count: await countFailedJobs(db) }),
}

async function waiting(db: Queries, who: Who, kind: FormKind): Promise<Figure> {
  return told(await oldestWaiting(db, who, kind, few))
}

type Named = TodayLine['Items'][number] & { count: number }

/** Those that come back when there is a new one. */
function told(oldest: readonly (Named & { newest: string })[]): Figure {
  return { ...listed(oldest), ...(oldest[0] && { newest: oldest[0].newest }) }
}

/** Told as long as money ever moved: a line whose number is days rather than things to do. */
async function funds(db: Queries): Promise<Figure> {
  const outlook = await fundsOutlook(db, paceDays)
  if (!outlook) return { Count: 0 }
  const { available, aDay } = outlook
  const DaysLeft = aDay > 0 ? Math.max(0, Math.floor(available / aDay)) : null
  return { Count: 1, Funds: { Available: available / 100, DaysLeft } }
}

const counted = ({ count, today }: { count: number; today: number }): Figure => ({
  Count: count,
  TodayCount: today,
})

function listed(rows: readonly Named[]): Figure {
  return {
    Count: rows[0]?.count ?? 0,
    Items: rows.map(({ Id, Name, Date }) => ({ Id, Name, Date })),
  }
}
