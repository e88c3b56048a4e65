import type { FastifyInstance } from 'fastify'
import { api } from '#contract'
import type { Licence } from '#contract/business/licences.ts'
import { createAccessCache, createVisits, type AccessCache, type Who } from '#platform/access'
import { createNotices } from '#platform/call'
import { type Clock, clockIsOff, watchClock } from '#platform/clock'
import { createTurns } from '#platform/concurrency'
import { type Database, noTenant, openDatabase } from '#platform/database'
import {
  serveApiDocs,
  serveConsole,
  serveNothingElse,
  answerRefusals,
  mount,
  namedSchemas,
  type Platform,
} from '#platform/http'
import type { Tasks } from '#platform/jobs'
import { type CallCounts, createCallCounts, createRateLimiter, createRefusalLimit } from '#platform/limits'
import { markWrites, openReplicas, type Replicas } from '#platform/replicas'
import { createSeal, vaultOfRows } from '#platform/secrets'
import {
  harden,
  serveHealth,
  type Figures,
  type Leave,
  gatherFigures,
  serveMetrics,
  createServer,
  listRoutes,
  shedLoad,
  endListening,
  watchProcess,
} from '#platform/serving'
import type { Settings } from '#platform/settings'
import { claimsFor, ensureSuperAdministrator, isApiKey, placeFollows, whoIs, whoIsTill } from '#server/access'
import { ageOfBackup, backupAge } from '#server/backup/nightly'
import { licencesOf } from '#server/business'
import { fillLocalRegister } from '#server/business/register'
import { createStandings, type Standings } from '#server/business/standing'
import { isDoorKit, whoIsDoorKit } from '#server/events/doors'
import { createIdentity, type Identity } from '#server/identity'
import { queueEmail } from '#server/messaging'
import { keepBeat, sizeFigures, sizesToWatch } from '#server/operations'
import { type Backstage as RequestBackstage, paymentSurroundings } from '#server/payments'
import { serveStripeWebhook } from '#server/requests/payments'
import { certificateDays, endsOf, serveAppleWallet } from '#server/wallets/apple'
import { tellAgain } from '#server/wallets/news'
import { type Surroundings as Wallets, walletSurroundings } from '#server/wallets/surroundings'
import { mountModules } from './app.ts'
import { jobsOf, scheduleOf } from './jobs.ts'

export type Hub = {
  readonly app: FastifyInstance
  readonly database: Database
  readonly platform: Platform
  readonly accessCache: AccessCache
  readonly counts: CallCounts
  /** Invites the super administrator of a new installation, unless one has joined already. */
  ensureSuperAdministrator(email: string): ReturnType<typeof ensureSuperAdministrator>
  /** Every address that is answered, as 'GET /path/{name}'. */
  readonly routes: readonly string[]
  /** Requests, connections, jobs and the process, as Prometheus text. */
  readonly figures: Figures
  readonly leave: Leave
  /** Has something end along with the app, at once, and before the database that it works on. */
  endWith(stop: () => Promise<unknown>): void
  /** The work of the job queue, and when the recurring parts of it are due. */
  readonly tasks: Tasks
  readonly schedule: readonly string[]
}

/** `pages`: the folder of other pages than the built ones; null for none. */
export type HubOptions = { settings: Settings; databaseUrl: string; secret: string; pages?: string | null }

