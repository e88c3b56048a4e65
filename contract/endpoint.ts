import { z } from 'zod'
import type { PermissionName } from './access/permissions.ts'
import type { LimitKind } from './approvals/limits.ts'
import type { Licence } from './business/licences.ts'
import type { SendsToMany } from './messaging/mass-sending.ts'
import type { Subject } from './subjects.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may make a call. The server enforces it, the access matrix tests it, the API's documentation prints it. */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'super-administrator' }
  | {
      readonly kind: 'till'
      /** It ends what a sale has begun, and is open to a till whose venue has been closed meanwhile. */
      readonly settles?: true
    }
  | {
      readonly kind: 'permission'
      /** Any one of them opens it; the first is the one that is for it. */
      readonly permissions: readonly [PermissionName, ...PermissionName[]]
      /** What it takes besides: who changes a person has to be allowed to see whom. */
      readonly also?: PermissionName
      readonly licence?: Licence
      /** Also open to a door kit, for its own event: the one that the path names as {eventId}. */
      readonly orDoorKit?: true
    }

/** No token is needed. */
export const anyone: Access = { kind: 'anyone' }
/** Any user; a user tied to a business only within it. */
export const signedIn: Access = { kind: 'signed-in' }
/** Users who are not tied to one business. */
export const superAdministrator: Access = { kind: 'super-administrator' }
/** The tills of the business, by their API keys; no user. */
export const till: Access = { kind: 'till' }
/** The same for what is under way, also once the venue is closed. */
export const tillSettling: Access = { kind: 'till', settles: true }
/** Users whose role grants the permission, in a business that has the licence if one is named. */
export function may(permission: PermissionName, licence?: Licence): Access {
  return mayAny([permission], licence)
}

/** Users whose role grants one of the permissions: what several acts have to read. */
export function mayAny(
  permissions: readonly [PermissionName, ...PermissionName[]],
  licence?: Licence,
): Access {
  return licence ? { kind: 'permission', permissions, licence } : { kind: 'permission', permissions }
}

/** Users who may do this to a member, whose details they see with it. */
export function mayToMember(act: PermissionName, licence?: Licence): Access {
  return { kind: 'permission', permissions: [act], also: 'Member.ReadDetails', ...(licence && { licence }) }
}

/** Those who check people in: users who may, and the door kits of the event. */
export const atTheDoor: Access = { kind: 'permission', permissions: ['Event.Scan'], orDoorKit: true }

type PathParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamName<Rest>
  : never

/** A schema for each name in braces of the path: any text, unless the row says more. */
type ParamSchemas<Path extends string, Given> = {
  [Name in PathParamName<Path>]: Name extends keyof Given
    ? Given[Name] extends z.ZodType
      ? Given[Name]
      : z.ZodString
    : z.ZodString
}

const pathText = z.string().min(1).max(200)

type NoQuery = z.ZodObject<Record<never, never>>

/** How often what a row opens may be guessed in vain; rows of one kind share their counts. */
export type RateLimit = {
  /** What is guessed. */
  readonly kind: string
  /** So many failures close it … */
  readonly most: number
  /** … for so long. */
  readonly minutes: number
  /**
   * What failures are counted by, of what was sent, or null where nothing in it can be guessed; without it, by the
   * address of whoever sends.
   */
  readonly by?: (input: {
    readonly params: unknown
    readonly body: unknown
    readonly address: string
  }) => string | null
}

/** What money and authority ask again before: it completes 'Confirm that it is you before …'. */
export type AsksAgain =
  | string
  | {
      readonly before: string
      /** Where it depends on what is sent. */
      readonly when: (input: { readonly query: unknown; readonly body: unknown }) => boolean
    }

/** What a role may have limits for, and the name of the row: those above theirs ask for approval by it. */
export type Limited = { readonly kind: LimitKind; readonly act: string }

/** A write says what it changes, a read what it shows. A GET that writes, as the specification has it, says both. */
type About<Verb extends Method> = Verb extends 'GET'
  ? { shows: readonly Subject[]; changes?: readonly Subject[] }
  : { changes: readonly Subject[] }

/**
 * One row of the contract: everything both sides need to know about a call.
 * `title` is what a person did ('Create a business'): the audit trail and the documentation use it.
 */
export type Endpoint<
  Verb extends Method = Method,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  readonly method: Verb
  readonly path: string
  readonly title: string
  readonly access: Access
  /** What its answer is about: it is out of date once a write has changed one of these. */
  readonly shows?: readonly Subject[]
  /** What else looks different once it is done; nothing, where no read shows what it does. */
  readonly changes?: readonly Subject[]
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly output: Output
  /** The secret by which strangers open it, which comes as a bearer token and is asked about before the body is read. */
  readonly opensBy?: string
  /** Bytes a body may have, where a megabyte is too little. */
  readonly largestBody?: number
  /** The answer holds a secret: it is given once and not kept for a repeat of the same request, which is refused. */
  readonly answersOnce?: true
  /** It isn't a GET only because it needs a body: there is nothing to record. */
  readonly changesNothing?: true
  /** What it writes is a record already, of who did it and when: the audit trail needn't tell it again. */
  readonly recordsItself?: true
  /** A read that takes what the business has away as a file: its trail says who took it, and by which filters. */
  readonly leavesEntry?: true
  /** How often an address may call a row that is open to anyone, where the usual is too much. */
  readonly mostPerMinute?: number
  /** People come by a link of a page, named by the query's `page`: a refusal leads back there, where it is said in words. */
  readonly leadsBack?: (page: string) => string
  /** A moment's delay does no harm: where the database has a replica, that answers it. */
  readonly mayLag?: true
  /** Why a PUT or PATCH doesn't ask what it started from: the others take a revision. */
  readonly withoutRevision?: string
  /** It moves money or authority: whoever calls it has shown who they are in the last minutes, or is asked to. */
  readonly asksAgain?: AsksAgain
  /** Why it goes on while the business is suspended, for those whom all other rows refuse then. */
  readonly whileSuspended?: string
  /** Why super administrators may call it in a business that asks why they come, before they have said so. */
  readonly withoutVisit?: string
  /** It gives something that roles have limits for: above them a second person approves. */
  readonly limited?: Limited
  /** It writes to many: the rows that hold it back, and tell what comes of it. */
  readonly sendsToMany?: SendsToMany
  /** What it opens can be guessed: a 404, or what the handler calls a miss, counts as a failure. */
  readonly rateLimits?: readonly RateLimit[]
}

