import { afterEach, expect, test, vi } from 'vitest'
import { databaseOf } from './device.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a device without room says so, and nobody waits for it', async () => {
  const transaction = Object.assign(new EventTarget(), { error: null, objectStore: () => ({}) })
  const database = Object.assign(new EventTarget(), { transaction: () => transaction })
  const request = Object.assign(new EventTarget(), { result: database })
  vi.stubGlobal('indexedDB', { open: () => request })
  const within = databaseOf<'doors'>('test', () => undefined)
  const kept = within('doors', () => {
    queueMicrotask(() => transaction.dispatchEvent(new Event('abort')))
    return {} as IDBRequest<number>
  })
  request.dispatchEvent(new Event('success'))
  await expect(kept).rejects.toThrow('The device could not keep it.')
})

/** A browser whose database opens, or doesn't, as the test says. */
function browser() {
  const openings: (EventTarget & { result: EventTarget })[] = []
  const transaction = () => {
    const begun = Object.assign(new EventTarget(), { objectStore: () => ({}) })
    queueMicrotask(() => begun.dispatchEvent(new Event('complete')))
    return begun
  }
  const open = () => {
    const database = Object.assign(new EventTarget(), { transaction })
    const request = Object.assign(new EventTarget(), { result: database })
    openings.push(request)
    return request
  }
  vi.stubGlobal('indexedDB', { open })
  const within = databaseOf<'doors'>('test', () => undefined)
  const work = () => within('doors', () => ({ result: 1 }) as IDBRequest<number>)
  return { openings, work }
}

test('a database that could not be opened is tried again by the next who needs it', async () => {
  const { openings, work } = browser()
  const first = work()
  openings[0]!.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('This browser keeps nothing for the door.')
  const second = work()
  openings[1]!.dispatchEvent(new Event('success'))
  expect(await second).toBe(1)
})

test('one that the browser has closed is opened anew', async () => {
  const { openings, work } = browser()
  const first = work()
  openings[0]!.dispatchEvent(new Event('success'))
  await first
  await work()
  expect(openings).toHaveLength(1)
  openings[0]!.result.dispatchEvent(new Event('close'))
  const next = work()
  expect(openings).toHaveLength(2)
  openings[1]!.dispatchEvent(new Event('success'))
  expect(await next).toBe(1)
})
