import { z } from 'zod'
import { atTheDoor, endpoint, may } from '#contract/endpoint.ts'
import { Instant } from '#contract/values/instants.ts'
import { needed } from '#contract/words/needed.ts'
import { eventPath, EventListItem } from './events.ts'

/** What a scan can come to. Only valid ones count. */
export const scanResults = [
  'Valid',
  'AlreadyIn',
  'NotEligible',
  'OutsideCheckIn',
  'UnknownCard',
  'CardNotActive',
  'EventNotOpen',
] as const
export const ScanResult = z.enum(scanResults)
export type ScanResult = z.infer<typeof ScanResult>

/** Each result in a word or two, large on a screen in the dark. */
export const resultWords: Readonly<Record<ScanResult, string>> = {
  Valid: 'Welcome',
  AlreadyIn: 'Already in',
  NotEligible: 'Not eligible',
  OutsideCheckIn: 'Outside check-in time',
  UnknownCard: 'Unknown card',
  CardNotActive: 'Card not active',
  EventNotOpen: 'Event not open',
}

/** A door can be told to let somebody in all the same, where it knows who that is. */
export function canOverride({ Result, Member }: Pick<ScanAnswer, 'Result' | 'Member'>): boolean {
  const isRefused = Result === 'NotEligible' || Result === 'OutsideCheckIn' || Result === 'CardNotActive'
  return isRefused && Member !== null
}

export const NewScan = z.object({
  /** The device's own id for this scan: sent again it is the same scan, never a second one. */
  ScanId: z
    .string(needed('Scan ID is required.'))
    .regex(/^[\w-]{8,64}$/, 'A scan ID has 8 to 64 letters, digits or hyphens.'),
  Code: z
    .string(needed('Code is required.'))
    .trim()
    .min(1, 'Code is required.')
    .max(200, 'That is no code of ours.'),
  /** When it was scanned, which may be long before it is sent. */
  ScannedAt: Instant,
  DeviceName: z.string().trim().max(60).default(''),
})
export type NewScan = z.output<typeof NewScan>

/** How many scans one call takes. */
export const mostScansAtOnce = 100

const ScannedMember = z.object({
  FirstName: z.string(),
  LastName: z.string(),
  MemberLevelDescription: z.string().nullable(),
})
export type ScannedMember = z.infer<typeof ScannedMember>

export const ScanAnswer = z.object({
  ScanId: z.string(),
  Result: ScanResult,
  /** A sentence for the person at the door; null when all is well. */
  Reason: z.string().nullable(),
  Member: ScannedMember.nullable(),
  ScannedAt: z.iso.datetime(),
  IsUndone: z.boolean(),
})
export type ScanAnswer = z.infer<typeof ScanAnswer>

/** What a door needs to know of its event. */
export const Door = z.object({
  Event: EventListItem,
  Brand: z.string(),
  BusinessName: z.string(),
  /** The name of the user, or of the door kit. */
  ScannedBy: z.string(),
  CanOverride: z.boolean(),
})
export type Door = z.infer<typeof Door>

/**
 * The members who may come, for a door that loses its connection: name, level, id, and codes as hashes that say nothing
 * without the key of the event. `Guests` is null when the version that was asked about is still the newest.
 */
export const DoorSnapshot = z.object({
  Version: z.string(),
  Levels: z.array(z.string()),
  /** A line each: the name, the place of the level in `Levels` or nothing, the id, and the hashes of the codes, with tabs between. */
  Guests: z.array(z.string()).nullable(),
})
export type DoorSnapshot = z.infer<typeof DoorSnapshot>

const scansPath = `${eventPath}/scans` as const

export const eventScansApi = {
  recordScans: endpoint({
    method: 'POST',
    path: scansPath,
    title: 'Scan at the door',
    access: atTheDoor,
    whileSuspended: 'What was scanned before is handed in late: each scan is judged by its time.',
    changes: ['attendance'],
    recordsItself: true,
    body: z.union([NewScan, z.object({ Scans: z.array(NewScan).min(1).max(mostScansAtOnce) })]),
    output: z.union([ScanAnswer, z.object({ Results: z.array(ScanAnswer) })]),
  }),
  undoScan: endpoint({
    method: 'POST',
    path: `${scansPath}/{scanId}/undo`,
    title: 'Undo a scan',
    access: atTheDoor,
    whileSuspended: 'A door hands in late that a scan was undone.',
    changes: ['attendance'],
    output: ScanAnswer,
  }),
  overrideScan: endpoint({
    method: 'POST',
    path: `${scansPath}/{scanId}/override`,
    title: 'Let somebody in all the same',
    access: may('Event.Manage'),
    changes: ['attendance'],
    body: z.object({
      Reason: z
        .string(needed('A reason is required.'))
        .trim()
        .min(1, 'A reason is required.')
        .min(3, 'A reason must have 3 characters or more.')
        .max(200, 'A reason can have 200 characters at the most.'),
    }),
    output: ScanAnswer,
  }),
  getDoor: endpoint({
    method: 'GET',
    path: `${eventPath}/door`,
    title: 'The event, as its door needs it',
    access: atTheDoor,
    shows: ['event'],
    output: Door,
  }),
  getDoorSnapshot: endpoint({
    method: 'GET',
    path: `${eventPath}/door/snapshot`,
    title: 'The members who may come, for a door without a connection',
    access: atTheDoor,
    shows: ['event', 'member', 'attendance'],
    query: z.object({ version: z.string().max(100).optional() }),
    output: DoorSnapshot,
  }),
  getDoorKey: endpoint({
    method: 'GET',
    path: `${eventPath}/door/key`,
    title: 'The key that the codes in the list of a door are hashed with',
    access: atTheDoor,
    // It is made once.
    shows: [],
    output: z.object({ Key: z.base64() }),
  }),
}
