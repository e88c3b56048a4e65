import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerMark } from '#contract/answer-mark.ts'

type Listener = (event: object) => void

const origin = 'https://hub.example'
const door = `${origin}/scan/harbourside/event-1`
const asset = `${origin}/assets/decoder.wasm`
const listeners = new Map<string, Listener>()
const kept = new Map<string, Response>()
const nameOf = (key: string) => new URL(key, origin).href
const cache = {
  match: async (key: string) => kept.get(nameOf(key))?.clone(),
  put: async (key: string, response: Response) => void kept.set(nameOf(key), response),
}
const fetching = vi.fn<(asked: { url: string } | string) => Promise<Response>>()
const hubs = (text: string) => new Response(text, { headers: { [answerMark.name]: answerMark.value } })

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  kept.clear()
  const addEventListener = (type: string, listener: Listener) => void listeners.set(type, listener)
  vi.stubGlobal('self', { addEventListener, location: { origin } })
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', fetching)
  await import('./service-worker.ts')
})

afterEach(() => {
  fetching.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page or a file is asked for: what the browser is given, and all that the worker stays awake for. */
function ask(request: { url: string; mode: string }) {
  const work: Promise<unknown>[] = []
  let answer: Promise<Response> | undefined
  listeners.get('fetch')!({
    request: { method: 'GET', ...request },
    respondWith: (given: Promise<Response>) => void (answer = given),
    waitUntil: (until: Promise<unknown>) => void work.push(until),
  })
  return { text: async () => (await answer!).text(), done: () => Promise.all(work) }
}

test('a page that comes too late to be shown is kept, and shown the next time', async () => {
  kept.set(`${origin}/scan/page`, hubs('former'))
  const late = Promise.withResolvers<Response>()
  fetching.mockReturnValueOnce(late.promise)
  const first = ask({ url: door, mode: 'navigate' })
  const shown = first.text()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await shown).toBe('former')
  late.resolve(hubs('newer'))
  await vi.runAllTimersAsync()
  await first.done()

  fetching.mockRejectedValueOnce(new TypeError('no connection'))
  expect(await ask({ url: door, mode: 'navigate' }).text()).toBe('newer')
})

const withScript = '<script type="module" crossorigin src="/assets/new.js"></script>'

/** After a release: the page comes, and its script does or doesn't. */
async function openNewer(script: () => Promise<Response>) {
  kept.set(`${origin}/scan/page`, hubs('former'))
  fetching.mockImplementation((asked) =>
    asked === '/assets/new.js' ? script() : Promise.resolve(hubs(withScript)),
  )
  const opened = ask({ url: door, mode: 'navigate' })
  expect(await opened.text()).toBe(withScript)
  await opened.done()
  fetching.mockRejectedValue(new TypeError('no connection'))
}

test('a new page is kept with all that it names, or not at all', async () => {
  await openNewer(() => Promise.reject(new TypeError('too slow')))
  expect(await ask({ url: door, mode: 'navigate' }).text()).toBe('former')

  await openNewer(async () => hubs('script'))
  expect(await ask({ url: door, mode: 'navigate' }).text()).toBe(withScript)
  expect(await ask({ url: `${origin}/assets/new.js`, mode: 'cors' }).text()).toBe('script')
})

test('what a Wi-Fi answers for its script makes no page whole', async () => {
  await openNewer(async () => new Response('Welcome to our Wi-Fi'))
  expect(await ask({ url: door, mode: 'navigate' }).text()).toBe('former')
})

test('what somebody else answers too late is not kept', async () => {
  kept.set(`${origin}/scan/page`, hubs('former'))
  fetching.mockResolvedValueOnce(new Response('Welcome to our Wi-Fi'))
  const asked = ask({ url: door, mode: 'navigate' })
  expect(await asked.text()).toBe('former')
  await asked.done()
  expect(await (await cache.match('/scan/page'))!.text()).toBe('former')
})

test('a file is asked for by its address, so that it is kept though its page has gone', async () => {
  fetching.mockResolvedValueOnce(hubs('decoder'))
  const asked = ask({ url: asset, mode: 'cors' })
  expect(await asked.text()).toBe('decoder')
  expect(fetching).toHaveBeenLastCalledWith(asset)
  await asked.done()
  expect(await ask({ url: asset, mode: 'cors' }).text()).toBe('decoder')
})

test('a device without room shows the page all the same', async () => {
  const put = vi.spyOn(cache, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  fetching.mockResolvedValueOnce(hubs('page'))
  const asked = ask({ url: door, mode: 'navigate' })
  expect(await asked.text()).toBe('page')
  await asked.done()
  put.mockRestore()
})
