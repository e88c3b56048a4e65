import type { KeptPart } from './part-storage.ts'
import type { DoorStorage, KeptDoor, LoggedScan, Waiting } from './storage.ts'

/** What a device would keep, for as long as a test runs. */
export function createMemoryStorage(): DoorStorage {
  const doors = new Map<string, KeptDoor>()
  const waiting = new Map<number, Waiting>()
  const scans = new Map<string, LoggedScan>()
  const parts = new Map<string, KeptPart>()
  let places = 0
  return {
    readDoor: async (key) => doors.get(key),
    keepDoor: async (door) => doors.set(door.key, door),
    forgetDoor: async (key) => doors.delete(key),
    listDoors: async () => [...doors.values()],
    keepPart: async (each) => parts.set(`${each.key} ${each.part}`, each),
    listParts: async (key) => [...parts.values()].filter((each) => each.key === key),
    forgetParts: async (key, except) => {
      for (const [name, each] of parts) if (each.key === key && !except.has(each.part)) parts.delete(name)
    },
    addWaiting: async (each) => waiting.set(++places, structuredClone(each)),
    removeWaiting: async (place) => waiting.delete(place),
    listWaiting: async (key) =>
      [...waiting].map(([place, each]) => ({ ...each, place })).filter((each) => each.key === key),
    keepScan: async (scan) => scans.set(`${scan.key} ${scan.ScanId}`, structuredClone(scan)),
    listScans: async (key) =>
      [...scans.values()]
        .filter((scan) => scan.key === key)
        .toSorted((a, b) => (a.ScannedAt < b.ScannedAt ? 1 : -1)),
  }
}
