import { useState } from 'react'
import { roleChanges, type Role, type RoleChanges, type RoleList } from '#contract/access/roles.ts'
import { mergeRoles } from './merge-roles.ts'

/** The roles as somebody is changing them; nothing of it is kept until it is saved. */
export type RoleDraft = {
  /** As they would be, in the order they are shown: the business's own by name, then those of every business. */
  roles: readonly Role[]
  /** As they were when the changes began. */
  base: RoleList
  changes: RoleChanges
  isDirty: boolean
  /** What somebody else has saved since the changes began; null if nobody has. */
  meanwhile: RoleChanges | null
  /** Adds the role, or puts it in the place of the one of its name. */
  put: (role: Role) => void
  remove: (role: Role) => void
  discard: () => void
  /** Goes on from what somebody else has saved, with the same changes on top of it. */
  catchUp: () => void
}

type Edits = { base: RoleList; roles: readonly Role[] }

/** Holds the changes of a list of roles; without any it follows the list as it is read anew. */
export function useRoleDraft(latest: RoleList): RoleDraft {
  const [edits, setEdits] = useState<Edits | null>(null)
  const isDirty = edits !== null && !isNothing(roleChanges(edits.base.Results, edits.roles))
  const { base, roles }: Edits = isDirty ? edits : { base: latest, roles: latest.Results }
  const edit = (changed: readonly Role[]) => setEdits({ base, roles: changed })
  const others = (role: Role) => roles.filter(({ Name }) => Name !== role.Name)
  return {
    roles: roles.toSorted(inShownOrder),
    base,
    changes: roleChanges(base.Results, roles),
    isDirty,
    meanwhile: base.Version === latest.Version ? null : roleChanges(base.Results, latest.Results),
    put: (role) => edit([...others(role), role]),
    remove: (role) => edit(others(role)),
    discard: () => setEdits(null),
    catchUp: () => setEdits({ base: latest, roles: mergeRoles(base.Results, roles, latest.Results) }),
  }
}

/** How a role of the draft differs from what it was. */
export function changeOf(role: Role, { changes }: RoleDraft): 'New' | 'Edited' | null {
  if (changes.added.includes(role)) return 'New'
  return changes.updated.some(({ after }) => after === role) ? 'Edited' : null
}

function isNothing({ added, updated, removed }: RoleChanges): boolean {
  return added.length + updated.length + removed.length === 0
}

function inShownOrder(a: Role, b: Role): number {
  if (a.IsApplicationDefault !== b.IsApplicationDefault) return a.IsApplicationDefault ? 1 : -1
  return a.IsApplicationDefault ? 0 : a.Name.localeCompare(b.Name, 'en-AU')
}
