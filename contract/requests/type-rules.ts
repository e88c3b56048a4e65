/**
 * The rules of a membership type that a form offers: who may choose it, and whether somebody looks at it first. No schemas
 * here: the patron's page has to be small.
 */

/** When somebody of the staff looks at a request before it counts. */
export const reviews = ['Always', 'WhenTypeChanges', 'Never'] as const
export type Review = (typeof reviews)[number]

export type TypeRules = {
  /** Of a renewal: the types of membership that one may come from; null for any. */
  readonly From: string[] | null
  /** Ages on the day that it is asked for; null for any. */
  readonly MinAge: number | null
  readonly MaxAge: number | null
  /** Of a renewal: the statuses that may renew; null for all but those that usually may not. */
  readonly Statuses: string[] | null
  /** Of a renewal: so many days before and after the financial date it is taken; null for any number. */
  readonly DaysBefore: number | null
  readonly DaysAfter: number | null
  readonly Review: Review
}

/** What a form needs to tell for the rules of its types. */
type Offering = { readonly Kind: 'Registration' | 'Renewal'; readonly NeedsReview: boolean }

// Who is financial for longer than a year has renewed already.
const mostDaysBefore = 366

/**
 * The rules of a type. One of a form from before there were any goes on as it did, but for two things: nobody gives
 * themself another type of membership, and nobody renews again and again.
 */
export function rulesOf(form: Offering, { Rules }: { readonly Rules?: TypeRules | undefined }): TypeRules {
  if (Rules) return Rules
  const isReviewed = form.Kind === 'Registration' || form.NeedsReview
  return {
    ...anybody,
    DaysBefore: form.Kind === 'Renewal' ? mostDaysBefore : null,
    Review: isReviewed ? 'Always' : 'WhenTypeChanges',
  }
}

const anybody = {
  From: null,
  MinAge: null,
  MaxAge: null,
  Statuses: null,
  DaysBefore: null,
  DaysAfter: null,
} as const

/** The rules that a new form starts with. */
export function newRules(kind: Offering['Kind']): TypeRules {
  return kind === 'Registration'
    ? { ...anybody, Review: 'Always' }
    : { ...anybody, DaysBefore: 90, Review: 'WhenTypeChanges' }
}

/** How old somebody is on a day: a year older on the birthday itself, and on 1 March where there is no 29 February. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

type Ages = Pick<TypeRules, 'MinAge' | 'MaxAge'>

/** True if it has to be known when somebody was born. */
export function asksAge({ MinAge, MaxAge }: Ages): boolean {
  return MinAge !== null || MaxAge !== null
}

/** Whom a type is for, by age: 'from 18 to 25 years', 'from 60 years'; null for everybody. */
export function agesInWords({ MinAge, MaxAge }: Ages): string | null {
  if (MinAge !== null && MaxAge !== null) return `from ${MinAge} to ${MaxAge} years`
  if (MinAge !== null) return `from ${MinAge} years`
  return MaxAge === null ? null : `up to ${MaxAge} years`
}

/** Why somebody of this age can't have it; false where they can, and where nobody knows when they were born. */
export function ageProblem(ages: Ages, birthDate: string | null, today: string): string | false {
  const years = birthDate === null ? null : ageOn(birthDate, today)
  if (years === null) return false
  const isFor = years >= (ages.MinAge ?? 0) && years <= (ages.MaxAge ?? years)
  return !isFor && `The membership you chose is for people ${agesInWords(ages)} old.`
}

/** Somebody who wants to renew, as the business knows them. */
export type Renewing = {
  readonly type: string
  /** The key and the name of the status. */
  readonly status: readonly string[]
  readonly financial: string | null
  readonly birthDate: string | null
}

/** Why something can't be had: as the person reads it, and as the staff do. */
export type RuleProblem = { readonly said: string; readonly told: string }

/** A day in words, such as '30 June 2027'. */
type InWords = (day: string) => string

