import { z } from 'zod'
import { endpoint, may, signedIn } from './endpoint.ts'
import { messages } from './messages.ts'
import { permissionNames, type PermissionName } from './permissions.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration'

export const Permission = z.object({ Name: z.string(), DisplayName: z.string(), Description: z.string() })
export type Permission = z.infer<typeof Permission>

/** Letters, digits and spaces. */
export const RoleName = z
  .string()
  .trim()
  .min(1, messages.roles.nameRequired)
  .max(60)
  .regex(/^[\p{L}\p{N} ]+$/u, messages.roles.nameAlphanumeric)

const isPermission = (name: string): name is PermissionName =>
  (permissionNames as readonly string[]).includes(name)

export const Role = z.object({
  Name: RoleName,
  Description: z.string().trim().max(300),
  GrantedPermissions: z
    .array(z.string().refine(isPermission, 'There is no such permission.'))
    .min(1, messages.roles.permissionsRequired),
  IsApplicationDefault: z.boolean(),
})
export type Role = z.infer<typeof Role>

/** The roles as they are kept, with the version a change of them has to name. */
export const RoleList = z.object({
  Results: z.array(Role.extend({ UserCount: z.number().int() })),
  Version: z.string(),
})
export type RoleList = z.infer<typeof RoleList>

export const rolesApi = {
  listPermissions: endpoint({
    method: 'GET',
    path: `${path}/permission`,
    title: 'Permissions a role can grant',
    access: signedIn,
    output: z.object({ Results: z.array(Permission) }),
  }),
  listRoles: endpoint({
    method: 'GET',
    path: `${path}/roles`,
    title: 'Roles of the business',
    access: signedIn,
    output: RoleList,
  }),
  saveRoles: endpoint({
    method: 'PUT',
    path: `${path}/roles`,
    title: 'Change the roles',
    access: may('User.Management'),
    /** The version the change started from; a list that somebody else has saved meanwhile is refused. */
    query: z.object({ version: z.string().max(100) }),
    body: z.array(Role).max(200),
    output: RoleList,
  }),
}
