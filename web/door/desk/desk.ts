import { codeHash } from '#contract/values/code-hash.ts'
import { codeKey } from '#contract/values/code-key.ts'
import type { Me } from '#contract/access/session.ts'
import { doorOwnerApi } from '#contract/events/doors/door-owner.ts'
import type { Door, DoorNow, NewScan, ScanAnswer } from '#contract/events/event-scans.ts'
import {
  createCalls,
  isDemo,
  whoIsSignedIn,
  worksAt,
  type DoorCall,
  type FetchPart,
  type FetchPhoto,
  type Place,
} from './calls.ts'
import type { Guest, GuestList, GuestPart } from './guest-list.ts'
import type { DoorStorage, KeptDoor, LoggedScan } from './storage.ts'

/** What the page shows. */
export type DoorState = {
  status: 'opening' | 'open' | 'sign-in' | 'refused'
  /** Why it is refused. */
  message: string
  /** It is refused for a reason that passes, as its venue is closed or nobody could be asked: it is tried again by itself. */
  isShutForNow: boolean
  /** The kit of this device was revoked, or has had its time. */
  isKitSpent: boolean
  /** Who signs in is told that it is a demo. */
  isInDemo: boolean
  /** Whose account it is refused to; null where that isn't known, or a kit is refused. */
  account: Me | null
  /** The business that the door belongs to, where that account is another's. */
  owner: string | null
  door: Door | null
  /** How many are in, as the server last said. */
  now: DoorNow | null
  /** Which way people go through it. */
  direction: NewScan['Direction']
  /** The session it is set to; null: the one of the hour. */
  sessionId: string | null
  isOnline: boolean
  /** The device keeps nothing: what is known here is gone with the page. */
  isForgetful: boolean
  /** How much the server has yet to be told. */
  waiting: number
  /** And how many visitors. */
  visits: number
  /** How many may come, by the list on this device, and of when it is. */
  listed: number
  listedAt: number | null
  /** How much of it has come; null unless it is on its way for the first time. */
  listing: { readonly done: number; readonly total: number } | null
  /** The scans of this device, the latest first. */
  scans: readonly LoggedScan[]
}

/** One door on one device: where it is, what it knows, and who listens to it. */
export type Desk = {
  readonly key: string
  readonly place: Place
  readonly kit: string | null
  readonly call: DoorCall
  readonly fetchPart: FetchPart
  readonly fetchPhoto: FetchPhoto
  storage: DoorStorage
  state: DoorState
  kept: KeptDoor | null
  /** The parts of the list that are here, by their names. */
  readonly parts: Map<string, GuestPart>
  guests: GuestList | null
  /** How far the server's clock is ahead of this device's. */
  skewMs: number
  /** The scans whose person waits for the server's word; whatever else is handed in was scanned before. */
  readonly live: Set<string>
  sending: Promise<void> | null
  refreshing: Promise<void> | null
  /** How long to wait for a list that is being made, if not as usual. */
  readonly listPauseMs?: number
  readonly listeners: Set<() => void>
}

/** A door that knows nothing yet. */
export function createDesk(
  place: Place,
  kit: string | null,
  storage: DoorStorage,
  sessionId: string | null = null,
): Desk {
  return {
    key: `${place.businessId}/${place.eventId}`,
    place,
    kit,
    ...createCalls(place, kit),
    storage,
    state: {
      status: 'opening',
      message: '',
      isShutForNow: false,
      isKitSpent: false,
      isInDemo: false,
      account: null,
      owner: null,
      door: null,
      now: null,
      direction: 'In',
      sessionId,
      isOnline: true,
      isForgetful: false,
      waiting: 0,
      visits: 0,
      listed: 0,
      listedAt: null,
      listing: null,
      scans: [],
    },
    kept: null,
    parts: new Map(),
    guests: null,
    skewMs: 0,
    live: new Set(),
    sending: null,
    refreshing: null,
    listeners: new Set(),
  }
}

/** What the clocks of the server show, by what this device knows of them. */
export function serverTime({ skewMs }: Pick<Desk, 'skewMs'>): Date {
  return new Date(Date.now() + skewMs)
}

/** Changes what the page shows. */
export function change(desk: Desk, patch: Partial<DoorState>): void {
  desk.state = { ...desk.state, ...patch }
  for (const listener of desk.listeners) listener()
}

/** Keeps what the server said of the door on the device, and how it is set: loaded anew it stands at the same session. */
export async function keep(desk: Desk, patch: Partial<KeptDoor>): Promise<void> {
  const door = patch.door ?? desk.kept?.door
  if (!door) return
  const { now, direction, sessionId } = desk.state
  desk.kept = {
    listedAt: null,
    codeKey: null,
    ...desk.kept,
    ...patch,
    key: desk.key,
    door,
    skewMs: desk.skewMs,
    now,
    direction,
    sessionId,
  }
  // On a device without room the door goes on with what it knows, until it is closed.
  await desk.storage.keepDoor(desk.kept).catch(() => undefined)
  // It may have been shut meanwhile.
  change(desk, { door, listed: desk.guests?.size ?? 0, listedAt: desk.kept?.listedAt ?? null })
}

/** Keeps no list on the device any more, and the door all the same. */
export async function dropList(desk: Desk): Promise<void> {
  await forgetList(desk)
  await keep(desk, { listedAt: null, codeKey: null })
}

