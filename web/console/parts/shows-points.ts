import { membersApi } from '#contract/members/members.ts'
import { pointsApi } from '#contract/points/points.ts'
import { pointsTransferApi } from '#contract/points/points-transfer.ts'

/** What tells of a member's points, and is out of date once some were moved. */
export const showsPoints = [
  pointsApi.listPointsBalances,
  pointsApi.listPointsEntries,
  pointsApi.forecastPointsExpiry,
  pointsApi.getPointsRequestModal,
  pointsTransferApi.getPointsTransferModal,
  membersApi.getMember,
]
