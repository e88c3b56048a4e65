import { NativeSelect, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { rolesApi } from '#contract/access/roles.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'

type Props = ComponentProps<typeof NativeSelect> & {
  /** The role the user has. */
  current: string | null
  /** It is the signed-in user's own, which only somebody else can change. */
  isOwn: boolean
  /** What it comes to if none is chosen. */
  without?: string
}

/** One of the business's roles, and what it is for. */
export function RoleField({
  current,
  isOwn,
  without = "Without a role this user can't sign in.",
  ...input
}: Props) {
  const { BusinessId: businessId } = useBusiness()
  const roles = useRead(rolesApi.listRoles, { params: { businessId } })
  if (isOwn)
    return (
      <TextInput label="Role" value={current ?? ''} readOnly description="You can't change your own role." />
    )
  if (roles.error && !roles.data)
    return <ErrorState title={messages.roles.loadFailed} detail={roles.error.message} onRetry={roles.retry} />

  const offered = roles.data?.Results ?? []
  const chosen = offered.find(({ Name }) => Name === input.value)
  const help = input.value === '' ? without : chosen?.Description
  // The line keeps its place while the roles load.
  return (
    <NativeSelect label="Role" required description={help || '\u00A0'} {...input}>
      <option value="">Select a role</option>
      {current !== null && !offered.some(({ Name }) => Name === current) && (
        <option value={current}>{roles.data ? `${current} ${messages.generic.deprecated}` : current}</option>
      )}
      {offered.map(({ Name }) => (
        <option key={Name} value={Name}>
          {Name}
        </option>
      ))}
    </NativeSelect>
  )
}
