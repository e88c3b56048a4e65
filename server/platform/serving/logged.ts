import type { FastifyRequest } from 'fastify'

/**
 * What the log says of a request. Codes and ids in an address can be as good as money or a key, so of the address it has
 * the route's pattern and the business, never what was called.
 */
export function loggedRequest(request: FastifyRequest) {
  const { id, method, ip, is404, routeOptions } = request
  const pattern = is404 ? undefined : routeOptions.url
  return {
    requestId: id,
    method,
    path: pattern === undefined ? firstWord(request.url) : patternOf(pattern),
    ...businessOf(request),
    address: ip,
  }
}

/** A route's address as the contract writes it: '/path/{name}'. */
export function patternOf(routeUrl: string): string {
  return routeUrl.replaceAll(/:(\w+)/g, '{$1}')
}

/** Of an address without a route, a page's for one: the word it begins with, if it is one. */
function firstWord(url: string): string {
  const [path = ''] = url.split('?')
  const word = /^\/[a-z.-]{0,20}(?=$|[/%])/.exec(path)?.[0] ?? ''
  return word === path ? path : `${word}/…`
}

const businessId = /^[a-z0-9][a-z0-9-]{1,62}$/

function businessOf({ params }: FastifyRequest): { businessId?: string } {
  const { businessId: named } = (params ?? {}) as { businessId?: string }
  return named !== undefined && businessId.test(named) ? { businessId: named } : {}
}

// What helps to find a fault, and tells nothing of what was sent. PostgreSQL's details quote whole rows.
const tellingFields = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

type Fault = Error & Partial<Record<(typeof tellingFields)[number], unknown>>

type LoggedError = { type: string; message: string; stack: string; [field: string]: unknown }

/** What the log says of an error: what and where it is, without the values that PostgreSQL and Fastify quote. */
export function loggedError(thrown: unknown): LoggedError {
  const error: Fault = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack = '', cause } = error
  return {
    type: name,
    message: withoutValues(message),
    stack: withoutValues(stack),
    ...Object.fromEntries(tellingFields.flatMap((field) => (error[field] ? [[field, error[field]]] : []))),
    ...(cause instanceof Error && { cause: loggedError(cause) }),
  }
}

// invalid input syntax for type uuid: "…"; Reply was already sent … in "/path"
function withoutValues(text: string): string {
  return text.replaceAll(/(: |in )"[^"]*"/g, '$1"…"')
}
