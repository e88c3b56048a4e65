import type { CodeKey } from '#contract/values/code-hash.ts'
import type { Door, DoorNow, NewScan, ScanAnswer, ScanResult } from '#contract/events/event-scans.ts'
import { databaseOf } from '#door/device.ts'
import { visitorStorage, type VisitorStorage } from '#door/visitors/waiting.ts'
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
  /** How far the server's clock is ahead of the device's; missing where it was never measured. */
  readonly skewMs?: number
  /** How many were in, when the server last said; missing until it did. */
  readonly now?: DoorNow | null
  /** How it is set; missing where a former version kept it. */
  readonly direction?: NewScan['Direction']
  readonly sessionId?: string | null
}

/** Something the server has yet to be told. They are told in the order of their places. */
export type Waiting = { readonly place?: number; readonly key: string } & (
  | { readonly kind: 'scan'; readonly scan: NewScan }
  | { readonly kind: 'undo'; readonly scanId: string; readonly reason?: string }
)

/** A scan that was made on this device, with what was said of it. */
export type LoggedScan = ScanAnswer & {
  readonly key: string
  /** Who it was: their id where that is known, else the hash of the code that they came with. */
  readonly memberId: string | null
  readonly isWaiting: boolean
  /** The session that the door was set to, if to one. */
  readonly sessionId?: string | null
}

/** What a device keeps for its doors. */
export type DoorStorage = VisitorStorage & {
  readDoor(key: string): Promise<KeptDoor | undefined>
  keepDoor(door: KeptDoor): Promise<unknown>
  forgetDoor(key: string): Promise<unknown>
  listDoors(): Promise<KeptDoor[]>
  keepPart(part: KeptPart): Promise<unknown>
  listParts(key: string): Promise<KeptPart[]>
  forgetParts(key: string, except: ReadonlySet<string>): Promise<void>
  /** Answers with its place. */
  addWaiting(waiting: Waiting): Promise<number>
  /** Writes down what this device decided of a scan; false if that waits no more. */
  decideWaiting(place: number, decided: ScanResult): Promise<boolean>
  /** Lets go of what was handed in, unless this device has decided of it since, and told somebody what the server doesn't know. */
  removeWaiting(place: number, decidedAs?: ScanResult): Promise<unknown>
  /** In the order of their places. */
  listWaiting(key: string): Promise<(Waiting & { place: number })[]>
  keepScan(scan: LoggedScan): Promise<unknown>
  /** The latest first. */
  listScans(key: string): Promise<LoggedScan[]>
  forgetScans(key: string): Promise<void>
  /** The doors of which there is any scan that waits, and anything that was scanned. */
  listKeys(): Promise<{ waiting: ReadonlySet<string>; scans: ReadonlySet<string> }>
}

type QueuedRow = Waiting & { place: number }

const within = databaseOf<'doors' | 'waiting' | 'scans'>('hub-door', (database) => {
  database.createObjectStore('doors', { keyPath: 'key' })
  database.createObjectStore('waiting', { keyPath: 'place', autoIncrement: true })
  database.createObjectStore('scans', { keyPath: ['key', 'ScanId'] }).createIndex('key', 'key')
})

/** Does something with what waits at a place, if it still does. In one go: another tab may be about to hand it in, or has. */
const withWaiting = (place: number, work: (store: IDBObjectStore, found: QueuedRow) => unknown) =>
  within<QueuedRow | undefined>('waiting', (store) => {
    const reading: IDBRequest<QueuedRow | undefined> = store.get(place)
    reading.addEventListener('success', () => reading.result && work(store, reading.result))
    return reading
  })

/** What this device keeps, in its browser. */
export const deviceStorage: DoorStorage = {
  ...partStorage,
  ...visitorStorage,
  readDoor: (key) => within<KeptDoor | undefined>('doors', (store) => store.get(key)),
  keepDoor: (door) => within('doors', (store) => store.put(door)),
  forgetDoor: (key) => within('doors', (store) => store.delete(key)),
  listDoors: () => within<KeptDoor[]>('doors', (store) => store.getAll()),
  addWaiting: async (waiting) => Number(await within('waiting', (store) => store.add(waiting))),
  decideWaiting: async (place, DecidedAs) =>
    !!(await withWaiting(
      place,
      (store, found) => found.kind === 'scan' && store.put({ ...found, scan: { ...found.scan, DecidedAs } }),
    )),
  removeWaiting: (place, decidedAs) =>
    withWaiting(
      place,
      (store, found) => (found.kind === 'undo' || found.scan.DecidedAs === decidedAs) && store.delete(place),
    ),
  async listWaiting(key) {
    const all = await within<(Waiting & { place: number })[]>('waiting', (store) => store.getAll())
    return all.filter((each) => each.key === key)
  },
  keepScan: (scan) => within('scans', (store) => store.put(scan)),
  async listScans(key) {
    const all = await within<LoggedScan[]>('scans', (store) => store.index('key').getAll(key))
    return all.toSorted((a, b) => (a.ScannedAt < b.ScannedAt ? 1 : -1))
  },
  async forgetScans(key) {
    await within('scans', (store) => store.delete(IDBKeyRange.bound([key, ''], [key, []])))
  },
  async listKeys() {
    const waiting = await within<QueuedRow[]>('waiting', (store) => store.getAll())
    const scans = await within('scans', (store) => store.getAllKeys())
    return {
      waiting: new Set(waiting.map(({ key }) => key)),
      scans: new Set((scans as [string, string][]).map(([key]) => key)),
    }
  },
}
