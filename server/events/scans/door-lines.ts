import { createLines } from '#platform/concurrency'
import type { Transaction } from '#platform/database'
import { type Admitted, admit, dayOf, type Door } from './admit.ts'
import type { DatedScan } from './dated-scans.ts'

/** Where live scans of the same kind wait while another of them is written down, to be so together. */
export type DoorLines = ReturnType<typeof createDoorLines>

export const createDoorLines = () => createLines<DatedScan, Admitted | null>()

/**
 * Admits a scan, with all others of its kind that have come while the one before was written down: in a rush most of what a
 * scan costs the database is the same for one and for ten. Only for a transaction that has said nothing yet: what it says for others
 * is committed at once.
 */
export function admitInLine(
  tx: Transaction,
  lines: DoorLines,
  door: Door,
  scan: DatedScan,
): Promise<Admitted | null> {
  const { who, event, occasion } = door
  const kind = [
    tx.businessId,
    event.id,
    event.revision,
    occasion,
    dayOf(event, scan),
    who.uid,
    who.name,
    who.venues,
  ]
  return lines(JSON.stringify(kind), scan, (scans) => admit(tx, door, scans))
}
