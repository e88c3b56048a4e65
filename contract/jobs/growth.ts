import { z } from 'zod'
import { platformKinds, retentionKinds } from '#contract/business/retention-words.ts'
import { endpoint, superAdministrator } from '#contract/endpoint.ts'

/** Bloated: it takes twice the room that its rows once took. Unvacuumed: rows that are gone pile up in it. */
export const TableState = z.enum(['Well', 'Bloated', 'Unvacuumed'])
export type TableState = z.infer<typeof TableState>

export const TableSize = z.object({
  Name: z.string(),
  /** As far as PostgreSQL knows; null before it has looked. */
  Rows: z.number().int().nullable(),
  Bytes: z.number().int(),
  IndexBytes: z.number().int(),
  /** How much it grows in 30 days with its indexes; null until it was measured for a week. */
  BytesAMonth: z.number().int().nullable(),
  /** Rows that are gone and take room until they are cleared up. */
  DeadRows: z.number().int(),
  /** The room in it and its indexes that its rows wouldn't need. */
  SpareBytes: z.number().int(),
  State: TableState,
  /** What falls away of it, by the retention of each business. */
  FallsAwayAs: z.array(z.enum(retentionKinds)),
})
export type TableSize = z.infer<typeof TableSize>

/** A size as operators read it, in whole megabytes. */
export const inMegabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en-AU')} MB`

/** What is to be done about a table that isn't well; null for one that is. */
export function whatToDo({ Name, State, SpareBytes, DeadRows }: TableSize): string | null {
  if (State === 'Bloated')
    return `${Name} takes ${inMegabytes(SpareBytes)} more than its rows need: ‘reindex table concurrently ${Name}’ gives back what its indexes have of it, ‘vacuum full ${Name}’ all, with the table closed meanwhile.`
  if (State === 'Unvacuumed')
    return `${Name} has ${DeadRows.toLocaleString('en-AU')} rows that are gone and not cleared up: see in pg_stat_activity what has been open for long, then ‘vacuum ${Name}’.`
  return null
}

const OlderRecords = z.object({
  Months: z.number().int(),
  /** No more than 100,000 are counted. */
  Count: z.number().int(),
  IsMore: z.boolean(),
})
export type OlderRecords = z.infer<typeof OlderRecords>

const PlatformRecords = z.object({
  Kind: z.enum(platformKinds),
  /** After how many months they fall away, by the settings of the installation; null for what is kept for good. */
  Months: z.number().int().nullable(),
  /** What would fall away with so many months. */
  Older: z.array(OlderRecords),
})
export type PlatformRecords = z.infer<typeof PlatformRecords>

export const Growth = z.object({
  DatabaseBytes: z.number().int(),
  /** When sizes were last kept, each night. */
  MeasuredDate: z.iso.datetime().nullable(),
  /** The largest tables, largest first, and all that aren't well. */
  Results: z.array(TableSize),
  /** Messages and entries of the trail that are no business's. */
  Platform: z.array(PlatformRecords),
})
export type Growth = z.infer<typeof Growth>

/** The settings that say how long the platform's own records are kept. */
export const platformSettings = {
  MessageTexts: 'HUB_PLATFORM_TEXTS_MONTHS',
  Messages: 'HUB_PLATFORM_MESSAGES_MONTHS',
  AuditTrail: 'HUB_PLATFORM_TRAIL_MONTHS',
} as const

export const growthApi = {
  getGrowth: endpoint({
    method: 'GET',
    path: '/api/growth',
    title: 'How the database grows',
    access: superAdministrator,
    // Who tries the work again that failed waits for what it brings.
    shows: ['job'],
    output: Growth,
  }),
}
