import { moneyText } from '#contract/values/decimals.ts'
import { accountNameOf, type Card, cardName } from '#server/cards/account'
import { type Account, cardBalance, pointsOf } from '#server/ledger'
import type { MemberAndType } from '#server/points'

/** What is paid with: an account of the ledger, and how people call it. */
export type Purse = {
  readonly account: Account & { readonly kind: 'card' | 'points' }
  /** 'Harbourside Gift Card **** **** **** 0155' */
  readonly accountName: string
  /** AUD, or what people call the points. */
  readonly unitName: string
  /** The card or the member, as the audit trail calls them. */
  readonly recordName: string
}

/** The money on a card. */
export function purseOfCard(card: Card): Purse {
  return {
    account: { ...cardBalance(card.CardId), kind: 'card' },
    accountName: accountNameOf(card),
    unitName: 'AUD',
    recordName: cardName(card),
  }
}

/** A member's points of one type. */
export function purseOfMember(member: MemberAndType): Purse {
  const recordName = `${member.FirstName} ${member.LastName}`
  return {
    account: { ...pointsOf(member.memberId, member.PointsTypeId), kind: 'points' },
    accountName: `${member.DisplayName} of ${recordName}`,
    unitName: member.DisplayName,
    recordName,
  }
}

/** An amount of the purse's unit, from hundredths, for people. */
export function amountText({ account, unitName }: Purse, hundredths: number): string {
  // By what it is, as points can be called anything, 'AUD' too.
  return account.kind === 'card' ? moneyText(hundredths / 100) : `${hundredths / 100} ${unitName}`
}

/** The purse in the audit trail. */
export function auditPurse({ account, recordName }: Purse) {
  return { kind: account.kind === 'card' ? 'Card' : 'Member', id: account.owner, name: recordName }
}
