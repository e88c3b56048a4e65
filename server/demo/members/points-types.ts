import type { PointsType } from '#contract/business/venues.ts'
import type { Transaction } from '#platform/database'
import { savePointsTypes } from '#server/business/points'

const points: PointsType = { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true }
const bonus: PointsType = { PointsTypeId: 'Bonus', PointsToDollarRatio: 100, IsDefault: false }

/** The kinds of points that Harbourside's two venues give. */
export async function seedPointsTypes(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    await savePointsTypes(tx, '1', [points, bonus])
    await savePointsTypes(tx, '2', [points])
  })
}
