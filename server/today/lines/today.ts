import {
  todayAccess,
  type todayApi,
  type TodayLine,
  type TodayLineName,
  todayLines,
} from '#contract/today/today.ts'
import { mayCall } from '#platform/access'
import type { Call } from '#platform/call'
import { readLicences } from '#server/business'
import { type Figure, figures } from './figures.ts'
import { type Snoozed, snoozedBy } from './snooze.ts'

/**
 * What waits for the caller, of what they may open. One line after the other: each is a moment, and side by side those
 * of a few people who come to work would have all connections. One that fails keeps none of the others.
 */
export async function getToday({ db, who }: Call<typeof todayApi.getToday>) {
  const licences = await readLicences(db)
  const snoozed = await snoozedBy(db, who)
  const Lines: TodayLine[] = []
  const Failed: TodayLineName[] = []
  let reason: unknown
  for (const line of todayLines.filter((each) => mayCall(who, todayAccess[each], licences)))
    try {
      const figure = await figures[line](db, who)
      if (figure.Count > 0) Lines.push(lineOf(line, figure, snoozed))
    } catch (error) {
      Failed.push(line)
      reason = error
    }
  // Nothing at all is a fault of its own, and told as any other.
  if (Failed.length > 0 && Lines.length === 0) throw reason
  return { Lines, Failed }
}

function lineOf(line: TodayLineName, { newest, ...figure }: Figure, snoozed: readonly Snoozed[]): TodayLine {
  const snooze = snoozed.find((each) => each.line === line)
  const isBack = snooze && newest !== undefined && newest > snooze.snoozedAt
  return {
    Line: line,
    TodayCount: null,
    Items: [],
    Funds: null,
    ...figure,
    SnoozedUntil: snooze && !isBack ? snooze.until : null,
  }
}
