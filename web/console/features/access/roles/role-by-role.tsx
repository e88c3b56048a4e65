import { NativeSelect } from '@mantine/core'
import { useId } from 'react'
import type { Permission } from '#contract/access/roles.ts'
import { RowMenu } from '#ui/table/row-menu.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { LimitsText } from './limits-fields.tsx'
import { PermissionList } from './permission-list.tsx'
import { roleActions, type RoleDoings } from './role-actions.tsx'
import styles from './role-by-role.module.css'
import { changeOf, type RoleDraft } from './role-draft.ts'
import { RiskyPairs } from './risky-pairs.tsx'
import { usersInWords } from './role-words.ts'

type Props = RoleDoings & {
  draft: RoleDraft
  permissions: readonly Permission[]
  /** The role to show; the first, if there is none of this name. */
  shown: string
  onShow: (name: string) => void
}

/** The same as the matrix where there is little room: one role at a time. */
export function RoleByRole({ draft, permissions, shown, onShow, ...doings }: Props) {
  const id = useId()
  const role = draft.roles.find(({ Name }) => Name === shown) ?? draft.roles[0]
  if (!role) return null
  const namesWhere = (isDefault: boolean) =>
    draft.roles.filter((each) => each.IsApplicationDefault === isDefault).map(({ Name }) => Name)
  const change = changeOf(role, draft)
  const readOnly = doings.whyReadOnly(role)
  const users = usersInWords(doings.userCount(role.Name))
  return (
    <>
      <NativeSelect
        label="Role"
        value={role.Name}
        onChange={(event) => onShow(event.currentTarget.value)}
        data={[
          { group: 'Roles of this business', items: namesWhere(false) },
          { group: 'Application defaults', items: namesWhere(true) },
        ]}
      />
      <section className={styles.role} aria-labelledby={id}>
        <div className={styles.head}>
          <h2 id={id} className={styles.name}>
            {role.Name}
          </h2>
          {change && <StatusBadge color={change === 'New' ? 'green' : 'blue'}>{change}</StatusBadge>}
          <RowMenu actions={roleActions(role, doings)} rowId={id} />
        </div>
        <p className={styles.about}>{role.Description}</p>
        <p className={styles.about}>{role.IsApplicationDefault ? `Default, view-only · ${users}` : users}</p>
        {readOnly && !role.IsApplicationDefault && <p className={styles.about}>{readOnly}</p>}
        <RiskyPairs granted={role.GrantedPermissions} />
        <LimitsText limits={role.Limits} />
        <PermissionList
          permissions={permissions}
          granted={role.GrantedPermissions}
          onChange={readOnly ? undefined : (GrantedPermissions) => draft.put({ ...role, GrantedPermissions })}
        />
      </section>
    </>
  )
}
