import sql from 'sql-template-tag'
import type { passTransferApi } from '#contract/passes/pass-transfer.ts'
import { transferLimits } from '#contract/points/points-transfer.ts'
import type { Call } from '#platform/call'
import { conflict } from '#platform/refusals'
import { transferPoints } from '#server/cards/transfer'
import { purseOf } from '#server/ledger'
import { readableMember } from '#server/members/record'
import { readMember } from '#server/members/search'
import { balancesOf, lockMemberAndType } from '#server/points'
import { lockPass, passName, readPasses } from './pass-record.ts'

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
    DigitalMembershipCards: await readPasses(
      db,
      sql`and p.member_id = ${member.id} and p.state = 'Active' order by p.created_at desc limit 100`,
    ),
    ...transferLimits,
  }
}

/** Turns points into money in the purse of a pass. */
export async function transferPointsToPass(call: Call<typeof passTransferApi.transferPointsToPass>) {
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
}
