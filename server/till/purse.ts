import type { TillSource } from '#contract/till/till.ts'
import { moneyText } from '#contract/values/decimals.ts'
import { accountNameOf, type Card, cardName } from '#server/cards/account'
import { type Account, cardBalance, pointsOf, purseOf } from '#server/ledger'
import { type Pass, passKind, passName } from '#server/passes/issued'
import type { MemberAndType } from '#server/points'

/** What is paid with: an account of the ledger, and how people call it. */
export type Purse = {
  readonly account: Account & { readonly kind: TillSource }
  /** 'Harbourside Gift Card **** **** **** 0155' */
  readonly accountName: string
  /** AUD, or what people call the points. */
  readonly unitName: string
  /** The card, the member or the pass, as the audit trail calls them. */
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

/** The money in the purse of a digital membership card. */
export function purseOfPass(pass: Pass): Purse {
  return {
    account: { ...purseOf(pass.InvitationId), kind: 'purse' },
    accountName: `Purse of ${passName(pass)}`,
    unitName: 'AUD',
    recordName: passName(pass),
  }
}

/** An amount of the purse's unit, from hundredths, for people. */
export function purseAmountText({ account, unitName }: Purse, hundredths: number): string {
  // By what it is, as points can be called anything, 'AUD' too.
  return account.kind === 'points' ? `${hundredths / 100} ${unitName}` : moneyText(hundredths / 100)
}

/** The purse in the audit trail. */
export function auditPurse({ account, recordName }: Purse) {
  return { kind: auditKinds[account.kind], id: account.owner, name: recordName }
}

const auditKinds: Readonly<Record<TillSource, string>> = {
  card: 'Card',
  points: 'Member',
  purse: passKind,
}
