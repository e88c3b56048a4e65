import type { FastifyInstance } from 'fastify'
import { api } from '#contract'
import { addressesApi } from '#contract/addresses.ts'
import { apiKeysApi } from '#contract/api-keys.ts'
import { auditApi } from '#contract/audit.ts'
import { businessApi } from '#contract/business.ts'
import { cardProgramsApi } from '#contract/card-programs.ts'
import { configurationApi } from '#contract/configuration.ts'
import { filesApi } from '#contract/files.ts'
import { memberHistoryApi } from '#contract/member-history.ts'
import { memberNotesApi } from '#contract/member-notes.ts'
import { memberOptionsApi } from '#contract/member-options.ts'
import { memberOverridesApi } from '#contract/member-overrides.ts'
import { membersApi } from '#contract/members.ts'
import { optionListsApi } from '#contract/option-lists.ts'
import { outboxApi } from '#contract/outbox.ts'
import { rolesApi } from '#contract/roles.ts'
import { savedFiltersApi } from '#contract/saved-filters.ts'
import { sessionApi } from '#contract/session.ts'
import { usersApi } from '#contract/users.ts'
import { venuesApi } from '#contract/venues.ts'
import { serveApiDocs } from '#platform/api-docs.ts'
import { serveConsole } from '#platform/console-files.ts'
import { type Database, openDatabase } from '#platform/database.ts'
import { answerRefusals } from '#platform/errors.ts'
import { fileRoutes } from '#platform/files.ts'
import { harden } from '#platform/hardening.ts'
import { serveHealth } from '#platform/health.ts'
import { mount, type Platform } from '#platform/http.ts'
import { forgetOldIntents } from '#platform/idempotency.ts'
import type { Tasks } from '#platform/jobs.ts'
import { serveMetrics } from '#platform/metrics.ts'
import { createRecall } from '#platform/recall.ts'
import { createServer } from '#platform/server.ts'
import type { Settings } from '#platform/settings.ts'
import {
  apiKeyRoutes,
  claimsFor,
  ensureSuperAdministrator,
  roleRoutes,
  sessionRoutes,
  userRoutes,
  whoIs,
} from '#server/access'
import { auditRoutes } from '#server/audit'
import {
  businessRoutes,
  configurationRoutes,
  fillLocalRegister,
  licencesOf,
  optionListRoutes,
  venueRoutes,
} from '#server/business'
import { cardProgramRoutes, cardProgramsOnOffer } from '#server/cards'
import { createIdentity, type Identity } from '#server/identity'
import {
  addressRoutes,
  memberHistoryRoutes,
  memberNoteRoutes,
  memberOptionRoutes,
  memberOverrideRoutes,
  memberRoutes,
  savedFilterRoutes,
} from '#server/members'
import { messagingTasks, outboxRoutes, queueEmail } from '#server/messaging'

export type Hub = {
  readonly app: FastifyInstance
  readonly database: Database
  readonly platform: Platform
  /** Invites the super administrator of a new installation; false if there is one with that address already. */
  ensureSuperAdministrator(email: string): Promise<boolean>
  /** Every address that is answered, as 'GET /path/{name}'. */
  readonly routes: readonly string[]
  /** The work of the job queue, and when the recurring parts of it are due. */
  readonly tasks: Tasks
  readonly schedule: readonly string[]
}

export type HubOptions = { settings: Settings; databaseUrl: string; secret: string }

/** Builds the server: every module, mounted, not yet listening. Closing the app closes all of it. */
export async function createHub({ settings, databaseUrl, secret }: HubOptions): Promise<Hub> {
  const database = openDatabase(databaseUrl)
  const recall = createRecall(database, databaseUrl)
  const app = createServer(settings)
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) routes.push(`${verb} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
  })
  // Where nothing listens, in a test, there is no address to ask for.
  const publicUrl = () =>
    settings.publicUrl ?? (app.server.listening ? app.listeningOrigin : 'http://localhost')

  const identity = createIdentity({
    database,
    secret,
    publicUrl,
    brand: settings.brand,
    microsoft: settings.microsoft,
    claimsFor: (uid) => claimsFor(database, uid),
    queueEmail,
  })
  const platform: Platform = {
    database,
    publicUrl: settings.publicUrl,
    gate: {
      whoIs: (token) => whoIs(token, database, recall, identity),
      licencesOf: (businessId) => licencesOf(database.forBusiness(businessId), recall),
    },
  }

  await harden(app, { isHttps: settings.publicUrl?.startsWith('https:') ?? false })
  answerRefusals(app)
  serveHealth(app, database.pool)
  serveMetrics(app, database.pool, settings.metricsToken)
  serveApiDocs(app, api, settings.brand)
  identity.mount(app)
  mountModules(app, platform, settings, identity)
  await serveConsole(app)

  if (!settings.businessRegister) await fillLocalRegister(database)
  app.addHook('onClose', async () => {
    await recall.close()
    await database.close()
  })
  return {
    app,
    database,
    platform,
    ensureSuperAdministrator: (email) => ensureSuperAdministrator(database, identity, email),
    routes,
    tasks: {
      ...messagingTasks(database, settings),
      forget_old_intents: () => forgetOldIntents(database),
      remove_expired: () => identity.removeExpired(),
    },
    schedule: ['17 3 * * * forget_old_intents', '41 * * * * remove_expired'],
  }
}

/** The table of contents: each module's rows of the contract, with what it does for them. */
function mountModules(
  app: FastifyInstance,
  platform: Platform,
  settings: Settings,
  identity: Identity,
): void {
  const { database } = platform
  mount(app, platform, sessionApi, sessionRoutes(settings))
  mount(app, platform, usersApi, userRoutes(identity))
  mount(app, platform, rolesApi, roleRoutes)
  mount(app, platform, businessApi, businessRoutes(database, settings))
  mount(app, platform, venuesApi, venueRoutes)
  mount(app, platform, configurationApi, configurationRoutes(cardProgramsOnOffer))
  mount(app, platform, optionListsApi, optionListRoutes)
  mount(app, platform, cardProgramsApi, cardProgramRoutes)
  mount(app, platform, apiKeysApi, apiKeyRoutes)
  mount(app, platform, filesApi, fileRoutes)
  mount(app, platform, membersApi, memberRoutes())
  mount(app, platform, memberOptionsApi, memberOptionRoutes)
  mount(app, platform, addressesApi, addressRoutes(settings))
  mount(app, platform, memberOverridesApi, memberOverrideRoutes)
  mount(app, platform, memberHistoryApi, memberHistoryRoutes)
  mount(app, platform, memberNotesApi, memberNoteRoutes)
  mount(app, platform, savedFiltersApi, savedFilterRoutes)
  mount(app, platform, auditApi, auditRoutes)
  mount(app, platform, outboxApi, outboxRoutes)
}
