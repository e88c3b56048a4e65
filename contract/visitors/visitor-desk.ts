import { z } from 'zod'
import { atTheDoor, endpoint } from '#contract/endpoint.ts'
import { eventPath } from '#contract/events/events.ts'
import { Instant } from '#contract/values/instants.ts'
import { needed } from '#contract/words/needed.ts'
import { isOneLine, nameInOneLine } from '#contract/words/one-line.ts'
import { longestSignature, strokes } from './strokes.ts'
import { VisitorRulesFields } from './visitor-rules.ts'
import { visitorKinds } from './visitor-words.ts'

const { Clubs: _clubs, ...rules } = VisitorRulesFields.shape

/** What a door needs to sign visitors in, also for a while without a connection. */
export const VisitorDesk = z.object({
  ...rules,
  /** The reciprocal clubs that are on the list now, by name. */
  ClubNames: z.array(z.string()),
})
export type VisitorDesk = z.output<typeof VisitorDesk>

/** A member who brings guests. */
export const VisitorHost = z.object({
  MemberId: z.string(),
  Name: z.string(),
  MembershipNumber: z.string().nullable(),
  GuestsToday: z.number().int(),
  /** Null for any number. */
  GuestsLeft: z.number().int().nullable(),
  /** Why they can't sign anybody in; null if they can. */
  Refusal: z.string().nullable(),
})
export type VisitorHost = z.output<typeof VisitorHost>

/** A signature as strokes: the path of an SVG, kept and shown as such. */
const Signature = z
  .string()
  .max(
    longestSignature,
    'The signature can have 20,000 characters at the most. Clear it, and sign with fewer strokes.',
  )
  .regex(strokes, 'The signature can’t be read. Clear it, and sign again.')

const name = (sentence: string) =>
  z.string(needed(sentence)).trim().min(1, sentence).max(80).refine(isOneLine, nameInOneLine)

const code = z.string().trim().max(200, 'That is no code of ours.')
const memberId = z.string().max(100)

/** What is filled in of a visitor. */
export const VisitorFields = z.object({
  Kind: z.enum(visitorKinds),
  FirstName: name('Enter the visitor’s first name.'),
  LastName: name('Enter the visitor’s last name.'),
  /** The address or the suburb, as the business asks. */
  Address: z.string().trim().max(200).refine(isOneLine, 'Write the address in one line.').default(''),
  /** The member who brings a guest: by the id of one who was found, or else by what was scanned or typed. */
  HostMemberId: memberId.optional(),
  HostCode: code.optional(),
  ClubName: z.string().trim().max(120).default(''),
  ClubNumber: z
    .string()
    .trim()
    .max(40)
    .refine(isOneLine, 'Write the membership number in one line.')
    .default(''),
  Signature: Signature.nullable().default(null),
  /** Why they are let in though as many are in as may be. */
  LetInReason: z
    .string()
    .trim()
    .max(200, 'A reason can have 200 characters at the most.')
    .refine((reason) => reason === '' || reason.length >= 3, 'A reason must have 3 characters or more.')
    .refine(isOneLine, 'Write the reason in one line.')
    .default(''),
})
export type VisitorFields = z.output<typeof VisitorFields>

export const NewVisit = VisitorFields.extend({
  /** The device's own id for this entry: sent again it is the same entry, never a second one. */
  VisitId: z
    .string(needed('Visit ID is required.'))
    .regex(/^[\w-]{8,64}$/, 'A visit ID has 8 to 64 letters, digits or hyphens.'),
  /** When it was signed, by the device's clock. */
  SignedAt: Instant,
  /** The same clock when it is sent: by how far it is wrong. */
  SentAt: Instant.optional(),
  /** The visitor was let in without a connection: it is kept whatever speaks against it, with a remark. */
  IsLate: z.boolean().default(false),
  DeviceName: z.string().trim().max(60).default(''),
  /** Which session they come to, where the door stands at one; else the one that is on. */
  SessionId: z.string().max(64).optional(),
})
export type NewVisit = z.output<typeof NewVisit>

/** What came of signing somebody in. */
export const SignedInVisitor = z.object({
  VisitId: z.string(),
  SignedInAt: z.iso.datetime(),
  /** What speaks against an entry that came late; null where nothing does. */
  Remark: z.string().nullable(),
})
export type SignedInVisitor = z.output<typeof SignedInVisitor>

/** A visitor who leaves, or was said to have left and hasn't. */
const VisitorLeaves = z.object({ HasLeft: z.boolean('Say whether the visitor has left.').default(true) })

/** When a visitor left; null for one who is in. */
const VisitorIsGone = z.object({ VisitId: z.string(), LeftAt: z.iso.datetime().nullable() })

const path = `${eventPath}/visitors` as const

export const visitorDeskApi = {
  getVisitorDesk: endpoint({
    method: 'GET',
    path: `${path}/desk`,
    title: 'What a door needs to sign visitors in',
    access: atTheDoor,
    shows: ['visitorRules'],
    output: VisitorDesk,
  }),
  findVisitorHost: endpoint({
    method: 'GET',
    path: `${path}/host`,
    title: 'The member who brings a guest',
    access: atTheDoor,
    shows: ['member', 'visitor', 'visitorRules'],
    /** One of the two. */
    query: z.object({ code: code.optional(), memberId: memberId.optional() }),
    output: VisitorHost,
  }),
  signInVisitor: endpoint({
    method: 'POST',
    path,
    title: 'Sign a visitor in',
    access: atTheDoor,
    whileSuspended: 'Who was signed in without a connection is handed in late.',
    changes: ['visitor'],
    recordsItself: true,
    body: NewVisit,
    output: SignedInVisitor,
  }),
  checkOutVisitor: endpoint({
    method: 'POST',
    path: `${path}/{visitId}/left`,
    title: 'Check a visitor out',
    access: atTheDoor,
    changes: ['visitor'],
    body: VisitorLeaves,
    output: VisitorIsGone,
  }),
}
