import { storeOf } from '#door/device.ts'

/** A part of the list of a door, as it came. */
export type KeptPart = { readonly key: string; readonly part: string; readonly text: string }

// A database of its own: a tab with the page of a former version would hold up a change of the other's shape.
const inStore = storeOf('hub-door-list', (database) =>
  database.createObjectStore('parts', { keyPath: ['key', 'part'] }).createIndex('key', 'key'),
)
// A part that is lost with the device's power comes again: it need not be waited for.
const within = <Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Result>) =>
  inStore('parts', mode, work)

/** What this device keeps of lists, in its browser. */
export const partStorage = {
  keepPart: (part: KeptPart): Promise<unknown> => within('readwrite', (store) => store.put(part)),
  listParts: (key: string): Promise<KeptPart[]> =>
    within<KeptPart[]>('readonly', (store) => store.index('key').getAll(key)),
  async forgetParts(key: string, except: ReadonlySet<string>): Promise<void> {
    const keys = await within('readonly', (store) => store.index('key').getAllKeys(key))
    for (const [, part] of keys as [string, string][])
      if (!except.has(part)) await within('readwrite', (store) => store.delete([key, part]))
  },
}