/** Declares a row; what isn't named takes any text in its path, no query, no body, and answers nothing (204). */
export function endpoint<
  const Verb extends Method,
  const Path extends string,
  Given extends { [Name in PathParamName<Path>]?: z.ZodType } = Record<never, never>,
  Query extends z.ZodType = NoQuery,
  Body extends z.ZodType = z.ZodUndefined,
  Output extends z.ZodType = z.ZodUndefined,
>(
  row: {
    method: Verb
    path: Path
    title: string
    access: Access
    params?: Given
    query?: Query
    body?: Body
    output?: Output
    opensBy?: string
    largestBody?: number
    answersOnce?: true
    changesNothing?: true
    recordsItself?: true
    leavesEntry?: true
    mostPerMinute?: number
    leadsBack?: (page: string) => string
    mayLag?: true
    withoutRevision?: string
    asksAgain?: AsksAgain
    whileSuspended?: string
    withoutVisit?: string
    limited?: Limited
    sendsToMany?: SendsToMany
    rateLimits?: readonly RateLimit[]
  } & About<Verb>,
): Endpoint<Verb, z.ZodObject<ParamSchemas<Path, Given>>, Query, Body, Output> {
  const names = pathParamNames(row.path)
  const schemas = { ...Object.fromEntries(names.map((name) => [name, pathText])), ...row.params }
  return {
    ...row,
    params: z.object(schemas) as unknown as z.ZodObject<ParamSchemas<Path, Given>>,
    query: row.query ?? (z.object({}) as unknown as Query),
    body: row.body ?? (z.undefined() as unknown as Body),
    output: row.output ?? (z.undefined() as unknown as Output),
  }
}

/** A named set of rows: one per domain, all of them together in `api`. */
export type EndpointTable = Readonly<Record<string, Endpoint>>

/** The names in braces of a path, in order. */
export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** The query of every paged list: `limit` 1 to 500, and the token that the last page's link carried. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(500).default(30),
  continuationToken: z.string().max(2000).optional(),
}

/** A page of a list. Its `next` link is absolute and self-contained; the last page has none. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    Results: z.array(item),
    _links: z.object({ next: z.object({ href: z.string() }).optional() }),
  })
}

/**
 * A list that releases add kinds to, of what is told and never saved again: who reads it leaves out those that they have no
 * words for, as a page does that has been open since the release before. `kind` is what they have to know of each.
 */
export function listOfKinds<Item extends z.ZodType>(item: Item, kind: z.ZodType) {
  const isKnown = (each: unknown) => kind.safeParse(each).success
  const list = z.preprocess((given) => (Array.isArray(given) ? given.filter(isKnown) : given), z.array(item))
  return list as z.ZodType<z.output<Item>[], z.input<Item>[]>
}

/** So far the rows of a list are counted: from there on there are 'more than' these. */
export const mostCounted = 10_000

/** The query of a paged list that tells how many it has, too: asked for the count it answers with that, and no rows. */
export const countedPaging = { ...paging, count: z.enum(['true', 'false']).optional() }

/** How many rows a list has by its filters; null where counting them would take long. */
const Total = z.object({ Count: z.number().int(), IsMore: z.boolean() })
export type Total = z.infer<typeof Total>

/** A page of such a list. */
export function countedPage<Item extends z.ZodType>(item: Item) {
  return page(item).extend({ Total: Total.nullable().optional() })
}

/** The output of a row that answers with a file instead of JSON: an export, an image. */
export const file = z.unknown().describe('A file.')

/** The output of a row that tells of changes as they come, as server-sent events, for as long as one may listen. */
export const stream = z.unknown().describe('Server-sent events.')

/** The output of a row that leads to another address instead of answering itself. */
export const redirect = z.url().describe('Another address.')

/** The body of every refusal of the API. */
export const ErrorBody = z.object({
  ErrorMessage: z.string(),
  ErrorCode: z.string(),
  Errors: z.record(z.string(), z.string()).optional(),
  /** Of a save that somebody else was faster than: what it would have changed, as people call it. */
  Differences: z.array(z.object({ Field: z.string(), Yours: z.unknown(), Theirs: z.unknown() })).optional(),
  /** What a till prints of its refusal, line by line. */
  Receipt: z.array(z.string()).optional(),
  RequestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
