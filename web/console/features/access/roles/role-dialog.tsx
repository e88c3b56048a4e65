import { Modal, Text, TextInput, Textarea } from '@mantine/core'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { noLimits } from '#contract/approvals/limits.ts'
import { messages } from '#contract/messages.ts'
import { Role, RoleName, isNameTaken, nameTaken, type Permission } from '#contract/access/roles.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { LimitsFields, LimitsText } from './limits-fields.tsx'
import { PermissionList } from './permission-list.tsx'
import { RiskyPairs } from './risky-pairs.tsx'

type Props = {
  /** The role to edit; a new one without it. */
  role?: Role | undefined
  /** All of them: a name is given once. */
  roles: readonly Role[]
  permissions: readonly Permission[]
  /** Takes the role into the changes; saving comes later, with all of them. */
  onDone: (role: Role) => void
  onClose: () => void
}

const emptyRole: Role = {
  Name: '',
  Description: '',
  GrantedPermissions: [],
  IsApplicationDefault: false,
  Limits: noLimits,
}

/** A role in a form. Its name is there to stay. */
export function RoleDialog({ role, roles, permissions, onDone, onClose }: Props) {
  const others = roles.filter(({ Name }) => Name !== role?.Name)
  const schema = Role.extend({ Name: RoleName.refine((name) => !isNameTaken(name, others), nameTaken) })
  return (
    <FormModal
      title={role ? 'Edit Role' : messages.roles.newTitle}
      submitLabel={role ? 'Apply' : 'Add role'}
      size="lg"
      schema={schema}
      initialValues={role ?? emptyRole}
      draft={keptAs(`role ${role?.Name ?? ''}`)}
      onSubmit={async (done) => {
        onDone(done)
        return { ok: true }
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            required={!role}
            readOnly={role !== undefined}
            {...(role && { description: 'The name of a role stays as it is.' })}
            {...form.getInputProps('Name')}
          />
          <Textarea label="Description" autosize minRows={1} {...form.getInputProps('Description')} />
          <RiskyPairs granted={form.values.GrantedPermissions} />
          <LimitsFields
            role={form.values}
            limits={form.values.Limits && { ...noLimits, ...form.values.Limits }}
            onChange={(limits) => form.setFieldValue('Limits', limits)}
            errors={form.errors}
          />
          <PermissionList
            permissions={permissions}
            granted={form.values.GrantedPermissions}
            onChange={(granted) => form.setFieldValue('GrantedPermissions', granted)}
            error={form.errors['GrantedPermissions'] as string | undefined}
          />
        </>
      )}
    </FormModal>
  )
}

type ViewProps = {
  role: Role
  /** Why it can't be changed. */
  why: string
  permissions: readonly Permission[]
  onClose: () => void
}

/** A role to be read. */
export function ViewRoleDialog({ role, why, permissions, onClose }: ViewProps) {
  const { modal } = useDialog(onClose)
  return (
    <Modal {...modal} title={role.Name} size="lg">
      <Text>{role.Description}</Text>
      <Text c="dimmed" mb="lg">
        {why}
      </Text>
      <RiskyPairs granted={role.GrantedPermissions} />
      <LimitsText limits={role.Limits} />
      <PermissionList permissions={permissions} granted={role.GrantedPermissions} />
    </Modal>
  )
}

type LimitsProps = { role: Role; onDone: (role: Role) => void; onClose: () => void }

/** The limits alone, of a role that every business has: what else it is stays. */
export function LimitsDialog({ role, onDone, onClose }: LimitsProps) {
  return (
    <FormModal
      title={`Limits of ${role.Name}`}
      submitLabel="Apply"
      schema={Role}
      initialValues={role}
      draft={keptAs(`limits ${role.Name}`)}
      onSubmit={async (done) => {
        onDone(done)
        return { ok: true }
      }}
      onClose={onClose}
    >
      {(form) => (
        <LimitsFields
          role={role}
          limits={form.values.Limits && { ...noLimits, ...form.values.Limits }}
          onChange={(limits) => form.setFieldValue('Limits', limits)}
          errors={form.errors}
        />
      )}
    </FormModal>
  )
}