/** Builds the server: every module, mounted, not yet listening. Closing the app closes all of it. */
export async function createHub({ settings, databaseUrl, secret, pages }: HubOptions): Promise<Hub> {
  const database = databaseOf(settings, databaseUrl, secret)
  const { accessCache, standings, notices } = listenOn(database, databaseUrl)
  const rateLimiter = createRateLimiter(database)
  const app = createServer(settings)
  const replicas = replicasOf(settings, database, app)
  const watched = await watchOver(database, settings, app)
  const routes = listRoutes(app)
  const publicUrl = () => settings.publicUrl ?? addressOf(app)

  const identity = createIdentity({
    database,
    rateLimiter,
    secret,
    publicUrl,
    brand: settings.brand,
    microsoft: settings.microsoft,
    queueEmail,
    ...placesIn(database, standings),
  })
  const platform: Platform = {
    database,
    replicas,
    notices,
    rateLimiter,
    turnOf: createTurns(),
    site: { publicUrl, namedUrl: settings.publicUrl },
    largestBody: settings.largestBody,
    gate: gateOf(database, accessCache, standings, identity, watched.counts),
    seal: createSeal(secret, 'continuation tokens'),
  }

  const requests = paymentSurroundings(database, settings, publicUrl)
  const wallets = walletSurroundings({ database, settings, secret, publicUrl })
  const tasks = jobsOf(database, standings, settings, identity, requests, wallets, { databaseUrl, secret })
  const served = await serveWatchers(app, platform, settings, tasks, wallets, watched)
  await serve(app, platform, settings, identity, requests, wallets, pages)

  if (!settings.businessRegister) await fillLocalRegister(database)
  return {
    endWith: closeWith(app, { notices, accessCache, wallets, database, replicas, ...watched }),
    ...served,
    app,
    database,
    platform,
    accessCache,
    counts: watched.counts,
    ensureSuperAdministrator: (email) => ensureSuperAdministrator(database, identity, email),
    routes,
    tasks,
    schedule: scheduleOf(settings),
  }
}

/** What hears of changes that any process makes. */
function listenOn(database: Database, url: string) {
  const accessCache = createAccessCache(database, url)
  return {
    accessCache,
    standings: createStandings(database, accessCache),
    notices: createNotices(database, url),
  }
}

/** What identity is told of the place of a user, and tells it. */
function placesIn(database: Database, standings: Standings) {
  return {
    claimsFor: (uid: string) => claimsFor(database, uid),
    placeFollows,
    standingOf: (businessId: string) => standings.of(businessId),
  }
}

/** Where nothing listens, in a test, there is no address to ask for. */
function addressOf(app: FastifyInstance): string {
  return app.server.listening ? app.listeningOrigin : 'http://localhost'
}

/** Closes with the app what was opened for it. Answers with a way to have more end with it. */
function closeWith(
  app: FastifyInstance,
  opened: Pick<Platform, 'notices' | 'database' | 'replicas'> &
    Watched & { accessCache: AccessCache; wallets: Wallets },
): Hub['endWith'] {
  const { notices, accessCache, wallets, database, replicas, clock, counts, beat } = opened
  const others: (() => Promise<unknown>)[] = []
  let ending: Promise<unknown>[] = []
  app.addHook('preClose', async () => {
    ending = others.map((stop) => stop())
    // Those who watch something never finish by themselves.
    await notices.close()
    await endListening(app.server)
  })
  app.addHook('onClose', async () => {
    await Promise.allSettled(ending)
    await wallets.pool.close()
    await accessCache.close()
    clock.close()
    await beat.close()
    await counts.close()
    await replicas.close()
    await database.close()
  })
  return (stop) => void others.push(stop)
}

function databaseOf(settings: Settings, url: string, secret: string): Database {
  const { pooledUrl, database: options } = settings
  const vault = vaultOfRows(secret)
  return openDatabase(pooledUrl ?? url, { ...options, isShared: pooledUrl !== undefined, vault })
}

/** Where rows that may lag are read. */
function replicasOf({ replicas, database }: Settings, primary: Database, app: FastifyInstance): Replicas {
  const told = {
    away: 'the replica is away: others, or the database itself, answer for now',
    behind: 'the replica is behind: others, or the database itself, answer until it has caught up',
    apart:
      'the replica no longer follows the database and takes writes of its own: it is not read until it follows again',
  }
  const onLeft = (replica: string, why: keyof typeof told, err?: unknown) =>
    app.log.warn({ replica, err }, told[why])
  return openReplicas({ ...replicas, primary, onLeft, database })
}

