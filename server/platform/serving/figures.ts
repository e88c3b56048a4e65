import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { shared } from '#platform/concurrency'
import type { Task } from '#platform/jobs'
import { version } from '#platform/settings'
import { answeredInTime } from './in-time.ts'
import { countJobs } from './job-figures.ts'
import { type PressureReason, pressureReasons } from './pressure.ts'
import { onEveryRoute } from './server.ts'

/** What an operator wants to know of the process and its hub, as Prometheus text. */
export type Figures = {
  readonly contentType: string
  /** All of them, as they are now. */
  text(): Promise<string>
  /** Tells of one more pool of connections from now on. */
  watchPool(name: string, pool: Pool): void
  /** Tells a number of seconds from now on, such as an age; of what isn't there, or isn't known in time, it says nothing. */
  watchAge(figure: NamedFigure, age: () => Promise<number | null>): void
  /** Tells how many days certain things last from now on, by their names. */
  watchDays(figure: LabelledFigure, ends: Readonly<Record<string, Date>>): void
  /** Tells a number for each of certain things from now on, by their names; nothing of those that have none. */
  watchNumbers(figure: LabelledFigure, numbers: () => Readonly<Record<string, number | null>>): void
  /** Tells figures of several things from now on; none of them while they aren't known in time. */
  watchEach(figures: readonly LabelledFigure[], ask: () => Promise<readonly Labelled[]>): void
  /** Counts a request that was refused for want of time or memory. */
  countShed(reason: PressureReason): void
}

type LabelledFigure = NamedFigure & { readonly label: string }
/** Something that figures are told of, by its name in their label: each figure by its own name. */
type Labelled = { readonly of: string; readonly values: Readonly<Record<string, number>> }

type NamedFigure = { readonly name: string; readonly help: string }

export type FiguresOptions = {
  /** The connections that calls share. */
  readonly pool: Pool
  /** All tasks: one of which there is no job has figures, too. */
  readonly tasks: Readonly<Record<string, Pick<Task, 'lane'>>>
}

/** Counts and times every request to what is mounted from now on, and tells that and all the rest. */
export function gatherFigures(app: FastifyInstance, { pool, tasks }: FiguresOptions): Figures {
  const own = new Registry()
  tellVersion(own)
  countRequests(app, own)
  countConnections(own, pool)
  const watchPool = countPools(own)
  countJobs(own, pool, tasks)
  const all = Registry.merge([own, figuresOfProcess()])
  // However many ask at once, it is looked up once.
  return {
    contentType: all.contentType,
    text: shared(() => all.metrics()),
    watchPool,
    watchAge: (figure, age) => tellAge(all, figure, age),
    watchDays: (figure, ends) => tellNumbers(all, figure, () => daysUntil(ends)),
    watchNumbers: (figure, numbers) => tellNumbers(all, figure, numbers),
    watchEach: (figures, ask) => tellEach(all, figures, ask),
    countShed: countShed(own),
  }
}

let ofProcess: Registry | undefined

/** Event loop, garbage collection, memory, handles: of the process, whatever number of hubs it has. Watching them has no end. */
function figuresOfProcess(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

/** So that a dashboard sees which versions serve beside each other during an upgrade. */
function tellVersion(registry: Registry): void {
  const info = new Gauge({
    name: 'hub_version_info',
    help: 'Always 1: the version is in its label.',
    labelNames: ['version'],
    registers: [registry],
  })
  info.set({ version }, 1)
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'hub_requests_total',
    help: 'Requests answered, by endpoint and status.',
    labelNames: ['endpoint', 'status'],
    registers: [registry],
  })
  const times = new Histogram({
    name: 'hub_request_seconds',
    help: 'How long requests took, by endpoint.',
    labelNames: ['endpoint'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  onEveryRoute(app, 'onResponse', ({ endpoint = 'other' }) => {
    times.zero({ endpoint })
    const time = times.labels(endpoint)
    return (_request, reply, done) => {
      requests.inc({ endpoint, status: reply.statusCode })
      time.observe(reply.elapsedTime / 1000)
      done()
    }
  })
}

function countShed(registry: Registry): Figures['countShed'] {
  const shed = new Counter({
    name: 'hub_shed_total',
    help: 'Requests refused because the process was late, or short of memory.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of pressureReasons) shed.inc({ reason }, 0)
  return (reason) => shed.inc({ reason })
}

type State = 'open' | 'idle' | 'waited_for'

const countOf: Readonly<Record<State, (pool: Pool) => number>> = {
  open: (pool) => pool.totalCount,
  idle: (pool) => pool.idleCount,
  waited_for: (pool) => pool.waitingCount,
}
const states = Object.keys(countOf) as State[]

function countConnections(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: 'hub_database_connections',
    help: 'Connections to the database that calls share, and how many wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const state of states) connections.set({ state }, countOf[state](pool))
    },
  })
}

function countPools(registry: Registry): Figures['watchPool'] {
  const pools = new Map<string, Pool>()
  const connections = new Gauge({
    name: 'hub_pool_connections',
    help: 'Connections of each pool, and how many wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect: () => {
      for (const [name, pool] of pools)
        for (const state of states) connections.set({ pool: name, state }, countOf[state](pool))
    },
  })
  return (name, pool) => void pools.set(name, pool)
}

function tellAge(registry: Registry, figure: NamedFigure, age: () => Promise<number | null>): void {
  const ask = answeredInTime(age)
  const seconds = new Gauge({
    ...figure,
    registers: [registry],
    collect: async () => {
      const known = await ask()
      // One without labels would be 0 by itself.
      if (known === null) seconds.remove()
      else seconds.set(known)
    },
  })
}

function tellEach(
  registry: Registry,
  figures: readonly LabelledFigure[],
  ask: () => Promise<readonly Labelled[]>,
): void {
  // Asked once for all figures of it.
  const known = answeredInTime(ask)
  for (const { label, ...figure } of figures) {
    const gauge = new Gauge({
      ...figure,
      labelNames: [label],
      registers: [registry],
      collect: async () => {
        const each = await known()
        gauge.reset()
        for (const { of, values } of each ?? []) gauge.set({ [label]: of }, values[figure.name] ?? 0)
      },
    })
  }
}

const dayMs = 86_400_000

const daysUntil = (ends: Readonly<Record<string, Date>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(ends).map(([name, end]) => [name, Math.floor((end.getTime() - Date.now()) / dayMs)]),
  )

function tellNumbers(
  registry: Registry,
  { label, ...figure }: LabelledFigure,
  numbers: () => Readonly<Record<string, number | null>>,
): void {
  const gauge = new Gauge({
    ...figure,
    labelNames: [label],
    registers: [registry],
    collect: () => {
      gauge.reset()
      for (const [name, number] of Object.entries(numbers()))
        if (number !== null) gauge.set({ [label]: name }, number)
    },
  })
}
