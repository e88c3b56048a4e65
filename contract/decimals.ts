/** True for a number that can be written with this many decimals. */
export function hasDecimals(value: number, most: number): boolean {
  const scaled = value * 10 ** most
  return Math.abs(scaled - Math.round(scaled)) < 1e-6
}
