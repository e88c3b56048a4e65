import { z } from 'zod'
import { countedPage, countedPaging, endpoint, may } from '#contract/endpoint.ts'
import { ReadableMember } from '#contract/members/readable-member.ts'
import { messages } from '#contract/messages.ts'
import { hasDecimals } from '#contract/values/decimals.ts'
import { needed } from '#contract/words/needed.ts'

const text = messages.points
const path = '/api/cherrypay/v1/{businessId}/members/{memberId}'
const params = { transactionId: z.string().regex(/^\d{1,18}$/, 'A transaction is named by its number.') }

/** What one award may be, in points. */
export const awardLimits = { Minimum: 1, Maximum: 1_000_000 }

/** A kind of points that a member of a venue can have. */
export const MemberPointsType = z.object({
  PointsTypeId: z.string(),
  DisplayName: z.string(),
  IsDefault: z.boolean(),
  /** How many points a dollar is. */
  PointsToDollarRatio: z.number(),
})
export type MemberPointsType = z.infer<typeof MemberPointsType>

export const PointsBalance = MemberPointsType.extend({
  PointsBalanceDollarValue: z.number(),
  PointsBalanceQuantity: z.number(),
})
export type PointsBalance = z.infer<typeof PointsBalance>

/** The points that an amount is: to two decimals. */
export function pointsFor(dollars: number, ratio: number): number {
  // In whole numbers: a half is then a half, and rounds as people round.
  return Math.round((Math.round(dollars * 100) * Math.round(ratio * 10_000)) / 10_000) / 100
}

/** The dollars that points are: to the cent. */
export function dollarsFor(points: number, ratio: number): number {
  return Math.round((Math.round(points * 100) * 10_000) / Math.round(ratio * 10_000)) / 100
}

const most = 1e12

/** An amount of points, said twice: in dollars and in points. Whether it is enough, the limits say. */
export const PointsRequest = z.object({
  Note: z
    .string(needed(text.noteRequired))
    .trim()
    .min(1, text.noteRequired)
    .max(500, 'A note can have 500 characters at the most.'),
  PointsByDollarValue: z
    .number(needed(text.amountRequired))
    .nonnegative(text.invalidAmount)
    .max(most, text.invalidAmount)
    .refine((dollars) => hasDecimals(dollars, 2), text.invalidDollars),
  PointsByQuantity: z
    .number(needed(text.quantityRequired))
    .nonnegative(text.invalidQuantity)
    .max(most, text.invalidQuantity)
    .refine((points) => hasDecimals(points, 2), text.invalidQuantity),
  /** Accepted and ignored: the signed-in user is who is recorded. */
  CherryPayUserName: z.string().max(200).optional(),
})
export type PointsRequest = z.infer<typeof PointsRequest>

type Amounts = Pick<PointsRequest, 'PointsByDollarValue' | 'PointsByQuantity'>
type Limits = { Minimum: number; Maximum: number }

/**
 * What is wrong with an amount of this type of points, by field; nothing if it may be moved. Where less than a point is a
 * dollar, several amounts round to one quantity: of these, who is paid dollars gets no more than the points are.
 */
export function pointsProblems(
  { PointsByDollarValue, PointsByQuantity }: Amounts,
  ratio: number,
  { Minimum, Maximum }: Limits,
  { isPaidOut = false } = {},
): Partial<Record<keyof Amounts, string>> {
  if (
    pointsFor(PointsByDollarValue, ratio) !== PointsByQuantity ||
    (isPaidOut && PointsByDollarValue > dollarsFor(PointsByQuantity, ratio))
  )
    return { PointsByQuantity: text.invalidQuantity, PointsByDollarValue: text.invalidAmount }
  if (PointsByQuantity < Minimum) return { PointsByQuantity: text.belowMinimum(Minimum) }
  if (PointsByQuantity > Maximum) return { PointsByQuantity: text.aboveMaximum(Maximum) }
  return {}
}

