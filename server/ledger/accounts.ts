/** What amounts are counted in: cents, or hundredths of a point of one type. */
export type Unit = 'AUD' | `points/${string}`

/** An account, found by what it is. It is opened by the first transaction that touches it. */
export type Account = {
  readonly kind: AccountKind
  /** The member, card or pass it belongs to; empty for an account of the business itself. */
  readonly owner: string
  readonly unit: Unit
}

export type AccountKind =
  | 'disbursement'
  | 'in-flight'
  | 'points'
  | 'card'
  | 'purse'
  | 'breakage'
  | 'adjustments'
  | 'external'

/** The unit of a points type: the same whatever the capitals of its id. */
export function pointsUnit(pointsTypeId: string): Unit {
  return `points/${pointsTypeId.toLowerCase()}`
}

/** The money a business gives out from: deposits come in, cards take from it. */
export const disbursement: Account = { kind: 'disbursement', owner: '', unit: 'AUD' }

/** A member's points of one type. */
export function pointsOf(memberId: string, pointsTypeId: string): Account {
  return { kind: 'points', owner: memberId, unit: pointsUnit(pointsTypeId) }
}

/** The money on a card. @public */
export function cardBalance(cardId: string): Account {
  return { kind: 'card', owner: cardId, unit: 'AUD' }
}

/** The money in the purse of a digital membership card. @public */
export function purseOf(passId: string): Account {
  return { kind: 'purse', owner: passId, unit: 'AUD' }
}

/** Where held amounts of an account wait. */
export function inFlightOf({ kind, owner, unit }: Account): Account {
  return { kind: 'in-flight', owner: `${kind}/${owner}`, unit }
}

/** What has expired: points nobody used, cards nobody claimed. @public */
export function breakage(unit: Unit): Account {
  return { kind: 'breakage', owner: '', unit }
}

/** The far side of corrections. @public */
export function adjustments(unit: Unit): Account {
  return { kind: 'adjustments', owner: '', unit }
}

/** The world outside the ledger, by name ('bank', 'till', 'awards'): where amounts come from and go to. */
export function outside(name: string, unit: Unit): Account {
  return { kind: 'external', owner: name, unit }
}
