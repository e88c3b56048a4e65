import { z } from 'zod'
import { isSameLimits, noLimits, RoleLimits, SentLimits } from '#contract/approvals/limits.ts'
import { endpoint, may, signedIn } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { revision } from '#contract/revisions.ts'
import { permissionNames } from './permissions.ts'

const path = '/api/cherrypay/v1/{businessId}/configuration'

export const Permission = z.object({
  Name: z.enum(permissionNames),
  DisplayName: z.string(),
  Description: z.string(),
  /** What it lets somebody do and see, thing by thing. */
  Opens: z.array(z.string()),
})
export type Permission = z.infer<typeof Permission>

/** Letters, digits and spaces. */
export const RoleName = z
  .string()
  .trim()
  .min(1, messages.roles.nameRequired)
  .max(60)
  .regex(/^[\p{L}\p{N} ]+$/u, messages.roles.nameAlphanumeric)

export const Role = z.object({
  Name: RoleName,
  Description: z.string().trim().max(300),
  GrantedPermissions: z
    .array(z.enum(permissionNames, 'There is no such permission.'))
    .min(1, messages.roles.permissionsRequired),
  IsApplicationDefault: z.boolean(),
  Limits: RoleLimits.optional(),
})
export type Role = z.infer<typeof Role>

/** A role as it is sent: who leaves limits out leaves them as they are. */
const SentRole = Role.extend({ Limits: SentLimits.optional() })
export type SentRole = z.infer<typeof SentRole>

/** The roles as they are kept, with the version a change of them has to name. */
export const RoleList = z.object({
  Results: z.array(Role.extend({ Limits: RoleLimits, UserCount: z.number().int() })),
  Version: z.string(),
})
export type RoleList = z.infer<typeof RoleList>

export const nameTaken = 'There is a role of this name already.'

/** True if one of the roles has the name; 'bar staff' and 'Bar Staff' are the same to people. */
export function isNameTaken(name: string, roles: readonly Pick<Role, 'Name'>[]): boolean {
  return roles.some((role) => role.Name.toLowerCase() === name.trim().toLowerCase())
}

export type RoleChanges = {
  readonly added: readonly Role[]
  readonly updated: readonly { readonly before: Role; readonly after: Role }[]
  readonly removed: readonly Role[]
}

/** What turns one list of roles into another. A name never changes, so it tells which role is which. */
export function roleChanges(before: readonly Role[], after: readonly Role[]): RoleChanges {
  const find = (roles: readonly Role[], { Name }: Role) => roles.find((role) => role.Name === Name)
  return {
    added: after.filter((role) => !find(before, role)),
    updated: after.flatMap((role) => {
      const former = find(before, role)
      return former && !isSameRole(former, role) ? [{ before: former, after: role }] : []
    }),
    removed: before.filter((role) => !find(after, role)),
  }
}

function isSameRole(a: Role, b: Role): boolean {
  return (
    a.Description === b.Description &&
    a.IsApplicationDefault === b.IsApplicationDefault &&
    (!b.Limits || isSameLimits(a.Limits ?? noLimits, b.Limits)) &&
    permissionNames.every(
      (name) => a.GrantedPermissions.includes(name) === b.GrantedPermissions.includes(name),
    )
  )
}

/** Every role of the business, those that every business has among them. */
const WholeList = z
  .array(SentRole)
  .max(200)
  .superRefine((roles, context) => {
    for (const [index, { Name }] of roles.entries())
      if (isNameTaken(Name, roles.slice(0, index)))
        context.addIssue({ code: 'custom', path: [index, 'Name'], message: nameTaken })
  })

export const rolesApi = {
  listPermissions: endpoint({
    method: 'GET',
    path: `${path}/permission`,
    title: 'Permissions a role can grant',
    access: signedIn,
    // They are the same for ever.
    shows: [],
    output: z.object({ Results: z.array(Permission) }),
  }),
  listRoles: endpoint({
    method: 'GET',
    path: `${path}/roles`,
    title: 'Roles of the business',
    access: signedIn,
    shows: ['role', 'user'],
    output: RoleList,
  }),
  saveRoles: endpoint({
    method: 'PUT',
    path: `${path}/roles`,
    title: 'Change the roles',
    access: may('User.Management'),
    changes: ['role'],
    asksAgain: 'roles are changed',
    /** The version the change started from; a list that somebody else has saved meanwhile is refused. */
    query: z.object({ version: revision }),
    body: WholeList,
    output: RoleList,
  }),
}
