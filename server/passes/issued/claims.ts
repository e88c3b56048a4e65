import sql from 'sql-template-tag'
import type { HeldPass, passClaimsApi } from '#contract/passes/pass-claims.ts'
import type { Call } from '#platform/call'
import type { Queries, SingleQueries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { hashOf } from '#platform/secrets'
import { clubOf } from '#server/business'
import { tellOfAnotherDevice } from '#server/members/contacts'
import { resolvedPass, type ResolvedPass } from './resolved-pass.ts'

type Found = { readonly businessId: string; readonly passId: string; readonly isHolder: boolean }

/** The pass behind a code, whatever business it is of: that of an invitation, or the key it was claimed with. */
async function passBehind(db: Queries, code: string): Promise<Found> {
  const hash = hashOf(code)
  const found = await db.maybe<Found>(sql`
    select business_id as "businessId", pass_id as "passId", false as "isHolder" from pass where code_hash = ${hash}
    union all
    select business_id, pass_id, true from pass where holder_hash = ${hash}`)
  if (!found) throw noPass()
  return found
}

/** The pass that a code opens. Wrong, used, revoked and too late look the same: there is none. */
export async function heldPass(
  db: SingleQueries,
  code: string,
): Promise<ResolvedPass & { businessId: string; isHolder: boolean }> {
  const found = await passBehind(db, code)
  const pass = await resolvedPass(db.forTenant(found.businessId), found.passId)
  const isOpen = found.isHolder ? pass.State !== 'Revoked' : isClaimable(pass)
  if (!isOpen) throw noPass()
  return { ...pass, ...found }
}

/** What the holder of a code is shown. */
export async function readHeldPass(db: SingleQueries, code: string): Promise<HeldPass> {
  const pass = await heldPass(db, code)
  return shownOf(db.forTenant(pass.businessId), pass, pass.isHolder ? pass.State : 'Invited')
}

/** Makes a pass that of whoever has its code. Another who had it before has it no more. */
export async function claimPass(call: Call<typeof passClaimsApi.claimPass>): Promise<HeldPass> {
  const { db, params, body } = call
  const { businessId, passId, isHolder } = await passBehind(db, params.code)
  if (isHolder) throw noPass()
  return db.asTenant(businessId, async (tx) => {
    const holder = hashOf(body.HolderKey)
    // Asked for by its code once more: somebody may have claimed it just now.
    const before = await tx.maybe<{ isHeldElsewhere: boolean }>(sql`
      select coalesce(holder_hash <> ${holder}, false) as "isHeldElsewhere" from pass
      where business_id = ${businessId} and pass_id = ${passId} and code_hash = ${hashOf(params.code)}
      for no key update`)
    await tx.run(sql`
      update pass set holder_hash = ${holder}, claimed_at = coalesce(claimed_at, now()), claimed_to = invited_to,
        code_hash = null
      where business_id = ${businessId} and pass_id = ${passId} and code_hash = ${hashOf(params.code)}`)
    const pass = await resolvedPass(tx, passId)
    if (!before || !isClaimable(pass)) throw noPass()
    if (before.isHeldElsewhere) await tellOfAnotherDevice(tx, pass.memberId, 'digital membership card')
    call.audit({
      businessId,
      record: { kind: 'Digital membership card', id: passId, name: pass.Document.DisplayName },
      after: { State: pass.State },
    })
    return shownOf(tx, pass, pass.State)
  })
}

/** True for a pass that its code still opens. */
export function isClaimable({ State }: Pick<ResolvedPass, 'State'>): boolean {
  return State === 'Invited' || State === 'Active'
}

async function shownOf(db: Queries, pass: ResolvedPass, State: HeldPass['State']): Promise<HeldPass> {
  return { ...pass, ...(await clubOf(db)), State }
}

/** What every code hears that opens nothing. */
export function noPass() {
  return notFound('The digital membership card')
}
