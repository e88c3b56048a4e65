import type { NewVisit, VisitorDesk } from '#contract/visitors/visitor-desk.ts'
import { databaseOf } from '#door/device.ts'

/** An entry that the server has yet to be told, as it is sent but for the time of sending. */
export type WaitingVisit = {
  readonly VisitId: string
  /** Business and event, as the desk names them. */
  readonly key: string
  readonly visit: NewVisit
  /** What the server said against it: it stays, so that somebody can write it down elsewhere. */
  readonly refusal: string | null
}

/** The rules of a door's business, as the server last had them. */
type KeptDesk = { readonly key: string; readonly desk: VisitorDesk }

// Of its own: what the door keeps has versions that go up by themselves.
const within = databaseOf<'waiting' | 'desks'>('hub-visitors', (database) => {
  database.createObjectStore('waiting', { keyPath: 'VisitId' })
  database.createObjectStore('desks', { keyPath: 'key' })
})

/** What a device keeps of visitors. */
export type VisitorStorage = {
  keepVisit(waiting: WaitingVisit): Promise<unknown>
  removeVisit(visitId: string): Promise<unknown>
  /** Those of all doors, the oldest first. */
  listVisits(): Promise<WaitingVisit[]>
  keepDesk(kept: KeptDesk): Promise<unknown>
  readDesk(key: string): Promise<KeptDesk | undefined>
}

/** The same in its browser. */
export const visitorStorage: VisitorStorage = {
  keepVisit: (waiting) => within('waiting', (store) => store.put(waiting)),
  removeVisit: (visitId) => within('waiting', (store) => store.delete(visitId)),
  async listVisits() {
    const all = await within<WaitingVisit[]>('waiting', (store) => store.getAll())
    return all.toSorted((one, other) => (one.visit.SignedAt < other.visit.SignedAt ? -1 : 1))
  },
  keepDesk: (kept) => within('desks', (store) => store.put(kept)),
  readDesk: (key) => within<KeptDesk | undefined>('desks', (store) => store.get(key)),
}
