import { afterEach, expect, test, vi } from 'vitest'
import { keepAwake } from './wake-lock.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A page that can be hidden, in a browser that lets go of the screen then. */
function pageOf(answer: () => Promise<{ release: () => Promise<void> }>) {
  const page = Object.assign(new EventTarget(), { hidden: false })
  const request = vi.fn<typeof answer>(answer)
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { wakeLock: { request } })
  const turn = (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { request, turn }
}

test('the screen is kept on anew when the page is seen again after it was hidden, and let go with it', async () => {
  const release = vi.fn<() => Promise<void>>(async () => undefined)
  const { request, turn } = pageOf(async () => ({ release }))
  const leave = keepAwake()
  expect(request).toHaveBeenCalledTimes(1)
  turn(true)
  expect(request).toHaveBeenCalledTimes(1)
  turn(false)
  expect(request).toHaveBeenCalledTimes(2)
  leave?.()
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(2))
  turn(false)
  expect(request).toHaveBeenCalledTimes(2)
})

test('a browser that says no is asked again the next time', async () => {
  const { request, turn } = pageOf(async () => Promise.reject(new Error('The battery is low.')))
  keepAwake()
  turn(true)
  turn(false)
  expect(request).toHaveBeenCalledTimes(2)
})

test('and one that knows nothing of it is left alone', () => {
  vi.stubGlobal('navigator', {})
  expect(keepAwake()).toBeUndefined()
})
