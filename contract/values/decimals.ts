/** True for a number that can be written with this many decimals. */
export function hasDecimals(value: number, most: number): boolean {
  const scaled = value * 10 ** most
  return Math.abs(scaled - Math.round(scaled)) < 1e-6
}

/** Dollars in whole cents, as the ledger counts them. */
export function inCents(dollars: number): number {
  return Math.round(dollars * 100)
}

const money = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' })

/** Dollars as '$1,234.50'. */
export function moneyText(dollars: number): string {
  return money.format(dollars)
}
