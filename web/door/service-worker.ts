/** Keeps what the door is made of, so that it opens without a connection. It touches no call of the API. */

type Lifetime = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Lifetime & { request: Request; respondWith(answer: Promise<Response>): void }
type Worker = {
  addEventListener(type: 'install' | 'activate', listener: (event: Lifetime) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: Lifetime & { data: unknown }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  location: Location
}

const worker = self as unknown as Worker
const cacheName = 'door'

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

// The page tells what it was loaded from before this worker was there to see it.
worker.addEventListener('message', (event) => {
  const urls = (event.data as { keep?: string[] }).keep ?? []
  event.waitUntil(keepAll(urls))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(newestPage(request, url.pathname))
  else if (/^\/(assets|door)\//.test(url.pathname)) event.respondWith(keptAsset(request))
})

async function keepAll(urls: string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    urls.map(async (url) => {
      if (!(await cache.match(url))) await cache.add(url).catch(() => undefined)
    }),
  )
}

/** The page as it is now, or as it last was. Every event has the same page, so any kept one will do. */
async function newestPage(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put('/scan/page', response.clone())
    return response
  } catch {
    return (await cache.match('/scan/page')) ?? (await cache.match(path)) ?? Response.error()
  }
}

/** Names of assets change with their content: a kept one is never out of date. */
async function keptAsset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}
