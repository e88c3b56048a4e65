/** Does one thing with a store of a database; resolves once it is safely on the device. */
export type Within<Store extends string> = <Result>(
  store: Store,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
) => Promise<Result>

/** A database of this device, opened when it is first needed. */
export function databaseOf<Store extends string>(
  name: string,
  shape: (database: IDBDatabase) => unknown,
): Within<Store> {
  const within = storeOf(name, shape)
  return (store, work) => within(store, 'readwrite', work, { durability: 'strict' })
}

/** The same, by one who says how careful to be with it. */
export function storeOf(name: string, shape: (database: IDBDatabase) => unknown) {
  let opened: Promise<IDBDatabase> | null = null
  // The next one tries anew: a browser may refuse once, or close what was open to make room.
  const forget = () => (opened = null)
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () => shape(request.result))
      request.addEventListener('success', () => {
        request.result.addEventListener('close', forget)
        resolve(request.result)
      })
      request.addEventListener('error', () => reject(new Error('This browser keeps nothing for the door.')))
    })
  const start = (transaction: () => IDBTransaction) => {
    try {
      return transaction()
    } catch (error) {
      forget()
      throw error
    }
  }
  return async <Result>(
    store: string,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
    options?: IDBTransactionOptions,
  ): Promise<Result> => {
    opened ??= open().catch((error: unknown) => {
      forget()
      throw error
    })
    const database = await opened
    const transaction = start(() => database.transaction(store, mode, options))
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(store))
      transaction.addEventListener('complete', () => resolve(request.result))
      const fail = () => reject(transaction.error ?? new Error('The device could not keep it.'))
      transaction.addEventListener('error', fail)
      // A device without room gives up on all of it, and tells of no error then.
      transaction.addEventListener('abort', fail)
    })
  }
}
