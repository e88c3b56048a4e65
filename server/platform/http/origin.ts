import type { FastifyRequest } from 'fastify'
import type { Origin } from '#platform/call'

/** Where people reach us, and what the settings say of it. */
export type Site = {
  /** Links in messages lead there, whatever host a caller names. */
  readonly publicUrl: () => string
  /** Links to further pages lead there, too, if the settings name it: otherwise where the call came. */
  readonly namedUrl?: string | undefined
}

type Surroundings = { readonly site: Site; readonly seal: (text: string) => string }

/** Where a request came from. */
export function originOf({ site, seal }: Surroundings, request: FastifyRequest): Origin {
  return {
    seal,
    requestId: request.id,
    address: request.ip,
    url: () => calledUrl(site, request),
    publicUrl: site.publicUrl,
  }
}

/** A caller may write any host, in the address as well, even one that is none: then it is ours. */
function calledUrl({ publicUrl, namedUrl }: Site, request: FastifyRequest): URL {
  const path = request.url.replace(/^\w+:\/\/[^/]*/, '')
  const url = URL.parse(path, namedUrl ?? `${request.protocol}://${request.host}`)
  return url && ['http:', 'https:'].includes(url.protocol) ? url : new URL(path, publicUrl())
}
