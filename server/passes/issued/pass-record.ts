import sql, { type Sql } from 'sql-template-tag'
import type { MemberPass } from '#contract/passes/passes.ts'
import type { Queries, Transaction } from '#platform/database'
import { fileUrl } from '#platform/files'
import { notFound } from '#platform/refusals'
import { balanceOf, purseOf } from '#server/ledger'

/** A pass as the server knows it. */
export type Pass = MemberPass & { readonly memberId: string; readonly memberName: string }

type Row = Omit<Pass, 'PassType' | 'PassPreviewImageUrl' | 'Balance' | 'Meta'> & {
  readonly previewFileId: string | null
  readonly balanceCents: number
  readonly createdAt: string
}

/** What is asked of passes `p`, which is the view of what has become of them. */
const passColumns = sql`
  p.pass_id as "InvitationId", p.pass_configuration_id as "PromotionId", p.display_name as "DisplayName",
  p.coupon_code as "CouponCode", p.state as "State", p.usage_count as "UsageCount", p.usage_limit as "UsageLimit",
  p.invited_to as "InvitedTo", p.invited_at as "DateInvited", p.claimed_at as "DateClaimed",
  p.expires_at as "DateExpires", p.revoked_at as "DateRevoked", p.revoked_by_name as "RevokedBy",
  p.revoke_reason as "RevokeReason", p.issued_by_name as "IssuedByUser", p.created_at as "createdAt",
  p.member_id as "memberId", p.member_name as "memberName", coalesce((
    select a.balance from ledger_account a
    where a.business_id = p.business_id and a.kind = 'purse' and a.owner_id = p.pass_id and a.unit = 'AUD'
  ), 0) as "balanceCents", (
    select i.file_id from pass_image i
    where i.business_id = p.business_id and i.pass_configuration_id = p.pass_configuration_id
    order by array_position(array['AppleStrip2X', 'GoogleHeroImage', 'AppleLogo2X'], i.image_type) limit 1
  ) as "previewFileId"`

/** Passes, as the rest of a query says which and in what order. */
export async function readPasses(db: Queries, rest: Sql): Promise<Pass[]> {
  const rows = await db.rows<Row>(sql`
    select ${passColumns} from pass_now p where p.business_id = ${db.businessId} ${rest}`)
  return rows.map(({ previewFileId, balanceCents, createdAt, ...row }) => ({
    ...row,
    PassType: 'DigitalMembershipCard',
    PassPreviewImageUrl: previewFileId && fileUrl(previewFileId),
    Balance: balanceCents / 100,
    Meta: { DateCreated: createdAt },
  }))
}

/** The passes of a member that can be paid with and into, newest first. */
export function activePasses(db: Queries, memberId: string): Promise<Pass[]> {
  return readPasses(
    db,
    sql`and p.member_id = ${memberId} and p.state = 'Active' order by p.created_at desc, p.pass_id limit 100`,
  )
}

/** A pass of a member, or a 404. */
export async function readPass(db: Queries, memberId: string, passId: string): Promise<Pass> {
  const [pass] = await readPasses(db, sql`and p.member_id = ${memberId} and p.pass_id = ${passId}`)
  if (!pass) throw notFound('The digital membership card')
  return pass
}

/** The same, kept from changing under us. */
export async function lockPass(tx: Transaction, memberId: string, passId: string): Promise<Pass> {
  await tx.run(sql`
    select from pass where business_id = ${tx.businessId} and pass_id = ${passId} for no key update`)
  return readPass(tx, memberId, passId)
}

/** The dollars in the purse of a pass. */
export async function purseBalance(db: Queries, passId: string): Promise<number> {
  return (await balanceOf(db, purseOf(passId))) / 100
}

/** What the audit trail and the ledger call a pass. */
export function passName({ DisplayName, memberName }: Pick<Pass, 'DisplayName' | 'memberName'>): string {
  return `${DisplayName} of ${memberName}`
}

/** What kind of record a pass is in the audit trail. */
export const passKind = 'Digital membership card'

/** A pass in the audit trail. */
export function auditPass(pass: Pick<Pass, 'InvitationId' | 'DisplayName' | 'memberName'>) {
  return { kind: passKind, id: pass.InvitationId, name: passName(pass) }
}
