import sql from 'sql-template-tag'
import { permissionNames } from '#contract/access/permissions.ts'
import {
  requiredOfWords,
  type SecondFactorPolicy,
  type secondFactorPolicyApi,
} from '#contract/access/second-factor-policy.ts'
import {
  announceAccessChange,
  requireAllVenues,
  requireNotAbove,
  type SecondFactorStanding,
} from '#platform/access'
import { type Call, type Handlers, revisionOf } from '#platform/call'
import type { Queries } from '#platform/database'
import { invalid } from '#platform/refusals'
import { rolesOf } from './roles.ts'
import { lockAccess } from './user-records.ts'

type Policy = SecondFactorPolicy & { readonly since: string }

const usual: Policy = { RequiredOf: 'nobody', Roles: [], GraceDays: 14, since: new Date(0).toISOString() }

/** Of whom the business requires a second factor. */
export const secondFactorPolicyRoutes: Handlers<typeof secondFactorPolicyApi> = {
  getSecondFactorPolicy: async ({ db }) => policyWithRevision(await policyOf(db, await roleNames(db))),
  setSecondFactorPolicy,
}

async function setSecondFactorPolicy(call: Call<typeof secondFactorPolicyApi.setSecondFactorPolicy>) {
  const { db, who, body } = call
  // It is required of those who may most: whoever may less neither asks them for it nor lets them off.
  requireAllVenues(who)
  requireNotAbove(who, permissionNames)
  await lockAccess(db)
  const known = await roleNames(db)
  const before = await policyOf(db, known)
  const Roles = body.RequiredOf === 'roles' ? [...new Set(body.Roles)].toSorted() : []
  const missing = Roles.find((name) => !known.has(name))
  if (missing !== undefined) {
    const sentence = `There is no role ${missing} in this business.`
    throw invalid(sentence, { Roles: sentence })
  }
  const after = { RequiredOf: body.RequiredOf, Roles, GraceDays: body.GraceDays }
  // Who is asked for the first time has all of the days; other days alone begin none anew.
  await db.run(sql`
    insert into second_factor_policy as known (business_id, required_of, role_names, grace_days)
    values (${db.businessId}, ${after.RequiredOf}, ${Roles}, ${after.GraceDays})
    on conflict (business_id) do update set
      required_of = excluded.required_of, role_names = excluded.role_names, grace_days = excluded.grace_days,
      required_since = case
        when known.required_of = excluded.required_of and known.role_names = excluded.role_names
        then known.required_since else now() end`)
  await announceAccessChange(db, db.businessId)
  call.audit({
    record: policyRecord,
    before: policyInWords(before),
    after: policyInWords(after),
    revision: { was: revisionOfPolicy(before), is: revisionOfPolicy(after) },
  })
  return policyWithRevision(after)
}

/** The policy as far as its roles are there: a former version left the names of removed ones in it. */
async function policyOf(db: Queries, known: ReadonlySet<string>): Promise<Policy> {
  return withRoles(await readPolicy(db), (name) => known.has(name))
}

function withRoles(policy: Policy, isKept: (name: string) => boolean): Policy {
  const Roles = policy.Roles.filter(isKept)
  const isNobody = policy.RequiredOf === 'roles' && Roles.length === 0
  return { ...policy, Roles, ...(isNobody && { RequiredOf: 'nobody' }) }
}

async function roleNames(db: Queries): Promise<Set<string>> {
  return new Set((await rolesOf(db)).map(({ Name }) => Name))
}

/** Takes roles that are removed out of the policy: of nobody else is it required because of that, and for no one does it begin anew. */
export async function forgetRoles(
  { db, audit }: Pick<Call, 'db' | 'audit'>,
  removed: readonly string[],
): Promise<void> {
  const before = await readPolicy(db)
  if (!before.Roles.some((name) => removed.includes(name))) return
  const after = withRoles(before, (name) => !removed.includes(name))
  await db.run(sql`
    update second_factor_policy set required_of = ${after.RequiredOf}, role_names = ${after.Roles}
    where business_id = ${db.businessId}`)
  audit({ record: policyRecord, before: policyInWords(before), after: policyInWords(after) })
}

async function readPolicy(db: Queries): Promise<Policy> {
  const stored = await db.maybe<Policy>(sql`
    select required_of as "RequiredOf", role_names as "Roles", grace_days as "GraceDays", required_since as since
    from second_factor_policy where business_id = ${db.businessId}`)
  return stored ?? usual
}

const policyRecord = { kind: 'Second factor', id: 'policy', name: 'Second factor' }

const policyWithRevision = (policy: SecondFactorPolicy) => {
  const { RequiredOf, Roles, GraceDays } = policy
  return { RequiredOf, Roles, GraceDays, Revision: revisionOfPolicy(policy) }
}

const revisionOfPolicy = ({ RequiredOf, Roles, GraceDays }: SecondFactorPolicy) =>
  revisionOf([RequiredOf, Roles, GraceDays])

const policyInWords = ({ RequiredOf, Roles, GraceDays }: SecondFactorPolicy) => ({
  'Required of': RequiredOf === 'roles' ? Roles.join(', ') : requiredOfWords[RequiredOf],
  'Grace days': GraceDays,
})

/** What decides whether a second factor is asked of somebody. */
export type FactorFacts = {
  readonly hasFactor: boolean
  /** Whether they sign in with Microsoft, which asks for its own. */
  readonly usesMicrosoft: boolean
  /** Everybody knows the passwords of the demo's accounts, and is to get in by them. */
  readonly isOfDemo: boolean
  readonly role: string | null
  readonly roleGivenAt: string
}

const dayMs = 24 * 60 * 60 * 1000
const atOnce = new Date(0)

/** How somebody stands with their second factor: super administrators need one at once, others as their business says. */
export async function secondFactorStanding(
  facts: FactorFacts,
  db: Queries | null,
): Promise<SecondFactorStanding> {
  const isSet = facts.hasFactor
  const isAsked = !facts.usesMicrosoft && !facts.isOfDemo
  if (db === null) return { isSet, isRequired: isAsked, due: isAsked && !isSet ? atOnce : null }
  const { RequiredOf, Roles, GraceDays, since } = facts.usesMicrosoft ? usual : await readPolicy(db)
  const isRequired =
    RequiredOf === 'everyone' || (RequiredOf === 'roles' && facts.role !== null && Roles.includes(facts.role))
  if (!isRequired || isSet) return { isSet, isRequired, due: null }
  const begun = Math.max(Date.parse(since), Date.parse(facts.roleGivenAt))
  return { isSet, isRequired, due: new Date(begun + GraceDays * dayMs) }
}
