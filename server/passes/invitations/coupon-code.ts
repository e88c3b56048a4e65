import { randomBytes } from 'node:crypto'

// Letters that every barcode has, and nobody takes for another.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code that doors know a pass by: 60 random bits. */
export function newCouponCode(): string {
  return Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('')
}
