import sql from 'sql-template-tag'
import type { TillFound, tillApi } from '#contract/till/till.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { type Card, cardByNumber, masked } from '#server/cards/account'
import { balanceOf, cardBalance } from '#server/ledger'
import { resolveCode } from '#server/members/codes'
import { activePasses, memberOfPass, type Pass } from '#server/passes/issued'
import { balancesOf } from '#server/points'

/** A member, with the pass by whose code they were found. */
type FoundMember = { id: string; number: string | null; name: string; passId: string | null }
type Found = { card: Card; member: null } | { card: null; member: FoundMember }

/** The card or the member that a code stands for; a 404 if there is none. A pass stands for its member while it is active. */
export async function find(db: Queries, who: Who, code: string): Promise<Found> {
  const holder = await resolveCode(db, code)
  const card = holder?.kind === 'Card' ? await cardByNumber(db, who, holder.id) : null
  if (card) return { card, member: null }
  const passId = holder?.kind === 'Pass' ? holder.id : null
  const memberId = passId === null ? holder?.id : await memberByPass(db, passId)
  const member = await db.maybe<Omit<FoundMember, 'passId'>>(sql`
    select m.member_id as id, m.membership_number as number, m.first_name || ' ' || m.last_name as name from member m
    where m.business_id = ${db.businessId} and m.member_id = ${memberId} and m.deleted_at is null`)
  if (!member) throw notFound('A card or member with this number')
  return { card: null, member: { ...member, passId } }
}

async function memberByPass(db: Queries, passId: string): Promise<string> {
  const memberId = await memberOfPass(db, passId)
  if (memberId === null) throw conflict('pass_not_active', 'This pass is no longer active.')
  return memberId
}

/** Tells a till what a code stands for. */
export async function tillLookup({ db, who, body }: Call<typeof tillApi.tillLookup>): Promise<TillFound> {
  const { card, member } = await find(db, who, body.Code)
  return card ? shownCard(db, card) : shownMember(db, who, member)
}

async function shownCard(db: Queries, card: Card): Promise<TillFound> {
  const Status = card.isExpired ? 'Expired' : card.AccountStatus
  return {
    Kind: 'Card',
    CardId: card.CardId,
    MaskedCardNumber: masked(card.cardNumber ?? ''),
    CardProgramDescription: card.CardProgramDescription,
    HolderName: `${card.FirstName} ${card.LastName}`,
    Status,
    IsUsable: Status === 'Active',
    PlasticExpiryDate: card.plasticExpiryDate,
    Balance: (await balanceOf(db, cardBalance(card.CardId))) / 100,
  }
}

async function shownMember(db: Queries, who: Who, member: FoundMember): Promise<TillFound> {
  const { id, number, name } = member
  const points = await balancesOf(db, who, id)
  const passes = await activePasses(db, id)
  const paying = passToPayWith(member, passes)
  return {
    Kind: 'Member',
    MemberId: id,
    MembershipNumber: number,
    DisplayName: name,
    Points: points.map((type) => ({
      PointsTypeId: type.PointsTypeId,
      DisplayName: type.DisplayName,
      IsDefault: type.IsDefault,
      Balance: type.PointsBalanceQuantity,
      DollarValue: type.PointsBalanceDollarValue,
    })),
    Purses: passes.map((pass) => ({
      InvitationId: pass.InvitationId,
      DisplayName: pass.DisplayName,
      Balance: pass.Balance,
      IsDefault: pass === paying,
    })),
  }
}

/** Of a member's active passes the one whose purse they pay from: that which was scanned, or the only one. */
export function passToPayWith({ passId }: FoundMember, passes: readonly Pass[]): Pass | undefined {
  if (passId !== null) return passes.find(({ InvitationId }) => InvitationId === passId)
  return passes.length === 1 ? passes[0] : undefined
}
