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
  event.waitUntil(keepLoaded(page, loaded.filter(isKept)))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(newestPage(event, url.pathname))
  else if (isKept(url.pathname)) event.respondWith(keptAsset(event))
})

/** True for what never changes at its address: built files, the door's own, and pictures. */
function isKept(path: string): boolean {
  return /^\/(assets|door|api\/files)\//.test(path)
}

async function keepLoaded(page: string, loaded: string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  await keepAll(cache, loaded)
  if (await cache.match(page)) return
  await fetch(page).then(
    (response) => keepWhole(cache, page, response),
    () => undefined,
  )
}

/** Whether all of it is there in the end. */
async function keepAll(cache: Cache, urls: string[]): Promise<boolean> {
  const kept = await Promise.all(
    urls.map(async (url) => {
      if (await cache.match(url)) return true
      return fetch(url).then(
        (response) => keep(cache, url, response),
        () => false,
      )
    }),
  )
  return kept.every(Boolean)
}

/**
 * Keeps a page once all is there that it names: after a release, the one before is whole, and the new one without its files
 * would be a blank screen.
 */
async function keepWhole(cache: Cache, name: string, response: Response): Promise<void> {
  if (!isHubsOwn(response)) return
  const page = response.clone()
  const named = (await page.clone().text()).matchAll(/ (?:src|href)="(\/assets\/[^"]+)"/g)
  if (
    await keepAll(
      cache,
      Array.from(named, ([, url = '']) => url),
    )
  )
    await keep(cache, name, page)
}

/**
 * Keeps what Hub itself sends, and tells whether it did: the sign-in page of a Wi-Fi that answers in its place would stand
 * there for good. Where there is no room for it the page goes on without.
 */
async function keep(cache: Cache, name: string, response: Response): Promise<boolean> {
  if (!isHubsOwn(response)) return false
  return cache.put(name, response.clone()).then(
    () => true,
    () => false,
  )
}

const isHubsOwn = (response: Response) => response.ok && isHubsAnswer(response)

/**
 * The page as it is now, or as it last was. Every event and every pass has the same page, so any kept one will do. What
 * somebody else answers, also that one has to go elsewhere first, is shown to those alone who have none.
 */
async function newestPage(event: Fetching, path: string): Promise<Response> {
  const cache = await caches.open(cacheName)
  const name = `/${path.split('/')[1]}/page`
  const kept = (await cache.match(name)) ?? (await cache.match(path))
  const asking = fetch(event.request).catch(() => Response.error())
  // One that comes too late to be shown is kept, and shown the next time.
  event.waitUntil(asking.then((response) => keepWhole(cache, name, response)))
  if (!kept) return asking
  const response = await Promise.race([asking, inVain()])
  return isHubsOwn(response) ? response : kept
}

// A Wi-Fi that takes a question and never answers it is as good as none. Whoever has no page waits all the same.
const patienceMs = 4_000

function inVain(): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(Response.error()), patienceMs))
}

/**
 * Names of assets change with their content: a kept one is never out of date. Others are asked for by their address and
 * not with the page's own request, which ends with the page: who leaves early has them the next time.
 */
async function keptAsset(event: Fetching): Promise<Response> {
  const { url } = event.request
  const cache = await caches.open(cacheName)
  const kept = await cache.match(url)
  if (kept) return kept
  const response = await fetch(url)
  event.waitUntil(keep(cache, url, response))
  return response
}
