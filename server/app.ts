import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { api } from '#contract'
import { businessApi } from '#contract/business.ts'
import { sessionApi } from '#contract/session.ts'
import { serveApiDocs } from '#platform/api-docs.ts'
import { serveConsole } from '#platform/console-files.ts'
import { type Database, openDatabase } from '#platform/database.ts'
import { answerRefusals } from '#platform/errors.ts'
import { harden } from '#platform/hardening.ts'
import { serveHealth } from '#platform/health.ts'
import { mount, type Platform } from '#platform/http.ts'
import { forgetOldIntents } from '#platform/idempotency.ts'
import type { Tasks } from '#platform/jobs.ts'
import { serveMetrics } from '#platform/metrics.ts'
import type { Settings } from '#platform/settings.ts'
import { claimsFor, createWhoIs, sessionRoutes } from '#server/access'
import { businessRoutes, fillLocalRegister, licencesOf } from '#server/business'
import { createIdentity } from '#server/identity'
import { messagingTasks, queueEmail } from '#server/messaging'

export type Hub = {
  readonly app: FastifyInstance
  readonly database: Database
  /** The work of the job queue, and when the recurring parts of it are due. */
  readonly tasks: Tasks
  readonly schedule: readonly string[]
}

export type HubOptions = { settings: Settings; databaseUrl: string; secret: string }

/** Builds the server: every module, mounted, not yet listening. Closing the app closes all of it. */
export async function createHub({ settings, databaseUrl, secret }: HubOptions): Promise<Hub> {
  const database = openDatabase(databaseUrl)
  const app = Fastify({
    logger: { level: settings.logLevel },
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
  })
  const publicUrl = () => settings.publicUrl ?? app.listeningOrigin

  const identity = createIdentity({
    database,
    secret,
    publicUrl,
    brand: settings.brand,
    microsoft: settings.microsoft,
    claimsFor: (uid) => claimsFor(database, uid),
    queueEmail,
  })
  const whoIs = createWhoIs(database, databaseUrl, identity)
  const platform: Platform = {
    database,
    publicUrl: settings.publicUrl,
    gate: { whoIs: whoIs.find, licencesOf: (businessId) => licencesOf(database.forBusiness(businessId)) },
  }

  await harden(app, { isHttps: settings.publicUrl?.startsWith('https:') ?? false })
  answerRefusals(app)
  serveHealth(app, database.pool)
  serveMetrics(app, database.pool, settings.metricsToken)
  serveApiDocs(app, api, settings.brand)
  identity.mount(app)
  mount(app, platform, sessionApi, sessionRoutes(settings))
  mount(app, platform, businessApi, businessRoutes(database, settings))
  await serveConsole(app)

  if (!settings.businessRegister) await fillLocalRegister(database)
  app.addHook('onClose', async () => {
    await whoIs.close()
    await database.close()
  })
  return {
    app,
    database,
    tasks: { ...messagingTasks(database, settings), forget_old_intents: () => forgetOldIntents(database) },
    schedule: ['17 3 * * * forget_old_intents'],
  }
}
