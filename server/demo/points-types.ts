import type { PointsType } from '#contract/venues.ts'
import type { Transaction } from '#platform/database.ts'
import { savePointsTypes } from '#server/business'

const points: PointsType = { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true }
const bonus: PointsType = { PointsTypeId: 'Bonus', PointsToDollarRatio: 100, IsDefault: false }

/** The kinds of points that Harbourside's two venues give. */
export async function seedPointsTypes(platform: Transaction): Promise<void> {
  await platform.inBusiness('harbourside', async (tx) => {
    await savePointsTypes(tx, '1', [points, bonus])
    await savePointsTypes(tx, '2', [points])
  })
}
