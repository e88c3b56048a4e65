import { capitalised, countedInWords } from '#contract/counted-words.ts'
import { moneyText } from '#contract/values/decimals.ts'
import { patientDays, type TodayLine, type TodayLineName } from './today.ts'

const figure = new Intl.NumberFormat('en-AU')

const some = (count: number, one: string, many: string) =>
  `${figure.format(count)} ${count === 1 ? one : many}`

const counted = (count: number, one: string, many: string) =>
  `${capitalised(countedInWords(count))} ${count === 1 ? one : many}`

/** A line of Today as a sentence, without its full stop. */
export function todayInWords({ Line, Count, TodayCount, Funds }: TodayLine): string {
  const today = TodayCount ? `, ${countedInWords(TodayCount)} of them today` : ''
  const sentences: Readonly<Record<TodayLineName, () => string>> = {
    applications: () =>
      counted(Count, 'application waits for a decision', 'applications wait for a decision'),
    renewals: () => counted(Count, 'renewal waits for a decision', 'renewals wait for a decision'),
    events: () => some(Count, 'event is on today', 'events are on today'),
    due: () => `${counted(Count, 'membership runs', 'memberships run')} out within a week${today}`,
    lapsed: () => `${counted(Count, 'membership', 'memberships')} lapsed in the last week${today}`,
    birthdays: () => `${counted(Count, 'member has', 'members have')} a birthday within a week${today}`,
    funds: () => (Funds ? fundsInWords(Funds) : ''),
    refunds: () => `${some(Count, 'payment', 'payments')} for a card could not be given back`,
    orders: () =>
      `${counted(Count, 'card order', 'card orders')} placed more than ${patientDays} days ago ${Count === 1 ? 'has' : 'have'} not come`,
    imports: () => `${some(Count, 'import', 'imports')} finished in the last week`,
    messages: () => `${counted(Count, 'message', 'messages')} could not be delivered`,
    jobs: () => `${some(Count, 'piece of work', 'pieces of work')} failed`,
  }
  return sentences[Line]()
}

function fundsInWords({ Available, DaysLeft }: NonNullable<TodayLine['Funds']>): string {
  const left = `${moneyText(Available)} to give out`
  if (DaysLeft === null) return `${left}, and nothing went out in the last month`
  return `${left}: at the pace of the last month it lasts ${some(DaysLeft, 'day', 'days')}`
}

/** How long something has waited, as 'since today', 'for 1 day', 'for 12 days'. */
export function waitedInWords(days: number): string {
  return days < 1 ? 'since today' : `for ${some(days, 'day', 'days')}`
}