async function forgetList(desk: Desk): Promise<void> {
  desk.parts.clear()
  desk.guests = null
  change(desk, { listing: null })
  await desk.storage.forgetParts(desk.key, new Set())
}

/** Who may no longer scan keeps no list of members; what waits to be handed in stays. */
export async function shutOut(desk: Desk, status: number, message: string): Promise<void> {
  desk.kept = null
  // A device that can't be written to shows all the same that the door is shut.
  await forgetList(desk).catch(() => undefined)
  await desk.storage.forgetDoor(desk.key).catch(() => undefined)
  const mustSignIn = status === 401 && desk.kit === null
  // Known before the page is shown: nothing on it moves then.
  const isInDemo = mustSignIn && (await isDemo())
  const isOfAccount = desk.kit === null && (status === 403 || status === 404)
  const account = isOfAccount ? await whoIsSignedIn() : null
  const owner = account && !worksAt(desk.place, account) ? await ownerOf(desk) : null
  // Of a session that ran out the same person signs in again, and goes on.
  if (status === 403 || status === 404) await forgetLog(desk).catch(() => undefined)
  // Whoever holds the device may be anybody by now. What waits has no names.
  const isKitSpent = status === 401 && desk.kit !== null
  if (isKitSpent) await forgetNames(desk).catch(() => undefined)
  change(desk, {
    status: mustSignIn ? 'sign-in' : 'refused',
    isShutForNow: status === 409,
    isKitSpent,
    isInDemo,
    account,
    owner,
    message,
    listed: 0,
    listedAt: null,
  })
}

/** The name of the business, for one who works at another; null where nobody can be asked. */
async function ownerOf({ call, place }: Desk): Promise<string | null> {
  const params = { club: place.businessId, door: place.eventId }
  const answer = await call(doorOwnerApi.getDoorOwner, { params })
  return answer.ok ? answer.data.BusinessName : null
}

/** Keeps no names of those who were scanned, once all of it is handed in. */
export async function forgetLog(desk: Desk): Promise<void> {
  const waiting = await desk.storage.listWaiting(desk.key)
  if (waiting.length === 0) await forgetNames(desk)
}

async function forgetNames(desk: Desk): Promise<void> {
  await desk.storage.forgetScans(desk.key)
  change(desk, { scans: [] })
}

/**
 * Writes a scan down in the list of this device; one that was undone meanwhile stays so, and so does what the server said of it,
 * although this device's own word may come to the list after it.
 */
export async function logScan(
  desk: Desk,
  scan: NewScan,
  answer: ScanAnswer,
  isWaiting: boolean,
): Promise<LoggedScan> {
  const guest = await guestOf(desk, scan.Code)
  const before = loggedAs(desk, scan)
  const logged: LoggedScan = {
    ...answer,
    key: desk.key,
    isWaiting,
    IsUndone: answer.IsUndone || (before?.IsUndone ?? false),
    memberId: guest?.id ?? before?.memberId ?? (await nameOnList(desk, scan.Code)),
    sessionId: scan.SessionId ?? null,
  }
  if (!isWaiting || before?.isWaiting !== false) await relog(desk, logged)
  return logged
}

/** A scan as it is in the list of this device at this moment. */
export function loggedAs(desk: Desk, { ScanId }: { readonly ScanId: string }): LoggedScan | undefined {
  return desk.state.scans.find((scan) => scan.ScanId === ScanId)
}

/** Learns what other tabs of this device have scanned or undone, and what they were told of what was scanned here. */
export async function readOtherTabs(desk: Desk): Promise<void> {
  const kept = await desk.storage.listScans(desk.key)
  const strange = kept.filter((scan) => {
    const here = loggedAs(desk, scan)
    return !here || (here.isWaiting && !scan.isWaiting) || (scan.IsUndone && !here.IsUndone)
  })
  if (strange.length > 0) change(desk, { scans: inOrder([...strange, ...without(desk, strange)]) })
}

const inOrder = (scans: readonly LoggedScan[]) =>
  scans.toSorted((a, b) => (a.ScannedAt < b.ScannedAt ? 1 : -1))

function without({ state }: Desk, taken: readonly LoggedScan[]): LoggedScan[] {
  const ids = new Set(taken.map(({ ScanId }) => ScanId))
  return state.scans.filter(({ ScanId }) => !ids.has(ScanId))
}

/**
 * Puts a scan in the list of this device, in the place of the same one before. At once, and only then where it outlives the
 * page, if the device has room: whoever read the list a moment ago and waits has to find it as it is.
 */
export async function relog(desk: Desk, scan: LoggedScan): Promise<void> {
  change(desk, { scans: inOrder([scan, ...without(desk, [scan])]) })
  await desk.storage.keepScan(scan).catch(() => undefined)
}

/** Whom a code means, by the list on this device. */
export async function guestOf(desk: Desk, code: string): Promise<Guest | null> {
  const name = desk.guests && (await nameOnList(desk, code))
  return name ? desk.guests!.find(name) : null
}

/** What somebody with that code is found by in a list, whether they are on it or not: their id, or a hash. */
export async function nameOnList({ kept }: Pick<Desk, 'kept'>, code: string): Promise<string | null> {
  if (code.startsWith('~')) return code.slice(1)
  return kept?.codeKey ? codeHash(kept.codeKey, codeKey(code)) : null
}
