import { addDays } from '#contract/events/event-times.ts'
import type { Standing } from '#contract/members/standing.ts'

type Outlook = {
  readonly Standing: Standing
  readonly DateFinancial: string | null
  /** Of their type of membership: so many days after the financial date it lapses. */
  readonly GraceDays: number
  readonly NeverLapses: boolean
  /** The days on which reminders to renew are due, in their order. */
  readonly ReminderDates: readonly string[]
}

/** What will happen when: 'Financial until 30 June 2027. Then 14 days of grace, lapsed from 15 July 2027. …' */
export function outlookInWords(outlook: Outlook, inWords: (day: string) => string): string {
  const { DateFinancial: until, GraceDays: grace, NeverLapses, ReminderDates } = outlook
  if (NeverLapses) return 'This type of membership never lapses.'
  if (until !== null && until >= '9999') return 'This membership has no end.'
  if (until === null) return 'Without a financial date nothing happens by itself.'
  const reminders = ReminderDates.map(inWords).join(', ')
  return [
    sentences(outlook.Standing, inWords(until), grace, inWords(addDays(until, grace + 1))),
    reminders && `Reminders on ${reminders}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function sentences(standing: Standing, until: string, grace: number, lapsesOn: string): string {
  const days = grace === 1 ? '1 day' : `${grace} days`
  if (standing === 'Financial')
    return grace > 0
      ? `Financial until ${until}. Then ${days} of grace, lapsed from ${lapsesOn}.`
      : `Financial until ${until}. Lapsed from ${lapsesOn}.`
  if (standing === 'In grace') return `Financial until ${until}. ${days} of grace, lapsed from ${lapsesOn}.`
  return `Lapsed since ${lapsesOn}.`
}
