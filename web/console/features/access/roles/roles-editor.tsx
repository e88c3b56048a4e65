import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ConsolePage } from '#console/page.tsx'
import { LeaveQuestion, UnsavedChanges } from '#console/unsaved.tsx'
import { messages } from '#contract/messages.ts'
import type { Permission, Role, RoleList } from '#contract/access/roles.ts'
import { useIsPhone } from '#ui/text/phone.ts'
import { RoleByRole } from './role-by-role.tsx'
import { LimitsDialog, RoleDialog, ViewRoleDialog } from './role-dialog.tsx'
import { useRoleDraft, type RoleDraft } from './role-draft.ts'
import type { RoleEdits } from './role-edits.ts'
import { RoleMatrix } from './role-matrix.tsx'
import { countsInWords } from './role-words.ts'
import { useSaveRoles } from './save-roles.tsx'
import { useAuthority } from './use-authority.ts'

type Props = { latest: RoleList; permissions: readonly Permission[]; onRefresh: () => void }

/** The roles to work on. Changes are held here until they are saved together or discarded. */
export function RolesEditor({ latest, permissions, onRefresh }: Props) {
  const draft = useRoleDraft(latest)
  // With the roles as they were when it was opened: what somebody else saves meanwhile isn't in the form.
  const [opened, setOpened] = useState<{ role: Role | 'new'; from: RoleEdits } | null>(null)
  const open = (role: Role | 'new') => setOpened({ role, from: draft.edits })
  const [shown, setShown] = useState('')
  const userCount = (name: string) => latest.Results.find((role) => role.Name === name)?.UserCount ?? 0
  const saving = useSaveRoles(draft, userCount, onRefresh)
  const { whyReadOnly, canLimit } = useAuthority()
  const { dialog: limitsDialog, onLimit } = useLimitsDialog(draft)
  const doings = { onOpen: open, onRemove: draft.remove, onLimit, userCount, whyReadOnly, canLimit }

  function take(role: Role) {
    draft.put(role, opened?.from)
    setShown(role.Name)
  }

  return (
    <ConsolePage
      title="Roles"
      subtitle="What the people of this business may do, by their role."
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
          {messages.roles.newTitle}
        </Button>
      }
    >
      <Kept draft={draft} />
      <ShownRoles draft={draft} permissions={permissions} shown={shown} onShow={setShown} {...doings} />
      <UnsavedChanges
        isDirty={draft.isDirty}
        summary={`Unsaved changes: ${countsInWords(draft.changes)}`}
        problem={problemOf(draft)}
        isSaving={saving.isSaving}
        onSave={saving.save}
        onDiscard={draft.discard}
      />
      {saving.question}
      {limitsDialog}
      <Opened
        role={opened?.role ?? null}
        draft={draft}
        permissions={permissions}
        onDone={take}
        onClose={() => setOpened(null)}
      />
    </ConsolePage>
  )
}

/** One by one where there is no room for all beside each other. */
function ShownRoles({ shown, onShow, ...roles }: Parameters<typeof RoleByRole>[0]) {
  return useIsPhone() ? <RoleByRole shown={shown} onShow={onShow} {...roles} /> : <RoleMatrix {...roles} />
}

/** Asks before the changes are lost, and keeps them on the device until they are saved. */
function Kept({ draft }: { draft: RoleDraft }) {
  const { isDirty, edits, base, resume } = draft
  return (
    <LeaveQuestion
      isDirty={isDirty}
      draft={{
        name: 'roles',
        base: { edits: null },
        values: { edits: isDirty ? edits : null },
        isDirty,
        revision: base.Version,
        restore: (kept) => resume(kept['edits'] as RoleEdits),
      }}
    />
  )
}

/** The limits of a role that every business has, in a dialog of their own. */
function useLimitsDialog(draft: RoleDraft) {
  const [opened, setOpened] = useState<{ role: Role; from: RoleEdits } | null>(null)
  const dialog = opened && (
    <LimitsDialog
      role={opened.role}
      onDone={(role) => draft.put(role, opened.from)}
      onClose={() => setOpened(null)}
    />
  )
  return { dialog, onLimit: (role: Role) => setOpened({ role, from: draft.edits }) }
}

/** A role can lose its last permission in the matrix; in the dialog the form sees to it. */
function problemOf({ roles }: RoleDraft): string | undefined {
  const idle = roles.find((role) => role.GrantedPermissions.length === 0)
  return idle && `${idle.Name}: ${messages.roles.permissionsRequired}`
}

type OpenedProps = {
  role: Role | 'new' | null
  draft: RoleDraft
  permissions: readonly Permission[]
  onDone: (role: Role) => void
  onClose: () => void
}

function Opened({ role, draft, permissions, onDone, onClose }: OpenedProps) {
  const { whyReadOnly } = useAuthority()
  if (role === null) return null
  const why = role === 'new' ? null : whyReadOnly(role)
  if (role !== 'new' && why !== null)
    return <ViewRoleDialog role={role} why={why} permissions={permissions} onClose={onClose} />
  return (
    <RoleDialog
      role={role === 'new' ? undefined : role}
      roles={draft.roles}
      permissions={permissions}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
