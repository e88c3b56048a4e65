import type { VisitorStorage, WaitingVisit } from '#door/visitors/waiting.ts'
import type { KeptPart } from './part-storage.ts'
import type { DoorStorage, KeptDoor, LoggedScan, Waiting } from './storage.ts'

/** What a device would keep, for as long as the page is open: of one that keeps nothing, and in tests. */
export function createMemoryStorage(): DoorStorage {
  const doors = new Map<string, KeptDoor>()
  const waiting = new Map<number, Waiting>()
  const scans = new Map<string, LoggedScan>()
  const parts = new Map<string, KeptPart>()
  let places = 0
  return {
    ...createVisitorMemory(),
    readDoor: async (key) => doors.get(key),
    keepDoor: async (door) => doors.set(door.key, door),
    forgetDoor: async (key) => doors.delete(key),
    listDoors: async () => [...doors.values()],
    keepPart: async (each) => parts.set(`${each.key} ${each.part}`, each),
    listParts: async (key) => [...parts.values()].filter((each) => each.key === key),
    forgetParts: async (key, except) => {
      for (const [name, each] of parts) if (each.key === key && !except.has(each.part)) parts.delete(name)
    },
    addWaiting: async (each) => {
      waiting.set(++places, structuredClone(each))
      return places
    },
    decideWaiting: async (place, DecidedAs) => {
      const found = waiting.get(place)
      if (found?.kind === 'scan') waiting.set(place, { ...found, scan: { ...found.scan, DecidedAs } })
      return found !== undefined
    },
    removeWaiting: async (place, decidedAs) => {
      const found = waiting.get(place)
      if (found?.kind === 'undo' || found?.scan.DecidedAs === decidedAs) waiting.delete(place)
    },
    listWaiting: async (key) =>
      [...waiting].map(([place, each]) => ({ ...each, place })).filter((each) => each.key === key),
    keepScan: async (scan) => scans.set(`${scan.key} ${scan.ScanId}`, structuredClone(scan)),
    listScans: async (key) =>
      [...scans.values()]
        .filter((scan) => scan.key === key)
        .toSorted((a, b) => (a.ScannedAt < b.ScannedAt ? 1 : -1)),
    forgetScans: async (key) => {
      for (const [name, scan] of scans) if (scan.key === key) scans.delete(name)
    },
    listKeys: async () => ({
      waiting: new Set([...waiting.values()].map(({ key }) => key)),
      scans: new Set([...scans.values()].map(({ key }) => key)),
    }),
  }
}

function createVisitorMemory(): VisitorStorage {
  const visits = new Map<string, WaitingVisit>()
  const desks = new Map<string, Parameters<VisitorStorage['keepDesk']>[0]>()
  return {
    keepVisit: async (each) => visits.set(each.VisitId, each),
    removeVisit: async (id) => visits.delete(id),
    listVisits: async () => [...visits.values()],
    keepDesk: async (kept) => desks.set(kept.key, kept),
    readDesk: async (key) => desks.get(key),
  }
}