// Whatever a form says: a business that bars somebody doesn't take their money online.
const barred = /suspend|deceased|expel|bann?ed/i
/** True for the name of a status that nobody renews with. */
export function neverRenews(status: string): boolean {
  return barred.test(status)
}

const rarelyRenews = /cancel|resign|terminat/i

/** The statuses that nobody renews a type with by its rules, as a pattern for their keys and names, in whatever case. */
export function barredStatuses({ Statuses }: Pick<TypeRules, 'Statuses'>): string {
  return [barred, ...(Statuses === null ? [rarelyRenews] : [])].map(({ source }) => source).join('|')
}

/**
 * Why a member can't have a type by its rules; null if they can. Who has not shown that they are the member is told
 * nothing of them.
 */
export function renewalProblem(
  rules: TypeRules,
  member: Renewing,
  { today, isProven, inWords }: { today: string; isProven: boolean; inWords: InWords },
): RuleProblem | null {
  if (isBarred(rules, member.status))
    return {
      said: 'This membership can not be renewed online. Please contact us.',
      told: `The status of the member is ${member.status.at(-1)}.`,
    }
  const outside = windowProblem(rules, member.financial, { today, isProven, inWords })
  if (outside) return outside
  if (rules.From !== null && !rules.From.includes(member.type))
    return {
      said: 'This membership can not be chosen by those who have yours.',
      told: 'It is not offered to those who have the membership of this member.',
    }
  if (asksAge(rules) && member.birthDate === null)
    return {
      said: 'We do not know your date of birth. Please contact us.',
      told: 'The date of birth of the member is not known.',
    }
  const said = ageProblem(rules, member.birthDate, today)
  return said ? { said, told: `It is for people ${agesInWords(rules)} old.` } : null
}

function isBarred({ Statuses }: TypeRules, status: readonly string[]): boolean {
  const is = (pattern: RegExp) => status.some((name) => pattern.test(name))
  if (status.some(neverRenews)) return true
  return Statuses === null ? is(rarelyRenews) : status.length > 0 && !Statuses.includes(status[0]!)
}

function windowProblem(
  { DaysBefore, DaysAfter }: TypeRules,
  financial: string | null,
  { today, isProven, inWords }: { today: string; isProven: boolean; inWords: InWords },
): RuleProblem | null {
  if (financial === null) return null
  const left = daysBetween(today, financial)
  if (DaysBefore !== null && left > DaysBefore) {
    const told = `The member is renewed already, until ${inWords(financial)}.`
    return { said: isProven ? `You are already renewed until ${inWords(financial)}.` : alreadyRenewed, told }
  }
  if (DaysAfter !== null && -left > DaysAfter) {
    const told = `The membership ran out on ${inWords(financial)}, more than ${daysInWords(DaysAfter)} ago.`
    return { said: 'It is too late to renew this membership online. Please contact us.', told }
  }
  return null
}

const alreadyRenewed = 'This membership is renewed already.'

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

const daysInWords = (days: number) => (days === 1 ? '1 day' : `${days} days`)

const reviewWords: Readonly<Record<Review, string>> = {
  Always: 'reviewed',
  WhenTypeChanges: 'reviewed if the type changes',
  Never: 'accepted without review',
}

/** The rules in one line: 'From 60 years, up to 90 days before, reviewed'. */
export function rulesInWords(
  rules: TypeRules,
  nameOf: (key: string) => string = (key) => key,
  kind: Offering['Kind'] = 'Renewal',
): string {
  const before = rules.DaysBefore !== null && `up to ${daysInWords(rules.DaysBefore)} before`
  const after = rules.DaysAfter !== null && `up to ${daysInWords(rules.DaysAfter)} after`
  const parts = [
    rules.From !== null && `for those who have ${rules.From.map(nameOf).join(', ')}`,
    agesInWords(rules),
    rules.Statuses !== null && `with status ${rules.Statuses.join(', ')}`,
    before,
    after,
    kind === 'Registration' && rules.Review !== 'Never' ? reviewWords.Always : reviewWords[rules.Review],
  ].filter((part): part is string => Boolean(part))
  const line = parts.join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
