import type { QueryClient } from '@tanstack/react-query'
import { useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { readQuery, useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { rolesApi } from '#contract/access/roles.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { RolesEditor } from './roles-editor.tsx'
import styles from './roles-page.module.css'

/** Fetches the roles and permissions ahead. */
export function preload(client: QueryClient, { businessId = '' }: Record<string, string>): void {
  const input = { params: { businessId } }
  void client.prefetchQuery(readQuery(rolesApi.listRoles, input))
  void client.prefetchQuery(readQuery(rolesApi.listPermissions, input))
}

/** The roles of the business and what each may do. */
export function Page() {
  const input = { params: { businessId: useBusiness().BusinessId } }
  const roles = useRead(rolesApi.listRoles, input)
  const permissions = useRead(rolesApi.listPermissions, input)
  if (roles.data && permissions.data)
    return <RolesEditor latest={roles.data} onRefresh={roles.retry} permissions={permissions.data.Results} />

  const error = roles.error ?? permissions.error
  function retry() {
    roles.retry()
    permissions.retry()
  }
  return (
    <ConsolePage title="Roles">
      {error ? (
        <ErrorState title={messages.roles.loadFailed} detail={error.message} onRetry={retry} />
      ) : (
        <MatrixSkeleton />
      )}
    </ConsolePage>
  )
}

const SKELETON_ROWS = 12

function MatrixSkeleton() {
  return (
    <output className={styles.skeleton} aria-label="Loading">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <span key={row} className={styles.row}>
          <Skeleton width={row % 3 === 0 ? '40%' : '60%'} />
          <Skeleton width={18} height={18} />
          <Skeleton width={18} height={18} />
          <Skeleton width={18} height={18} />
          <Skeleton width={18} height={18} />
        </span>
      ))}
    </output>
  )
}
