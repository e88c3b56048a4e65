import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { ReadableMember } from '#contract/members/readable-member.ts'
import { PointsTransferRequest } from '#contract/points/points-transfer.ts'
import { PointsBalance, PointsMoved } from '#contract/points/points.ts'
import { MemberPass } from './passes.ts'

const path = '/api/cherrypay/v1/{businessId}/members/{memberId}'
const access = may('Cardholder.PointsToMoney')

/** A digital membership card that points can be put into the purse of. */
export const TransferPass = MemberPass.pick({
  InvitationId: true,
  DisplayName: true,
  CouponCode: true,
  Balance: true,
})
export type TransferPass = z.infer<typeof TransferPass>

export const passTransferApi = {
  getPassTransferModal: endpoint({
    method: 'GET',
    path: `${path}/points-to-dmc-transfer-request-modal`,
    title: 'What transferring points to a digital membership card needs',
    access,
    shows: ['points', 'pass'],
    output: z.object({
      Member: ReadableMember,
      /** With what the member has of each. */
      PointsTypes: z.array(PointsBalance),
      DigitalMembershipCards: z.array(TransferPass),
      Minimum: z.number(),
      Maximum: z.number(),
    }),
  }),
  transferPointsToPass: endpoint({
    method: 'POST',
    path: `${path}/passes/{invitationId}/funds/transfer-points/{pointsTypeId}`,
    title: 'Transfer points to a digital membership card',
    access,
    changes: ['points', 'pass', 'disbursementAccount'],
    limited: { kind: 'Transfers', act: 'transferPointsToPass' },
    body: PointsTransferRequest,
    output: PointsMoved.extend({ PassBalance: z.number() }),
  }),
}
