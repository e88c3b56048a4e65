import { z } from 'zod'
import { MemberCard } from '#contract/cards/cards.ts'
import { endpoint, may } from '#contract/endpoint.ts'
import { ReadableMember } from '#contract/members/readable-member.ts'
import { messages } from '#contract/messages.ts'
import { needed } from '#contract/words/needed.ts'
import { PointsBalance, PointsMoved, pointsProblems, PointsRequest } from './points.ts'

const path = '/api/cherrypay/v1/{businessId}/members/{memberId}'
const access = may('Cardholder.PointsToMoney')
const text = messages.pointsTransfer

/** What one transfer may be, in points. */
export const transferLimits = { Minimum: 1, Maximum: 1_000_000 }

/** A card that points can be put on. */
export const TransferCard = MemberCard.omit({
  Balance: true,
  CardArtUrl: true,
  CreatedDate: true,
  WaitingAmount: true,
})
export type TransferCard = z.infer<typeof TransferCard>

export const PointsTransferRequest = PointsRequest.extend({
  Description: z
    .string(needed(text.descriptionRequired))
    .trim()
    .min(1, text.descriptionRequired)
    .max(200, 'A description can have 200 characters at the most.'),
})

type Limits = { Minimum: number; Maximum: number }

/** What people fill in to transfer points of a type that a member has. */
export function transferFieldsOf(type: PointsBalance | undefined, limits: Limits) {
  return PointsTransferRequest.extend({ CardId: z.string().min(1, text.cardRequired) }).superRefine(
    (request, context) => {
      const problems: Record<string, string> = type
        ? pointsProblems(request, type.PointsToDollarRatio, limits, { isPaidOut: true })
        : {}
      if (type && request.PointsByQuantity > type.PointsBalanceQuantity)
        problems['PointsByQuantity'] ??= messages.points.notEnough
      for (const [field, message] of Object.entries(problems))
        context.addIssue({ code: 'custom', message, path: [field] })
    },
  )
}

export const pointsTransferApi = {
  getPointsTransferModal: endpoint({
    method: 'GET',
    path: `${path}/points-to-card-transfer-request-modal`,
    title: 'What transferring points to a card needs',
    access,
    shows: ['points', 'card'],
    output: z.object({
      Member: ReadableMember,
      /** With what the member has of each. */
      PointsTypes: z.array(PointsBalance),
      CherryPayCards: z.array(TransferCard),
      Minimum: z.number(),
      Maximum: z.number(),
    }),
  }),
  transferPointsToCard: endpoint({
    method: 'POST',
    path: `${path}/cards/{cardId}/funds/transfer-points/{pointsTypeId}`,
    title: 'Transfer points to a card',
    access,
    changes: ['points', 'card', 'disbursementAccount'],
    limited: { kind: 'Transfers', act: 'transferPointsToCard' },
    body: PointsTransferRequest,
    output: PointsMoved.extend({ CardBalance: z.number() }),
  }),
}
