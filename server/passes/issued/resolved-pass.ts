import sql from 'sql-template-tag'
import type { Member } from '#contract/members/members.ts'
import { resolveDocument } from '#contract/passes/pass-document.ts'
import { passValuesOf } from '#contract/passes/pass-tokens.ts'
import type { PassFace, PassState } from '#contract/passes/passes.ts'
import { nobody } from '#platform/access'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { businessName } from '#server/business'
import { readMember } from '#server/members/record'
import { readConfiguration } from '#server/passes/designs'
import { type Pass, purseBalance } from './pass-record.ts'

/** The design of a member's pass with the member's own values. */
export async function faceOf(
  db: Queries,
  member: Member,
  pass: Pick<Pass, 'InvitationId' | 'PromotionId' | 'CouponCode'>,
): Promise<PassFace> {
  const { Images, ...design } = await readConfiguration(db, pass.PromotionId)
  const values = passValuesOf({
    member,
    businessName: await businessName(db),
    couponCode: pass.CouponCode,
    purseBalance: await purseBalance(db, pass.InvitationId),
  })
  return { Document: resolveDocument(design, values), Images }
}

/** A pass as wallets and its holder have it: what is on it, and whether it holds. */
export type ResolvedPass = PassFace & {
  readonly passId: string
  readonly serial: string
  readonly memberId: string
  readonly passConfigurationId: string
  readonly businessName: string
  readonly FirstName: string
  readonly State: PassState
  readonly CouponCode: string
  readonly DateExpires: string | null
  /** When it last changed, and the number that grew with it. */
  readonly changedAt: string
  readonly updateTag: number
}

type Row = Omit<ResolvedPass, keyof PassFace | 'businessName' | 'FirstName'>

/** The pass with its member's values in place of dynamic data; a 404 if there is none. */
export async function resolvedPass(db: Queries, passId: string): Promise<ResolvedPass> {
  const row = await db.maybe<Row>(sql`
    select p.pass_id as "passId", p.serial, p.member_id as "memberId",
      p.pass_configuration_id as "passConfigurationId", p.state as "State", p.coupon_code as "CouponCode",
      p.expires_at as "DateExpires", p.changed_at as "changedAt", p.update_tag as "updateTag"
    from pass_now p where p.business_id = ${db.businessId} and p.pass_id = ${passId}`)
  if (!row) throw notFound('The digital membership card')
  const member = await readMember(db, nobody, row.memberId, { isDeletedToo: true })
  const { CouponCode, passConfigurationId: PromotionId } = row
  return {
    ...row,
    ...(await faceOf(db, member, { InvitationId: passId, PromotionId, CouponCode })),
    FirstName: member.PreferredName ?? member.FirstName,
    businessName: await businessName(db),
  }
}

/** The name that stands on a pass for the business. */
export function organisationOf(pass: Pick<ResolvedPass, 'Document' | 'businessName'>): string {
  return pass.Document.BusinessNameOverride || pass.businessName
}
