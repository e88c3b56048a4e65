import { z } from 'zod'
import { atTheDoor, endpoint, may } from '#contract/endpoint.ts'
import { Instant } from '#contract/values/instants.ts'
import { needed } from '#contract/words/needed.ts'
import { EventSession, ReentryRule } from './door-rules.ts'
import { eventPath, EventListItem } from './events.ts'

/** What a scan can come to. Only valid ones count. */
export const scanResults = [
  'Valid',
  'Reentry',
  'CheckedOut',
  'NotIn',
  'Full',
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
  Reentry: 'Welcome back',
  CheckedOut: 'Goodbye',
  NotIn: 'Not in',
  Full: 'Full',
  AlreadyIn: 'Already in',
  NotEligible: 'Not eligible',
  OutsideCheckIn: 'Outside check-in time',
  UnknownCard: 'Unknown card',
  CardNotActive: 'Card not active',
  EventNotOpen: 'Event not open',
}

/** Whether a result lets somebody in. */
export function letsIn(result: ScanResult | null): boolean {
  return result === 'Valid' || result === 'Reentry'
}

/** Whether a result turned somebody away. */
export function isRefusal(result: ScanResult): boolean {
  return !letsIn(result) && result !== 'CheckedOut'
}

export const scanDirections = ['In', 'Out'] as const

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
  Direction: z.enum(scanDirections, 'A direction is In or Out.').default('In'),
  /**
   * What a device without a connection told the person by itself. Without it nobody has been told anything yet: it comes
   * after whatever others were told meanwhile.
   */
  DecidedAs: ScanResult.optional(),
  /** Which session it is for, where the device knows; else the one that checks in at that time. */
  SessionId: z.string().max(64, 'A session ID can have 64 characters at the most.').optional(),
})
export type NewScan = z.output<typeof NewScan>

/** The device's clock when it sends: what it is wrong by is taken off the times of scans that were made before. */
const sending = { SentAt: Instant.optional() }

/** How many scans one call takes. */
export const mostScansAtOnce = 100

const ScannedMember = z.object({
  FirstName: z.string(),
  LastName: z.string(),
  MemberLevelDescription: z.string().nullable(),
  MembershipNumber: z.string().nullable(),
  BirthYear: z.number().int().nullable(),
  /** The picture that belongs to them, where there is one. */
  PhotoId: z.string().nullable(),
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
  Direction: z.enum(scanDirections),
  /** Two doors that knew nothing of each other let them in. */
  IsLetInTwice: z.boolean(),
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
  BusinessId: z.string(),
  Reentry: ReentryRule,
  Capacity: z.number().int().nullable(),
  Sessions: z.array(EventSession),
  /** The server's clock, as it answered. */
  ServerTime: z.iso.datetime(),
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

const Reason = z
  .string(needed('A reason is required.'))
  .trim()
  .min(1, 'A reason is required.')
  .min(3, 'A reason must have 3 characters or more.')
  .max(200, 'A reason can have 200 characters at the most.')

/** How an event stands at this moment, for its doors: all figures are of the session or day that is on. */
export const DoorNow = z.object({
  ServerTime: z.iso.datetime(),
  /** Members. */
  PeopleIn: z.number().int(),
  /** Visitors who were signed in and haven't left. They take up places, too. The former version doesn't tell. */
  VisitorsIn: z.number().int().optional(),
  CameIn: z.number().int(),
  Capacity: z.number().int().nullable(),
  IsNearlyFull: z.boolean(),
  Occasion: z
    .object({ SessionId: z.string().nullable(), Name: z.string(), Capacity: z.number().int().nullable() })
    .nullable(),
})
export type DoorNow = z.infer<typeof DoorNow>

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
    body: z.union([
      NewScan.extend(sending),
      z.object({ Scans: z.array(NewScan).min(1).max(mostScansAtOnce), ...sending }),
    ]),
    output: z.union([ScanAnswer, z.object({ Results: z.array(ScanAnswer) })]),
  }),
  undoScan: endpoint({
    method: 'POST',
    path: `${scansPath}/{scanId}/undo`,
    title: 'Undo a scan',
    access: atTheDoor,
    whileSuspended: 'A door hands in late that a scan was undone.',
    changes: ['attendance'],
    body: z
      .object({
        Reason: z.string().trim().max(200, 'A reason can have 200 characters at the most.').optional(),
      })
      .optional(),
    output: ScanAnswer,
  }),
  overrideScan: endpoint({
    method: 'POST',
    path: `${scansPath}/{scanId}/override`,
    title: 'Let somebody in all the same',
    access: may('Event.Manage'),
    changes: ['attendance'],
    body: z.object({ Reason }),
    output: ScanAnswer,
  }),
  admitScan: endpoint({
    method: 'POST',
    path: `${scansPath}/{scanId}/admit`,
    title: 'Let somebody in beyond the capacity',
    access: atTheDoor,
    changes: ['attendance'],
    body: z.object({ Reason }),
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
  getDoorNow: endpoint({
    method: 'GET',
    path: `${eventPath}/door/now`,
    title: 'How many are in',
    access: atTheDoor,
    shows: ['attendance', 'visitor'],
    query: z.object({ sessionId: z.string().max(64).optional() }),
    output: DoorNow,
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
