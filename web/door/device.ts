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
  let opened: Promise<IDBDatabase> | null = null
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () => shape(request.result))
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('This browser keeps nothing for the door.')))
    })
  return async (store, work) => {
    opened ??= open()
    const database = await opened
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
      const request = work(transaction.objectStore(store))
      transaction.addEventListener('complete', () => resolve(request.result))
      const fail = () => reject(transaction.error ?? new Error('The device could not keep it.'))
      transaction.addEventListener('error', fail)
      // A device without room gives up on all of it, and tells of no error then.
      transaction.addEventListener('abort', fail)
    })
  }
}
