import type { Coordinates } from '#contract/values/coordinates.ts'
import type { PointsType } from './venues.ts'

/** A points type in words. */
export function pointsTypeInWords({
  PointsTypeId,
  DisplayName = PointsTypeId,
  PointsToDollarRatio,
  IsDefault,
  ExpiryMonths,
}: PointsType): string {
  const expiry = ExpiryMonths ? `, for ${ExpiryMonths} months` : ''
  const name = DisplayName === PointsTypeId ? PointsTypeId : `${PointsTypeId} (${DisplayName})`
  return `${name}: ${PointsToDollarRatio} to the dollar${expiry}${IsDefault ? ', the default' : ''}`
}

/** Where a venue is, in words. */
export function locationInWords({ Latitude, Longitude }: Coordinates): string {
  return `${Latitude}, ${Longitude}`
}
