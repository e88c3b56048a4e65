import type { Transaction } from '#platform/database'
import { type Admitted, admit, dayOfScan, type Door } from './admit.ts'
import type { DatedScan } from './dated-scans.ts'
import { createLines } from './lines.ts'

/** Where live scans of the same kind wait while another of them is written down, to be so together. */
export type DoorLines = ReturnType<typeof createDoorLines>

export const createDoorLines = () => createLines<DatedScan, Admitted | null>()

/**
 * Admits a scan, with all others of its kind that have come while the one before was written down: in a rush most of what a
 * scan costs the database is the same for one and for ten. Alone where something was said before, such as the lock of a capacity:
 * the others would be told of what may still be undone.
 */
export async function admitInLine(
  tx: Transaction,
  lines: DoorLines,
  door: Door,
  scan: DatedScan,
): Promise<Admitted | null> {
  const together = (scans: readonly DatedScan[]) => admit(tx, door, scans)
  if (tx.isBegun()) return (await together([scan]))[0] ?? null
  const { who, event, occasion } = door
  const kind = [
    tx.businessId,
    event.id,
    event.revision,
    occasion,
    dayOfScan(event, scan),
    who.uid,
    who.name,
    who.venues,
  ]
  return lines(JSON.stringify(kind), scan, together)
}