/** A request for points of a type at this ratio, within these limits. */
export function pointsRequestOf(ratio: number, limits: Limits) {
  return PointsRequest.superRefine((request, context) => {
    for (const [field, message] of Object.entries(pointsProblems(request, ratio, limits)))
      context.addIssue({ code: 'custom', message, path: [field] })
  })
}

/** A line of the history of a member's points. */
export const PointsEntry = z.object({
  EntryId: z.string(),
  TransactionId: z.string(),
  At: z.iso.datetime(),
  Kind: z.string(),
  /** Negative for what was taken. */
  Quantity: z.number(),
  /** The balance after it. */
  Balance: z.number(),
  Note: z.string().nullable(),
  Description: z.string().nullable(),
  ActorName: z.string(),
  IsTakenBack: z.boolean(),
  CanReverse: z.boolean(),
})
export type PointsEntry = z.infer<typeof PointsEntry>

/** Points that expire on a day if nobody uses them. */
export const PointsExpiry = z.object({ ExpiresOn: z.iso.date(), Quantity: z.number() })

/** What a movement of points answers. */
export const PointsMoved = z.object({ TransactionId: z.string(), PointsBalanceQuantity: z.number() })

export const pointsApi = {
  getPointsRequestModal: endpoint({
    method: 'GET',
    path: `${path}/points-request-modal`,
    title: 'What awarding points to a member needs',
    access: may('Loyalty.CreditPoints'),
    shows: ['points'],
    output: z.object({
      Member: ReadableMember,
      /** The types that the member's venue gives, the default first, with what the member has of each. */
      PointsTypes: z.array(PointsBalance),
      Minimum: z.number(),
      Maximum: z.number(),
    }),
  }),
  listPointsBalances: endpoint({
    method: 'GET',
    path: `${path}/points`,
    title: 'The points balances of a member',
    access: may('Member.ReadDetails'),
    shows: ['points'],
    output: z.object({ Results: z.array(PointsBalance) }),
  }),
  getPointsBalance: endpoint({
    method: 'GET',
    path: `${path}/points/{pointsTypeId}`,
    title: 'A points balance of a member',
    access: may('Member.ReadDetails'),
    shows: ['points'],
    output: PointsBalance,
  }),
  awardPoints: endpoint({
    method: 'POST',
    path: `${path}/points/{pointsTypeId}/award`,
    title: 'Award points to a member',
    access: may('Loyalty.CreditPoints'),
    changes: ['points'],
    limited: { kind: 'Awards', act: 'awardPoints' },
    body: PointsRequest,
    output: PointsMoved,
  }),
  /** Newest first. */
  listPointsEntries: endpoint({
    method: 'GET',
    path: `${path}/points/{pointsTypeId}/entries`,
    title: "The history of a member's points",
    access: may('Member.ReadDetails'),
    shows: ['points'],
    query: z.object(countedPaging),
    output: countedPage(PointsEntry),
  }),
  reversePoints: endpoint({
    method: 'POST',
    path: `${path}/points/{pointsTypeId}/entries/{transactionId}/reverse`,
    title: "Reverse an entry of a member's points",
    access: may('Loyalty.Reverse'),
    changes: ['points', 'card', 'pass', 'disbursementAccount'],
    params,
    body: z.object({
      Reason: z
        .string(needed('Reason is required.'))
        .trim()
        .min(1, 'Reason is required.')
        .max(500, 'A reason can have 500 characters at the most.'),
    }),
    output: PointsMoved,
  }),
  /** Soonest first; nothing where points of the type don't expire. */
  forecastPointsExpiry: endpoint({
    method: 'GET',
    path: `${path}/points/{pointsTypeId}/expiry`,
    title: "When a member's points expire",
    access: may('Member.ReadDetails'),
    shows: ['points'],
    output: z.object({ Results: z.array(PointsExpiry) }),
  }),
}
