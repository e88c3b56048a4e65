import { awardLimits, type pointsApi, pointsProblems } from '#contract/points/points.ts'
import { type ActAbout, type Call, limitedAct } from '#platform/call'
import { invalid } from '#platform/refusals'
import { move, outside, pointsOf } from '#server/ledger'
import { readableMember, readMember } from '#server/members/record'
import { readBalances } from './balances.ts'
import { awardKind } from './kinds.ts'
import { aboutPoints, lockMemberAndType } from './points-types.ts'

/** What the dialog for an award needs: the member, and which points may be awarded. */
export async function getPointsRequestModal({
  db,
  who,
  params,
}: Call<typeof pointsApi.getPointsRequestModal>) {
  const member = await readMember(db, who, params.memberId)
  return {
    Member: readableMember(who, member),
    PointsTypes: await readBalances(db, who, member.id),
    ...awardLimits,
  }
}

/** What an award would give, for who has to approve it. */
function aboutAward({ db, who, params, body }: Call<typeof pointsApi.awardPoints>): Promise<ActAbout> {
  return aboutPoints(db, who, params, body)
}

/** Puts points on a member's account, in the name of the signed-in user. */
export const awardPoints = limitedAct<typeof pointsApi.awardPoints>(aboutAward, async (call) => {
  const { db, who, params, body } = call
  const member = await lockMemberAndType(db, who, params)
  const problems = pointsProblems(body, member.PointsToDollarRatio, awardLimits)
  const [problem] = Object.values(problems)
  if (problem) throw invalid(problem, problems)
  const account = pointsOf(member.memberId, member.PointsTypeId)
  const posted = await move(
    db,
    { kind: awardKind, actor: who, note: body.Note },
    {
      from: outside('awards', account.unit),
      to: account,
      amount: Math.round(body.PointsByQuantity * 100),
    },
  )
  const balance = (posted.balances[1] ?? 0) / 100
  const before = Math.round((balance - body.PointsByQuantity) * 100) / 100
  call.audit({
    record: { kind: 'Member', id: member.memberId, name: `${member.FirstName} ${member.LastName}` },
    before: { [member.DisplayName]: before },
    after: { [member.DisplayName]: balance, Note: body.Note },
  })
  return { TransactionId: posted.transactionId, PointsBalanceQuantity: balance }
})
