import type { answerMark } from '#contract/answer-mark.ts'

/**
 * Keeps what a page is made of, so that it opens without a connection: the door's, or that of a pass. Of the API it
 * touches pictures alone, whose addresses change with them.
 */

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
const cacheName = 'pages'
// Written out, as a worker is one file and loads no other; its type keeps it the same as the contract's.
const mark: typeof answerMark = { name: 'hub-answer', value: '1' }
const isHubsAnswer = ({ headers }: Response) => headers.get(mark.name) === mark.value

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

// The page tells what it was loaded from before this worker was there to see it.
worker.addEventListener('message', (event) => {
  const { page, loaded } = event.data as { page: string; loaded: string[] }
  event.waitUntil(keepAll([page, ...loaded.filter(isKept)]))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(newestPage(request, url.pathname))
  else if (isKept(url.pathname)) event.respondWith(keptAsset(request))
})

/** True for what never changes at its address: built files, the door's own, and pictures. */
function isKept(path: string): boolean {
  return /^\/(assets|door|api\/files)\//.test(path)
}

async function keepAll(urls: string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    urls.map(async (url) => {
      if (!(await cache.match(url))) await keep(cache, url).catch(() => undefined)
    }),
  )
}

/** Keeps what Hub itself sends: the sign-in page of a Wi-Fi that answers in its place would stand there for good. */
async function keep(cache: Cache, url: string): Promise<void> {
  const response = await fetch(url)
  if (response.ok && isHubsAnswer(response)) await cache.put(url, response)
}

/**
 * The page as it is now, or as it last was. Every event and every pass has the same page, so any kept one will do. What
 * somebody else answers, also that one has to go elsewhere first, is shown to those alone who have none.
 */
async function newestPage(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  const name = `/${path.split('/')[1]}/page`
  const kept = (await cache.match(name)) ?? (await cache.match(path))
  const asking = fetch(request).catch(() => Response.error())
  const response = await (kept ? Promise.race([asking, inVain()]) : asking)
  if (!response.ok || !isHubsAnswer(response)) return kept ?? response
  await cache.put(name, response.clone())
  return response
}

// A Wi-Fi that takes a question and never answers it is as good as none. Whoever has no page waits all the same.
const patienceMs = 4_000

function inVain(): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(Response.error()), patienceMs))
}

/** Names of assets change with their content: a kept one is never out of date. */
async function keptAsset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && isHubsAnswer(response)) await cache.put(request, response.clone())
  return response
}
