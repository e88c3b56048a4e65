import type { sessionApi } from '#contract/session.ts'
import type { Handlers } from '#platform/call.ts'
import type { Settings } from '#platform/settings.ts'
import { permissionNames } from '#contract/permissions.ts'

/** The signed-in user, and what the console has to know before there is one. */
export function sessionRoutes(settings: Settings): Handlers<typeof sessionApi> {
  return {
    getMe: async ({ who }) => ({
      Uid: who.uid,
      Email: who.email,
      DisplayName: who.name,
      Role: who.role,
      BusinessId: who.businessId,
      IsSuperAdmin: who.isSuperAdmin,
      Permissions: who.isSuperAdmin ? permissionNames : [...who.permissions],
      AuthorisedVenues: [...(who.venues ?? [])],
    }),
    getConsoleSettings: async () => ({
      Brand: settings.brand,
      Demo: settings.demo,
      MicrosoftSignIn: settings.microsoft !== undefined,
      SupportEmail: settings.supportEmail,
      ProductUrls: settings.productUrls,
      MarketingUrl: settings.marketingUrl,
      DevPages: settings.devPages,
    }),
  }
}
