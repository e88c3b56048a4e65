import { limitNames, noLimits, type RoleLimits } from '#contract/approvals/limits.ts'
import { permissionNames } from '#contract/access/permissions.ts'
import { isNameTaken, roleChanges, type Role } from '#contract/access/roles.ts'

/**
 * Puts what one person changed (from `base` to `mine`) on top of what another has saved meanwhile (`theirs`).
 * Each single permission keeps the wish of whoever changed it, so neither loses anything.
 */
export function mergeRoles(base: readonly Role[], mine: readonly Role[], theirs: readonly Role[]): Role[] {
  const { added, updated, removed } = roleChanges(base, mine)
  const wishes = [
    ...added.map((after) => ({ before: { ...after, Description: '', GrantedPermissions: [] }, after })),
    ...updated,
  ]
  const wishFor = ({ Name }: Role) => wishes.find(({ after }) => isNameTaken(Name, [after]))
  const kept = theirs.filter(({ Name }) => !removed.some((role) => role.Name === Name))
  return [
    ...kept.map((role) => {
      const wish = wishFor(role)
      return wish ? mergeRole(wish.before, wish.after, role) : role
    }),
    ...wishes.map(({ after }) => after).filter(({ Name }) => !isNameTaken(Name, kept)),
  ]
}

function mergeRole(before: Role, mine: Role, theirs: Role): Role {
  const isWish = (name: Role['GrantedPermissions'][number]) =>
    mine.GrantedPermissions.includes(name) !== before.GrantedPermissions.includes(name)
  return {
    ...theirs,
    Description: mine.Description === before.Description ? theirs.Description : mine.Description,
    GrantedPermissions: permissionNames.filter((name) =>
      (isWish(name) ? mine : theirs).GrantedPermissions.includes(name),
    ),
    ...((mine.Limits ?? theirs.Limits) && { Limits: mergeLimits(before, mine, theirs) }),
  }
}

function mergeLimits(...[before, mine, theirs]: readonly [Role, Role, Role]): RoleLimits {
  const [was, wish, now] = [before, mine, theirs].map(({ Limits }) => Limits ?? noLimits)
  const merged = { ...now! }
  for (const name of limitNames) if (wish![name] !== was![name]) merged[name] = wish![name]
  return merged
}
