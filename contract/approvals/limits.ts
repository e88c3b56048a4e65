import { z } from 'zod'
import type { PermissionName } from '#contract/access/permissions.ts'
import { hasDecimals, moneyText } from '#contract/values/decimals.ts'
import { limitLabels, limitNames, type LimitName } from '#contract/words/limit-labels.ts'

export { limitLabels, limitNames, type LimitName } from '#contract/words/limit-labels.ts'

/** What a role may have limits for: points that are awarded, points that become money, and the value of cards. */
export const limitKinds = ['Awards', 'Transfers', 'Cards'] as const
export type LimitKind = (typeof limitKinds)[number]

/** What nobody is asked to approve: above its limit it is refused. */
export type LimitedThing = LimitKind | 'Sending'

/** The permission that each is about: without it a limit says nothing. */
export const permissionOfLimit: Readonly<Record<LimitedThing, PermissionName>> = {
  Awards: 'Loyalty.CreditPoints',
  Transfers: 'Cardholder.PointsToMoney',
  Cards: 'Member.InviteToCard',
  Sending: 'Message.Send',
}

const most = 1_000_000_000

const amount = (name: LimitName) =>
  z
    .number()
    .min(0)
    .max(most)
    .refine((value) => hasDecimals(value, 2), `${limitLabels[name]} can have two decimals at the most.`)
    .nullable()

/** What somebody of a role may do without a second person, in points and in dollars; null for any amount. */
export const RoleLimits = z.object({
  AwardsPerAct: amount('AwardsPerAct'),
  AwardsPerDay: amount('AwardsPerDay'),
  TransfersPerAct: amount('TransfersPerAct'),
  TransfersPerDay: amount('TransfersPerDay'),
  CardsPerAct: amount('CardsPerAct'),
  CardsPerDay: amount('CardsPerDay'),
  SendingPerAct: z.number().int().min(0).max(most).nullable(),
})
export type RoleLimits = z.infer<typeof RoleLimits>

/** The same as they are sent: who knows nothing of a later one leaves it as it is. */
export const SentLimits = RoleLimits.partial({ SendingPerAct: true })

/** Any amount of everything. */
export const noLimits: RoleLimits = {
  AwardsPerAct: null,
  AwardsPerDay: null,
  TransfersPerAct: null,
  TransfersPerDay: null,
  CardsPerAct: null,
  CardsPerDay: null,
  SendingPerAct: null,
}

/** Which kind a limit is of. */
export function kindOfLimit(name: LimitName): LimitedThing {
  return limitKinds.find((kind) => name.startsWith(kind)) ?? 'Sending'
}

export function isSameLimits(one: RoleLimits, other: RoleLimits): boolean {
  return limitNames.every((name) => one[name] === other[name])
}

const points = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 })

/** '1,250 points', '$50.00' or '500 members'. */
export function amountInWords(kind: LimitedThing, value: number): string {
  if (kind === 'Cards') return moneyText(value)
  if (kind === 'Sending') return `${points.format(value)} ${value === 1 ? 'member' : 'members'}`
  return `${points.format(value)} ${value === 1 ? 'point' : 'points'}`
}

/** The limits that are set, each in words: 'Points of one award: 500 points'. */
export function limitsInWords(limits: RoleLimits): string[] {
  return limitNames.flatMap((name) => {
    const value = limits[name]
    return value === null ? [] : [`${limitLabels[name]}: ${amountInWords(kindOfLimit(name), value)}`]
  })
}

/** 'award 500 points', 'put $50.00 on cards'. */
function givingInWords(kind: LimitKind, value: number): string {
  const words = amountInWords(kind, value)
  return kind === 'Cards' ? `put ${words} on cards` : `${kind === 'Awards' ? 'award' : 'transfer'} ${words}`
}

const second = 'A second person has to approve it.'

export const limitWords = {
  perAct: (kind: LimitKind, limit: number) =>
    `Your role may ${givingInWords(kind, limit)} at once. ${second}`,
  perDay: (kind: LimitKind, limit: number, left: number) =>
    `Your role may ${givingInWords(kind, limit)} in a day, and ${amountInWords(kind, left)} of that are left today. ${second}`,
}
