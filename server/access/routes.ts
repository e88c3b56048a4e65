import type { accountApi } from '#contract/access/account.ts'
import type { apiKeysApi } from '#contract/access/api-keys.ts'
import { permissionNames } from '#contract/access/permissions.ts'
import type { rolesApi } from '#contract/access/roles.ts'
import type { sessionApi } from '#contract/access/session.ts'
import type { usersApi } from '#contract/access/users.ts'
import type { Handlers } from '#platform/call'
import type { Settings } from '#platform/settings'
import type { Identity } from '#server/identity'
import { mannersOf } from '#server/identity/own-account'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { inviteUser } from './invitations.ts'
import {
  changeMyEmail,
  changeMyPassword,
  endMyOtherSessions,
  endMySession,
  setMyDateLocale,
  setMyName,
  withdrawMyEmail,
} from './my-account.ts'
import { permissionList } from './permission-list.ts'
import { listRoles } from './roles.ts'
import { saveRoles } from './save-roles.ts'
import { setUserDisabled, setUserRole, setUserVenues } from './user-changes.ts'
import { setUserAutoLogOut, updateUser } from './user-person.ts'
import { type AccessStep, followedBy } from './user-records.ts'
import { createUser, deleteUser, listUsers } from './users.ts'

export { administratorRoutes } from './administrators.ts'
export { resetFactorRoutes } from './reset-factor.ts'
export { secondFactorPolicyRoutes } from './second-factor-policy.ts'

/** The signed-in user, and what the console has to know before there is one. */
export function sessionRoutes(settings: Settings, paysOnline: boolean): Handlers<typeof sessionApi> {
  return {
    getMe: async ({ who, db }) => {
      const { signsInWith, dateLocale } = await mannersOf(db, who.uid)
      return {
        Uid: who.uid,
        Email: who.email,
        DisplayName: who.name,
        Role: who.role,
        BusinessId: who.businessId,
        IsSuperAdmin: who.isSuperAdmin,
        Permissions: who.isSuperAdmin ? permissionNames : [...who.permissions],
        AuthorisedVenues: [...(who.venues ?? [])],
        SignsInWith: signsInWith,
        DateLocale: dateLocale,
        SecondFactor: {
          IsSet: who.secondFactor?.isSet ?? false,
          IsRequired: who.secondFactor?.isRequired ?? false,
          DueDate: who.secondFactor?.due?.toISOString() ?? null,
        },
      }
    },
    getConsoleSettings: async () => ({
      Brand: settings.brand,
      Demo: settings.demo,
      MicrosoftSignIn: settings.microsoft !== undefined,
      RegisterIsMadeUp: settings.businessRegister === undefined,
      PaysOnline: paysOnline,
      SupportEmail: settings.supportEmail,
      ProductUrls: settings.productUrls,
      MarketingUrl: settings.marketingUrl,
      DevPages: settings.devPages,
    }),
  }
}

/** What people see and change of their own account. */
export function accountRoutes({ own }: Pick<Identity, 'own'>): Handlers<typeof accountApi> {
  return {
    getMyAccount: ({ db, who }) => own.read(db, who),
    setMyName: (call) => setMyName(call, own),
    setMyDateLocale,
    changeMyPassword: changeMyPassword(own),
    changeMyEmail: changeMyEmail(own),
    withdrawMyEmail,
    endMySession,
    endMyOtherSessions,
  }
}

/** The roles of a business, and what a role can grant. */
export function roleRoutes(step: AccessStep): Handlers<typeof rolesApi> {
  return {
    listPermissions: async () => ({ Results: [...permissionList] }),
    listRoles,
    saveRoles: followedBy(step)(saveRoles),
  }
}

/** The keys of a business's tills. */
export const apiKeyRoutes: Handlers<typeof apiKeysApi> = { listApiKeys, createApiKey, revokeApiKey }

/** The users of a business: who they are, and what each may do. */
export function userRoutes(identity: Pick<Identity, 'invite'>, step: AccessStep): Handlers<typeof usersApi> {
  const followed = followedBy(step)
  return {
    listUsers,
    createUser: (call) => createUser(call, identity),
    setUserRole: followed(setUserRole),
    setUserVenues: followed(setUserVenues),
    updateUser: (call) => updateUser(call, identity),
    setUserAutoLogOut,
    setUserDisabled: followed(setUserDisabled),
    inviteUser: (call) => inviteUser(call, identity),
    deleteUser: followed(deleteUser),
  }
}
