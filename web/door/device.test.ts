import { afterEach, expect, test, vi } from 'vitest'
import { databaseOf } from './device.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a device without room says so, and nobody waits for it', async () => {
  const transaction = Object.assign(new EventTarget(), { error: null, objectStore: () => ({}) })
  const request = Object.assign(new EventTarget(), { result: { transaction: () => transaction } })
  vi.stubGlobal('indexedDB', { open: () => request })
  const within = databaseOf<'doors'>('test', () => undefined)
  const kept = within('doors', () => {
    queueMicrotask(() => transaction.dispatchEvent(new Event('abort')))
    return {} as IDBRequest<number>
  })
  request.dispatchEvent(new Event('success'))
  await expect(kept).rejects.toThrow('The device could not keep it.')
})
