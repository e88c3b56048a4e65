import { useState } from 'react'
import { roleChanges, type Role, type RoleChanges, type RoleList } from '#contract/access/roles.ts'
import { caughtUp, currentEdits, inShownOrder, withoutRole, withRole, type RoleEdits } from './role-edits.ts'

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
  /** As they are now, to begin from later. */
  edits: RoleEdits
  /** Adds the role, or puts it in the place of the one of its name, in the roles as they are or were. */
  put: (role: Role, from?: RoleEdits) => void
  remove: (role: Role) => void
  discard: () => void
  /** Goes on with changes that were made before; what was saved since is met as ever. */
  resume: (edits: RoleEdits) => void
  /** Goes on from what somebody else has saved, with the same changes on top of it. */
  catchUp: () => void
}

/** Holds the changes of a list of roles; without any it follows the list as it is read anew. */
export function useRoleDraft(latest: RoleList): RoleDraft {
  const [made, setEdits] = useState<RoleEdits | null>(null)
  const { edits, isDirty } = currentEdits(made, latest)
  const { base, roles } = edits
  return {
    roles: roles.toSorted(inShownOrder),
    base,
    changes: roleChanges(base.Results, roles),
    isDirty,
    meanwhile: base.Version === latest.Version ? null : roleChanges(base.Results, latest.Results),
    edits,
    put: (role, from = edits) => setEdits(withRole(from, role)),
    remove: (role) => setEdits(withoutRole(edits, role)),
    discard: () => setEdits(null),
    resume: setEdits,
    catchUp: () => setEdits(caughtUp(edits, latest)),
  }
}

/** How a role of the draft differs from what it was. */
export function changeOf(role: Role, { changes }: RoleDraft): 'New' | 'Edited' | null {
  if (changes.added.includes(role)) return 'New'
  return changes.updated.some(({ after }) => after === role) ? 'Edited' : null
}
