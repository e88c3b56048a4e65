import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useId } from 'react'
import type { PermissionName } from '#contract/access/permissions.ts'
import type { Permission } from '#contract/access/roles.ts'
import { GrantMark } from './grant-mark.tsx'
import { permissionGroupsOf } from './permission-groups.ts'
import { PermissionAbout } from './permission-about.tsx'
import styles from './permission-list.module.css'
import { notYours, useAuthority } from './use-authority.ts'

type Props = {
  permissions: readonly Permission[]
  granted: readonly PermissionName[]
  /** Without it the list is there to be read. */
  onChange?: ((granted: PermissionName[]) => void) | undefined
  error?: string | undefined
}

/** What one role grants: the permissions under their headings, each with its description. */
export function PermissionList({ permissions, granted, onChange, error }: Props) {
  const errorId = useId()
  const invalid = error && { 'aria-invalid': true, 'aria-describedby': errorId }
  return (
    <div className={styles.list}>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      {permissionGroupsOf(permissions).map(({ heading, permissions: members }, group) => (
        <fieldset key={heading} className={styles.group}>
          <legend className={styles.heading}>{heading}</legend>
          {members.map((permission, index) =>
            onChange ? (
              <GivenPermission
                key={permission.Name}
                permission={permission}
                isGranted={granted.includes(permission.Name)}
                onToggle={() => onChange(toggled(granted, permission.Name))}
                {...(group + index === 0 && { invalid })}
              />
            ) : (
              <ReadPermission
                key={permission.Name}
                permission={permission}
                isGranted={granted.includes(permission.Name)}
              />
            ),
          )}
        </fieldset>
      ))}
    </div>
  )
}

/** The names with this one added, or without it where it is among them. */
export function toggled(granted: readonly PermissionName[], name: PermissionName): PermissionName[] {
  return granted.includes(name) ? granted.filter((each) => each !== name) : [...granted, name]
}

type GivenProps = {
  permission: Permission
  isGranted: boolean
  onToggle: () => void
  invalid?: object | '' | undefined
}

function GivenPermission({ permission, isGranted, onToggle, invalid }: GivenProps) {
  const cannotGive = !useAuthority().canGive(permission.Name) && !isGranted
  return (
    <div>
      <Checkbox
        label={permission.DisplayName}
        {...(cannotGive && { description: notYours, disabled: true })}
        checked={isGranted}
        onChange={onToggle}
        {...invalid}
      />
      <div className={styles.about}>
        <PermissionAbout permission={permission} />
      </div>
    </div>
  )
}

function ReadPermission({ permission, isGranted }: { permission: Permission; isGranted: boolean }) {
  return (
    <div className={styles.read}>
      <GrantMark isGranted={isGranted} />
      <div>
        {permission.DisplayName}
        <PermissionAbout permission={permission} />
      </div>
    </div>
  )
}
