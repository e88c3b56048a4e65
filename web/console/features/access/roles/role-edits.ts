import { roleChanges, type Role, type RoleList } from '#contract/access/roles.ts'
import { mergeRoles } from './merge-roles.ts'

/** Roles as somebody has changed them, and as they were when the changes began. */
export type RoleEdits = { readonly base: RoleList; readonly roles: readonly Role[] }

/** The changes that were made or, where they come to nothing, the list as it was read last. */
export function currentEdits(
  made: RoleEdits | null,
  latest: RoleList,
): { edits: RoleEdits; isDirty: boolean } {
  const isDirty = made !== null && !isNothing(made)
  return { edits: isDirty ? made : { base: latest, roles: latest.Results }, isDirty }
}

/** With a role more, or with it in the place of the one of its name. */
export function withRole({ base, roles }: RoleEdits, role: Role): RoleEdits {
  return { base, roles: [...othersThan(roles, role), role] }
}

export function withoutRole({ base, roles }: RoleEdits, role: Role): RoleEdits {
  return { base, roles: othersThan(roles, role) }
}

/** The same changes on top of what somebody else has saved. */
export function caughtUp({ base, roles }: RoleEdits, latest: RoleList): RoleEdits {
  return { base: latest, roles: mergeRoles(base.Results, roles, latest.Results) }
}

/** The business's own by name, then those of every business. */
export function inShownOrder(a: Role, b: Role): number {
  if (a.IsApplicationDefault !== b.IsApplicationDefault) return a.IsApplicationDefault ? 1 : -1
  return a.IsApplicationDefault ? 0 : a.Name.localeCompare(b.Name, 'en-AU')
}

function othersThan(roles: readonly Role[], { Name }: Role): Role[] {
  return roles.filter((role) => role.Name !== Name)
}

function isNothing({ base, roles }: RoleEdits): boolean {
  const { added, updated, removed } = roleChanges(base.Results, roles)
  return added.length + updated.length + removed.length === 0
}
