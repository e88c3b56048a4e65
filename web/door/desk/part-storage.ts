/** A part of the list of a door, as it came. */
export type KeptPart = { readonly key: string; readonly part: string; readonly text: string }

let opened: Promise<IDBDatabase> | null = null

// A database of its own: a tab with the page of a former version would hold up a change of the other's shape.
const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('hub-door-list', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('parts', { keyPath: ['key', 'part'] }).createIndex('key', 'key')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('This browser keeps nothing for the door.')))
  })

/** Does something with the parts; resolves once it is on the device. */
async function within<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  opened ??= open()
  const database = await opened
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('parts', mode)
    const request = work(transaction.objectStore('parts'))
    transaction.addEventListener('complete', () => resolve(request.result))
    const fail = () => reject(transaction.error ?? new Error('The device could not keep it.'))
    transaction.addEventListener('error', fail)
    // A device without room gives up on all of it.
    transaction.addEventListener('abort', fail)
  })
}

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
