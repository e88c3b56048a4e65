import { VisuallyHidden } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import type { PermissionName } from '#contract/access/permissions.ts'
import type { Permission, Role } from '#contract/access/roles.ts'
import { useGridKeys } from '#ui/table/grid-keys.ts'
import { RowMenu } from '#ui/table/row-menu.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { GrantMark } from './grant-mark.tsx'
import { permissionGroupsOf } from './permission-groups.ts'
import { PermissionAbout } from './permission-about.tsx'
import { toggled } from './permission-list.tsx'
import { RiskyMark } from './risky-pairs.tsx'
import { roleActions, type RoleDoings } from './role-actions.tsx'
import { changeOf, type RoleDraft } from './role-draft.ts'
import edge from '#ui/layout/scroll-edge.module.css'
import styles from './role-matrix.module.css'
import { usersInWords } from './role-words.ts'
import { notYours, useAuthority } from './use-authority.ts'

type Props = RoleDoings & { draft: RoleDraft; permissions: readonly Permission[] }

/** Every permission by every role. What can be ticked is a role of the business's own. */
export function RoleMatrix({ draft, permissions, ...doings }: Props) {
  const { roles } = draft
  return (
    <div className={edge.edge}>
      <div className={styles.frame} data-dirty={draft.isDirty || undefined}>
        <table {...useGridKeys()} className={styles.matrix} aria-label="Permissions by role">
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {roles.map((role) => (
                <RoleHeader key={role.Name} role={role} draft={draft} {...doings} />
              ))}
            </tr>
          </thead>
          {permissionGroupsOf(permissions).map(({ heading, permissions: members }) => (
            <tbody key={heading}>
              <tr>
                <th scope="rowgroup" colSpan={roles.length + 1} className={styles.group}>
                  <span>{heading}</span>
                </th>
              </tr>
              {members.map((permission) => (
                <tr key={permission.Name}>
                  <th scope="row">
                    {permission.DisplayName}
                    <PermissionAbout permission={permission} />
                  </th>
                  {roles.map((role) => (
                    <Grant key={role.Name} role={role} permission={permission} draft={draft} />
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

function RoleHeader({ role, draft, ...doings }: RoleDoings & { role: Role; draft: RoleDraft }) {
  const id = useId()
  const change = changeOf(role, draft)
  return (
    <th scope="col" className={styles.role} data-changed={change !== null || undefined}>
      <div className={styles.name}>
        <span id={id}>{role.Name}</span>
        {useAuthority().whyReadOnly(role) && <IconLock size={14} aria-label="View-only" />}
        <RiskyMark granted={role.GrantedPermissions} />
      </div>
      <div className={styles.users}>
        {change === 'New' ? (
          <StatusBadge color="green">New</StatusBadge>
        ) : (
          usersInWords(doings.userCount(role.Name))
        )}
        {change === 'Edited' && <VisuallyHidden>, edited</VisuallyHidden>}
        <RowMenu actions={roleActions(role, doings)} rowId={id} />
      </div>
    </th>
  )
}

type GrantProps = { role: Role; permission: Permission; draft: RoleDraft }

function Grant({ role, permission, draft }: GrantProps) {
  const isGranted = role.GrantedPermissions.includes(permission.Name)
  const { canGive, whyReadOnly } = useAuthority()
  if (whyReadOnly(role))
    return (
      <td className={styles.grant} aria-readonly>
        <GrantMark isGranted={isGranted} />
      </td>
    )
  const isChanged = isGranted !== wasGranted(draft, role, permission.Name)
  return (
    <td className={styles.grant} data-changed={isChanged || undefined}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`${permission.DisplayName} for ${role.Name}`}
          checked={isGranted}
          {...(!canGive(permission.Name) && !isGranted && { disabled: true, title: notYours })}
          onChange={() =>
            draft.put({ ...role, GrantedPermissions: toggled(role.GrantedPermissions, permission.Name) })
          }
        />
      </label>
    </td>
  )
}

function wasGranted({ base }: RoleDraft, { Name }: Role, permission: PermissionName): boolean {
  const before = base.Results.find((role) => role.Name === Name)
  return before?.GrantedPermissions.includes(permission) ?? false
}
