import { membersApi } from '#contract/members.ts'
import { pointsApi } from '#contract/points.ts'
import { pointsTransferApi } from '#contract/points-transfer.ts'

/** What tells of a member's points, and is out of date once some were moved. */
export const showsPoints = [
  pointsApi.listPointsBalances,
  pointsApi.listPointsEntries,
  pointsApi.forecastPointsExpiry,
  pointsApi.getPointsRequestModal,
  pointsTransferApi.getPointsTransferModal,
  membersApi.getMember,
]
