import type { CodeKey } from '#contract/values/code-hash.ts'
import type { Door, NewScan, ScanAnswer } from '#contract/events/event-scans.ts'
import { partStorage, type KeptPart } from './part-storage.ts'

/** What the device keeps of a door: enough to go on without a connection, also after the page was closed. */
export type KeptDoor = {
  /** Business and event, as `keyOf` writes them. */
  readonly key: string
  readonly door: Door
  /** Since when the list was as its parts say; null until it was whole. */
  readonly listedAt: number | null
  /** What the codes in the list are hashed with, which the browser lets nobody read: copied from the device the list is mute. */
  readonly codeKey: CodeKey | null
}

/** Something the server has yet to be told. They are told in the order of their places. */
export type Waiting = { readonly place?: number; readonly key: string } & (
  | { readonly kind: 'scan'; readonly scan: NewScan }
  | { readonly kind: 'undo'; readonly scanId: string }
)

/** A scan that was made on this device, with what was said of it. */
export type LoggedScan = ScanAnswer & {
  readonly key: string
  /** Who it was, where the list knows. */
  readonly memberId: string | null
  readonly isWaiting: boolean
}

/** What a device keeps for its doors. */
export type DoorStorage = {
  readDoor(key: string): Promise<KeptDoor | undefined>
  keepDoor(door: KeptDoor): Promise<unknown>
  forgetDoor(key: string): Promise<unknown>
  listDoors(): Promise<KeptDoor[]>
  keepPart(part: KeptPart): Promise<unknown>
  listParts(key: string): Promise<KeptPart[]>
  forgetParts(key: string, except: ReadonlySet<string>): Promise<void>
  addWaiting(waiting: Waiting): Promise<unknown>
  removeWaiting(place: number): Promise<unknown>
  /** In the order of their places. */
  listWaiting(key: string): Promise<(Waiting & { place: number })[]>
  keepScan(scan: LoggedScan): Promise<unknown>
  /** The latest first. */
  listScans(key: string): Promise<LoggedScan[]>
}

let opened: Promise<IDBDatabase> | null = null

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('hub-door', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('doors', { keyPath: 'key' })
      request.result.createObjectStore('waiting', { keyPath: 'place', autoIncrement: true })
      request.result.createObjectStore('scans', { keyPath: ['key', 'ScanId'] }).createIndex('key', 'key')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('This browser keeps nothing for the door.')))
  })

type Store = 'doors' | 'waiting' | 'scans'

/** Does one thing with a store; resolves once it is safely on the device. */
async function within<Result>(
  store: Store,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  opened ??= open()
  const database = await opened
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
    const request = work(transaction.objectStore(store))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('error', () =>
      reject(transaction.error ?? new Error('The device could not keep it.')),
    )
  })
}

/** What this device keeps, in its browser. */
export const deviceStorage: DoorStorage = {
  ...partStorage,
  readDoor: (key) => within<KeptDoor | undefined>('doors', (store) => store.get(key)),
  keepDoor: (door) => within('doors', (store) => store.put(door)),
  forgetDoor: (key) => within('doors', (store) => store.delete(key)),
  listDoors: () => within<KeptDoor[]>('doors', (store) => store.getAll()),
  addWaiting: (waiting) => within('waiting', (store) => store.add(waiting)),
  removeWaiting: (place) => within('waiting', (store) => store.delete(place)),
  async listWaiting(key) {
    const all = await within<(Waiting & { place: number })[]>('waiting', (store) => store.getAll())
    return all.filter((each) => each.key === key)
  },
  keepScan: (scan) => within('scans', (store) => store.put(scan)),
  async listScans(key) {
    const all = await within<LoggedScan[]>('scans', (store) => store.index('key').getAll(key))
    return all.toSorted((a, b) => (a.ScannedAt < b.ScannedAt ? 1 : -1))
  },
}
