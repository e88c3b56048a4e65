import type { PointsType } from './venues.ts'

/** A points type in words. */
export function pointsTypeInWords({
  PointsTypeId,
  PointsToDollarRatio,
  IsDefault,
  ExpiryMonths,
}: PointsType): string {
  const expiry = ExpiryMonths ? `, for ${ExpiryMonths} months` : ''
  return `${PointsTypeId}: ${PointsToDollarRatio} to the dollar${expiry}${IsDefault ? ', the default' : ''}`
}
