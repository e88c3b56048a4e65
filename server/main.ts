import { once } from 'node:events'
import { createServer } from 'node:net'
import { type EndStep, endSteps } from '#platform/concurrency'
import {
  migrate,
  MigrationError,
  requireSteadyReplica,
  requireWays,
  whyUnreachable,
} from '#platform/database'
import { runJobs } from '#platform/job-runner'
import { startEmbeddedPostgres } from '#platform/postgres'
import { openMetricsPort } from '#platform/serving'
import { readSettings, type Settings, SettingsError, version } from '#platform/settings'
import { seedDemo } from '#server/demo'
import { closeDemo, demoAccounts, demoPassword, openDemo } from '#server/demo/access'
import { secretToStart } from '#server/secret'
import { createHub, type Hub } from './hub.ts'

// What ends takes at most so long a step, and so long in all: one after the other they have room in it. Whatever is left
// behind the next start recovers.
const longestMs = { figures: 1_000, app: 20_000, appBeforeDatabase: 14_000, database: 9_000 }
const deadlineMs = 25_000

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Settings → database → app → listen; what is started is stopped again in the opposite order. */
async function start(settings: Settings): Promise<() => Promise<void>> {
  const stops: EndStep[] = []
  const stop = () => endSteps(stops.splice(0).toReversed(), say)
  try {
    say(`${settings.brand} ${version}`)
    await requireFreePort(settings)
    const databaseUrl = settings.databaseUrl ?? (await embeddedDatabase(settings, stops))
    await requireWays({ ...settings, databaseUrl })
    for (const url of settings.replicas.urls) await requireSteadyReplica(url)
    await migrate(databaseUrl, (name) => say(`Migrating: ${name}`))
    const secret = await secretToStart(databaseUrl, settings)
    await (settings.demo ? demo : closeDemo)(databaseUrl, say, settings.database.driver)
    const hub = await createHub({ settings, databaseUrl, secret })
    const appMs = settings.databaseUrl ? longestMs.app : longestMs.appBeforeDatabase
    stops.push({ name: 'what was under way', longestMs: appMs, end: () => hub.app.close() })
    const address = await hub.app.listen({ port: settings.port, host: settings.host })
    if (settings.metricsPort) {
      const metrics = await openMetricsPort(hub.figures, settings.metricsPort)
      stops.push({ name: 'the port of the figures', longestMs: longestMs.figures, end: metrics.close })
    }
    if (settings.role !== 'web') await work(hub, databaseUrl, settings)
    if (settings.adminEmail) await inviteFirst(hub, settings.adminEmail)
    greet(settings, address)
    return async () => {
      await hub.leave(settings.drainMs)
      await stop()
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function inviteFirst(hub: Hub, email: string) {
  const outcome = await hub.ensureSuperAdministrator(email)
  if (outcome === 'invited') say(`Invited ${email} as super administrator.`)
  if (outcome === 'address in use')
    say(`HUB_ADMIN_EMAIL: ${email} is the address of another user. Nobody was invited.`)
}

/** Works on the job queue until the app ends. */
async function work(hub: Hub, url: string, settings: Settings) {
  const tell = (task: string, error: unknown, isGivenUp = false) =>
    hub.app.log.error({ err: error, task }, isGivenUp ? 'job given up' : 'job failed')
  const jobs = await runJobs(url, hub.tasks, hub.schedule, tell, { slots: settings.jobSlots })
  hub.endWith(() => jobs.stop())
  hub.figures.watchPool('jobs', jobs.pool)
}

async function demo(...given: Parameters<typeof seedDemo>): Promise<void> {
  await seedDemo(...given)
  await openDemo(...given)
}

/** Fails as listening would, before a database is started for nothing. */
async function requireFreePort({ port, host }: Settings): Promise<void> {
  const probe = createServer()
  probe.listen({ port, host })
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    // Later it would be the database that can't be found.
    if (error.syscall !== 'getaddrinfo') throw error
    throw new SettingsError(
      `The setting HOST is ${host}, which is no address that this machine knows: set it to one of its own.`,
    )
  })
  probe.close()
  await once(probe, 'close')
}

async function embeddedDatabase(settings: Settings, stops: EndStep[]): Promise<string> {
  say('Starting the database')
  const postgres = await startEmbeddedPostgres({ folder: `${settings.dataFolder}/postgres`, log: say })
  stops.push({ name: 'the database', longestMs: longestMs.database, end: () => postgres.stop() })
  return postgres.url
}

function greet(settings: Settings, address: string): void {
  if (settings.demo) {
    say(`\nDemo accounts, password ${demoPassword}:`)
    for (const { email, is } of demoAccounts) say(`  ${email.padEnd(34)} ${is}`)
  }
  // Nobody reaches a worker where people reach us.
  const where = settings.role === 'worker' ? address : (settings.publicUrl ?? address)
  say(`\n${settings.brand} is ready at ${where}`)
}

/** What a person who starts the server has to know, in one sentence. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof SettingsError || error instanceof MigrationError) return error.message
  const { code, path, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `The port ${port} of ${address} is taken: stop what uses it, or set PORT (HUB_METRICS_PORT for the figures) to another.`
  if (code === 'EADDRNOTAVAIL')
    return `The address ${address} is not one of this machine: set HOST to one that is.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return path
      ? `The folder ${path} can't be written: change its rights, or set HUB_DATA_DIR to another.`
      : `The port ${port} needs more rights: set PORT to another.`
  return whyUnreachable(error)
}

async function main(): Promise<void> {
  // What nobody waited for has nobody to tell; it must not end what everybody else waits for.
  process.on('unhandledRejection', (error) => say(`Unforeseen: ${(error as Error)?.stack ?? String(error)}`))
  const settings = readSettings(process.env)
  const stop = await start(settings)
  const leave = () => {
    // Whoever asks a second time doesn't want to wait; and an end that isn't reached by itself is one all the same.
    process.on('SIGINT', () => process.exit(1))
    process.on('SIGTERM', () => process.exit(1))
    setTimeout(() => process.exit(1), settings.drainMs + deadlineMs)
    void stop().then(() => process.exit(0))
  }
  process.once('SIGINT', leave)
  process.once('SIGTERM', leave)
}

await main().catch((error: unknown) => {
  const sentence = sentenceOf(error)
  process.stderr.write(sentence ? `${sentence}\n` : `The server could not start: ${(error as Error).stack}\n`)
  process.exit(1)
})
