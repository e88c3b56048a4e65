import sql, { join } from 'sql-template-tag'
import { authorityWords } from '#contract/access/authority.ts'
import { permissionDisplayName, permissionNames } from '#contract/access/permissions.ts'
import {
  type Role,
  type RoleChanges,
  roleChanges,
  type RoleList,
  type rolesApi,
  type SentRole,
} from '#contract/access/roles.ts'
import { limitsInWords, noLimits } from '#contract/approvals/limits.ts'
import {
  announceAccessChange,
  requireAllVenues,
  requireMayGive,
  requireNotAbove,
  type Who,
} from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { writeLimits } from './role-limits.ts'
import { type KeptRole, listRoles, rolesOf, userCounts, versionOf } from './roles.ts'
import { forgetRoles } from './second-factor-policy.ts'
import { lockAccess } from './user-records.ts'

/** Makes the list sent the business's list of roles, all of it or nothing; it holds from each user's next request on. */
export async function saveRoles(call: Call<typeof rolesApi.saveRoles>): Promise<RoleList> {
  const { db: tx, who, query, body } = call
  await lockAccess(tx)
  const before = await rolesOf(tx)

  const after = body.map((role) => withLimits(role, before))
  const changes = roleChanges(before, after)
  const isSame = Object.values(changes).every((roles) => roles.length === 0)
  const was = versionOf(before)
  const revision = { was, is: isSame ? was : versionOf(after) }
  if (query.version !== undefined && query.version !== was && !isSame)
    throw conflict('roles_changed', 'Somebody else has changed the roles meanwhile.')
  refuseChangedDefaults(changes)
  requireAuthority(changes, who)
  await refuseRemovalInUse(tx, changes.removed)

  await write(tx, changes)
  for (const role of changes.added)
    call.audit({ record: roleRecord(role), after: roleInWords(role), revision })
  for (const { before: former, after: role } of changes.updated)
    call.audit({
      record: roleRecord(role),
      before: roleInWords(former),
      after: roleInWords(role),
      revision,
    })
  for (const role of changes.removed)
    call.audit({ record: roleRecord(role), before: roleInWords(role), revision })
  await forgetRoles(
    call,
    changes.removed.map(({ Name }) => Name),
  )
  await announceAccessChange(tx, tx.businessId)
  return listRoles(call)
}

/** Who leaves the limits out, as the specification's calls do, leaves them as they are. */
function withLimits(role: SentRole, before: readonly KeptRole[]): Role {
  const former = before.find(({ Name }) => Name === role.Name)?.Limits ?? noLimits
  const { SendingPerAct = former.SendingPerAct, ...limits } = role.Limits ?? former
  return { ...role, Limits: { ...limits, SendingPerAct } }
}

// A list without one of them asks for its removal. Its limits alone are the business's own.
function refuseChangedDefaults({ added, updated, removed }: RoleChanges): void {
  const reshaped = updated.filter(({ before, after }) => !isLimitsAlone(before, after))
  const touched = [...added, ...removed, ...reshaped.flatMap(({ before, after }) => [before, after])]
  const standard = touched.find((role) => role.IsApplicationDefault)
  if (standard)
    throw conflict(
      'default_role',
      `${standard.Name} is a role of every business: it can't be added, changed or removed.`,
    )
}

function isLimitsAlone(before: Role, { Limits, ...after }: Role): boolean {
  return roleChanges([before], [after]).updated.length === 0
}

// Nobody changes the role they have, neither up nor down: whoever took the key from it couldn't give it back. A role is for all
// venues, and one that grants more than they have is for those to change who have as much.
function requireAuthority({ added, updated, removed }: RoleChanges, who: Who): void {
  const isSame = added.length + updated.length + removed.length === 0
  if (who.isSuperAdmin || isSame) return
  if (updated.some(({ after }) => after.Name === who.role)) throw conflict('own_role', authorityWords.ownRole)
  requireAllVenues(who)
  const former = [...updated.map(({ before }) => before), ...removed]
  for (const role of former) requireNotAbove(who, role.GrantedPermissions, role.Limits)
  const given = [...added, ...updated.map(({ after }) => after)]
  for (const role of given) requireMayGive(who, role.GrantedPermissions, role.Limits)
}

async function refuseRemovalInUse(tx: Transaction, removed: readonly Role[]): Promise<void> {
  if (removed.length === 0) return
  const counts = await userCounts(tx)
  for (const { Name } of removed) {
    const count = counts.get(Name)
    if (count)
      throw conflict(
        'role_in_use',
        `The role ${Name} can't be removed: ${count === 1 ? '1 user has' : `${count} users have`} it.`,
      )
  }
}

async function write(tx: Transaction, { added, updated, removed }: RoleChanges): Promise<void> {
  if (removed.length > 0)
    await tx.run(sql`
      delete from role where business_id = ${tx.businessId} and name = any(${removed.map((role) => role.Name)})`)
  const touched = [...added, ...updated.map(({ after }) => after)]
  await writeLimits(tx, touched, removed)
  const kept = touched.filter((role) => !role.IsApplicationDefault)
  if (kept.length === 0) return
  const rows = kept.map(
    (role) => sql`(${tx.businessId}, ${role.Name}, ${role.Description}, ${inOrder(role.GrantedPermissions)})`,
  )
  await tx.run(sql`
    insert into role (business_id, name, description, permissions) values ${join(rows)}
    on conflict (business_id, name)
    do update set description = excluded.description, permissions = excluded.permissions`)
}

function inOrder(granted: Role['GrantedPermissions']): Role['GrantedPermissions'] {
  return permissionNames.filter((name) => granted.includes(name))
}

const roleRecord = ({ Name }: Role) => ({ kind: 'Role', id: Name, name: Name })

const roleInWords = ({ Name, Description, GrantedPermissions, Limits = noLimits }: Role) => ({
  Name,
  Description,
  Permissions: inOrder(GrantedPermissions).map(permissionDisplayName),
  ...(limitsInWords(Limits).length > 0 && { Limits: limitsInWords(Limits) }),
})