/** Lets calls in: users by their tokens, doors by their kits, tills by their keys. */
function gateOf(
  database: Database,
  accessCache: AccessCache,
  standings: Standings,
  identity: Identity,
  counts: CallCounts,
): Platform['gate'] {
  const users = accessCache.of<Who>('user')
  const doorKits = accessCache.of<Who>('door kit')
  const tills = accessCache.of<Who>('till')
  const licences = accessCache.of<readonly Licence[]>('licences')
  const refusals = createRefusalLimit(counts)
  return {
    whoIs: (token, { businessId, address }) => {
      if (isDoorKit(token)) return whoIsDoorKit(token, database, refusals.within(address, doorKits))
      if (isApiKey(token)) return whoIsTill(token, businessId, database, refusals.within(address, tills))
      // A forged token is known by its signature, without a look into the database.
      return whoIs(token, database, users, identity)
    },
    hasProvenLately: ({ sessionId }) => identity.hasProvenLately(sessionId),
    licencesOf: (businessId) => licencesOf(database.forTenant(businessId), licences),
    standingOf: (businessId, db) => standings.of(businessId, db),
    visits: createVisits(database, accessCache),
  }
}

/** What a process knows of itself, and shares with others. */
async function watchOver(database: Database, settings: Settings, app: FastifyInstance) {
  const clock = await watchClock(database.pool, (sentence) => app.log.warn(sentence))
  return { clock, counts: createCallCounts(database), beat: keepBeat(database, settings, clock) }
}
type Watched = Awaited<ReturnType<typeof watchOver>>

function figuresOf(
  app: FastifyInstance,
  { database, replicas }: Platform,
  tasks: Tasks,
  clock: Clock,
): Figures {
  const figures = gatherFigures(app, { pool: database.pool, tasks })
  figures.watchPool('calls', database.pool)
  figures.watchPool('copies', database.copies)
  watchProcess(figures, clock, replicas)
  return figures
}

/** What those ask for who watch over the process, whatever it does: its figures, and the way to leave them. */
async function serveWatchers(
  app: FastifyInstance,
  platform: Platform,
  settings: Settings,
  tasks: Tasks,
  { trustedCertificates }: Wallets,
  { clock, counts }: Watched,
): Promise<{ figures: Figures; leave: Leave }> {
  const isHttps = settings.publicUrl?.startsWith('https:') ?? false
  await harden(app, { isHttps, counts })
  const { urls, longestLagMs } = settings.replicas
  if (urls.length > 0) markWrites(app, { longestLagMs, isHttps })
  answerRefusals(app)
  const warnings = () => [clockIsOff(clock.offMs())].filter((each) => each !== null)
  const leave = serveHealth(app, platform.database.pool, warnings)
  const figures = figuresOf(app, platform, tasks, clock)
  shedLoad(app, settings, (reason) => figures.countShed(reason))
  if (trustedCertificates) figures.watchDays(certificateDays, endsOf(trustedCertificates))
  const everyone = platform.database.forTenant(noTenant)
  figures.watchAge(backupAge, () => ageOfBackup(everyone))
  figures.watchEach(sizeFigures, () => sizesToWatch(everyone))
  if (settings.metricsToken) serveMetrics(app, figures, settings.metricsToken)
  return { figures, leave }
}

/** Everything else there is at an address: the platform's own, the modules', and the console for the rest; nothing at a worker's. */
async function serve(
  app: FastifyInstance,
  platform: Platform,
  settings: Settings,
  identity: Identity,
  requests: RequestBackstage,
  wallets: Wallets,
  pages: HubOptions['pages'],
): Promise<void> {
  if (settings.role === 'worker') return serveNothingElse(app)
  serveApiDocs(app, api, namedSchemas, settings.brand)
  identity.mount(app)
  mountModules((table, handlers) => mount(app, platform, table, handlers), {
    settings,
    identity,
    requests,
    wallets,
    notices: platform.notices,
    replicas: platform.replicas,
    vault: platform.database.vault,
  })
  serveAppleWallet(app, wallets, tellAgain)
  if (settings.stripe) await serveStripeWebhook(app, requests, settings.stripe.webhookSecret)
  await serveConsole(app, pages)
}
