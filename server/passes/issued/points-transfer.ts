import sql from 'sql-template-tag'
import type { passTransferApi } from '#contract/passes/pass-transfer.ts'
import { transferLimits } from '#contract/points/points-transfer.ts'
import { type Call, limitedAct } from '#platform/call'
import { conflict, notFound } from '#platform/refusals'
import { transferPoints } from '#server/cards/transfer'
import { purseOf } from '#server/ledger'
import { readableMember, readMember } from '#server/members/record'
import { aboutPoints, balancesOf, lockMemberAndType } from '#server/points'
import { activePasses, lockPass, passName, readPasses } from './pass-record.ts'

/** What the form for a transfer needs: the member, their points, and the passes with a purse to put them into. */
export async function getPassTransferModal({
  db,
  who,
  params,
}: Call<typeof passTransferApi.getPassTransferModal>) {
  const member = await readMember(db, who, params.memberId)
  return {
    Member: readableMember(who, member),
    PointsTypes: await balancesOf(db, who, member.id),
    DigitalMembershipCards: await activePasses(db, member.id),
    ...transferLimits,
  }
}

type Row = typeof passTransferApi.transferPointsToPass

async function aboutTransfer({ db, who, params, body }: Call<Row>) {
  const about = await aboutPoints(db, who, params, body)
  const one = sql`and p.member_id = ${about.memberId} and p.pass_id = ${params.invitationId}`
  const [pass] = await readPasses(db, one)
  if (!pass) throw notFound('The digital membership card')
  const details = { ...about.details, 'Digital membership card': passName(pass) }
  return { ...about, details: { ...details, Description: body.Description } }
}

/** Turns points into money in the purse of a pass. */
export const transferPointsToPass = limitedAct<Row>(aboutTransfer, async (call) => {
  const { db, who, params } = call
  const member = await lockMemberAndType(db, who, params)
  const pass = await lockPass(db, member.memberId, params.invitationId)
  if (pass.State !== 'Active')
    throw conflict(
      'pass_not_active',
      `This digital membership card is ${pass.State.toLowerCase()}: it must be active.`,
    )
  const { answer, balance } = await transferPoints(call, member, purseOf(pass.InvitationId), passName(pass))
  return { ...answer, PassBalance: balance }
})
