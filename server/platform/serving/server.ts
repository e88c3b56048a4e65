import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type onRequestHookHandler,
  type onResponseHookHandler,
} from 'fastify'
import { answerMark } from '#contract/answer-mark.ts'
import { answerBrokenRequest, answerRefusal, acceptJson, acceptForms } from '#platform/http'
import { Refusal } from '#platform/refusals'
import { type Settings, trustOf } from '#platform/settings'
import { loggedError, loggedRequest, patternOf } from './logged.ts'
import { endUnusedConnections } from './open-connections.ts'
import { boundPipelining } from './pipelining.ts'
import { boundRequests } from './time-limit.ts'

type ServerSettings = Pick<Settings, 'logLevel' | 'trustProxy' | 'largestBody' | 'httpConnections'> & {
  readonly database: Pick<Settings['database'], 'statementMs'>
}

/** A server with its limits set: size, time, and nothing but JSON and forms until a route asks for more. */
export function createServer(settings: ServerSettings): FastifyInstance {
  const app = Fastify({
    logger: { level: settings.logLevel, serializers: { req: loggedRequest, err: loggedError } },
    // A logger of its own for each request costs more than the few lines that are written say: they name the request.
    childLoggerFactory: (logger) => logger,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(settings.trustProxy),
    // Bodies of those who are known by then, and of rows that say so, may be larger.
    bodyLimit: settings.largestBody.ofStrangers,
    // Until it has stopped listening, what arrives is answered as ever: a proxy has no other place for it by then.
    return503OnClosing: false,
    requestTimeout: 30_000,
    // How often to look for what has taken longer than that to arrive.
    http: { connectionsCheckingInterval: 5_000 },
    // What is refused before there is a route: addresses that are too long, or can't be read.
    frameworkErrors: (error, request, reply) => void answerRefusal(error, request, marked(reply)),
    clientErrorHandler: answerBrokenRequest,
  })
  // Before any other: whoever refuses a request does so in our name.
  app.addHook('onRequest', (_request, reply, done) => {
    marked(reply)
    done()
  })
  endUnusedConnections(app)
  boundPipelining(app)
  boundRequests(app, Math.max(longestRequestMs, 2 * settings.database.statementMs))
  refuseCompressed(app)
  // Each is an open file: there must be some left for the database and for everything else.
  app.server.maxConnections = settings.httpConnections
  app.decorateRequest('entered', null)
  app.removeContentTypeParser('text/plain')
  acceptJson(app)
  acceptForms(app)
  if (['info', 'debug'].includes(settings.logLevel)) app.addHook('onResponse', logRequest)
  return app
}

const marked = (reply: FastifyReply) => reply.header(answerMark.name, answerMark.value)

/** Nobody has to send us anything compressed, and how much it is would be known too late. */
function refuseCompressed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-encoding': encoding } = request.headers
    if (encoding === undefined || encoding === 'identity') return done()
    done(new Refusal(415, 'request_compressed', 'The request must not be compressed.'))
  })
}

// Waiting for a connection, for others and for the database is bounded by itself: this is for the sum of it.
const longestRequestMs = 60_000

const logRequest: onResponseHookHandler = (request, reply, done) => {
  const ms = Math.round(reply.elapsedTime)
  request.log.info({ ...loggedRequest(request), status: reply.statusCode, ms }, 'request')
  done()
}

/** Every address that is answered, as 'GET /path/{name}': the list grows as routes are mounted. */
export function listRoutes(app: FastifyInstance): readonly string[] {
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) routes.push(`${verb} ${patternOf(url)}`)
  })
  return routes
}

type RouteHooks = { onRequest: onRequestHookHandler; onResponse: onResponseHookHandler }

/**
 * Adds a hook to every route that is mounted from now on, made once for what is said of it (such as its row of the
 * contract), and to what is found at no route: asking a request for its route each time is dear.
 */
export function onEveryRoute<Name extends keyof RouteHooks>(
  app: FastifyInstance,
  name: Name,
  hookFor: (config: FastifyContextConfig) => RouteHooks[Name],
): void {
  app.addHook('onRoute', (route) => {
    const hooks = route as Partial<Record<Name, RouteHooks[Name] | RouteHooks[Name][]>>
    hooks[name] = [hookFor(route.config ?? {}), ...[hooks[name] ?? []].flat()]
  })
  const otherwise = hookFor({}) as onRequestHookHandler
  app.addHook(name as 'onRequest', function (request, reply, done) {
    if (request.is404) return otherwise.call(this, request, reply, done)
    done()
  })
}
