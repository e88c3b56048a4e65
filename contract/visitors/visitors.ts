import { z } from 'zod'
import { countedPage, countedPaging, endpoint, file, may } from '#contract/endpoint.ts'
import { FileFormat } from '#contract/reports/reports.ts'
import { day } from '#contract/values/days.ts'
import { needed } from '#contract/words/needed.ts'
import { visitorKinds } from './visitor-words.ts'

const path = '/api/cherrypass/v1/{businessId}/visitors'
const access = may('Event.Manage')

/** An entry of the register. */
export const VisitorEntry = z.object({
  VisitId: z.string(),
  Kind: z.enum(visitorKinds),
  FirstName: z.string(),
  LastName: z.string(),
  Address: z.string(),
  /** The member who brought a guest. */
  Host: z
    .object({ MemberId: z.string(), Name: z.string(), MembershipNumber: z.string().nullable() })
    .nullable(),
  /** What was scanned or typed for a member whom nobody knows. */
  HostTyped: z.string(),
  ClubName: z.string(),
  ClubNumber: z.string(),
  EventId: z.string().nullable().default(null),
  EventName: z.string().nullable(),
  VenueName: z.string().nullable(),
  SignedInAt: z.iso.datetime(),
  /** The day in the business. */
  Day: z.iso.date(),
  DeviceName: z.string(),
  SignedInBy: z.string(),
  IsSigned: z.boolean(),
  /** The strokes, as the path of an SVG; null where nobody signed, or nobody asked for them. */
  Signature: z.string().nullable(),
  Remark: z.string().nullable(),
  /** Why they were let in beyond the capacity; null where there was room. */
  LetInReason: z.string().nullable().default(null),
  /** When they left, and who said so; null where nobody did. */
  LeftAt: z.iso.datetime().nullable().default(null),
  LeftSaidBy: z.string().nullable().default(null),
  VoidedAt: z.iso.datetime().nullable(),
  VoidedBy: z.string().nullable(),
  VoidReason: z.string().nullable(),
})
export type VisitorEntry = z.output<typeof VisitorEntry>

/** What the register can be narrowed down by. */
export const VisitorFilters = z.object({
  /** The first and the last day, in the business. */
  from: day().optional(),
  to: day().optional(),
  kind: z.enum(visitorKinds).optional(),
  venueNo: z.string().max(20).optional(),
  /** Part of the name of the visitor or of the member. */
  q: z.string().trim().max(200).optional(),
  memberId: z.string().max(100).optional(),
})
export type VisitorFilters = z.output<typeof VisitorFilters>

export const VoidVisit = z.object({
  Reason: z
    .string(needed('A reason is required.'))
    .trim()
    .min(1, 'A reason is required.')
    .min(3, 'A reason must have 3 characters or more.')
    .max(200, 'A reason can have 200 characters at the most.'),
})

export const visitorsApi = {
  /** Newest first. */
  listVisitors: endpoint({
    method: 'GET',
    path,
    title: 'Register of visitors',
    access,
    shows: ['visitor', 'member', 'event', 'venue'],
    query: VisitorFilters.extend({
      ...countedPaging,
      /** With the signatures, which are long. */
      signatures: z.enum(['true', 'false']).default('false'),
    }),
    output: countedPage(VisitorEntry),
  }),
  getVisitor: endpoint({
    method: 'GET',
    path: `${path}/entry/{visitId}`,
    title: 'An entry of the register of visitors',
    access,
    shows: ['visitor', 'member', 'event', 'venue'],
    output: VisitorEntry,
  }),
  voidVisitor: endpoint({
    method: 'POST',
    path: `${path}/entry/{visitId}/void`,
    title: 'Void an entry of the register of visitors',
    access,
    changes: ['visitor'],
    body: VoidVisit,
    output: VisitorEntry,
  }),
  exportVisitors: endpoint({
    method: 'GET',
    path: `${path}/{format}`,
    title: 'Register of visitors, as a file',
    access,
    shows: ['visitor', 'member', 'event', 'venue'],
    params: { format: FileFormat },
    query: VisitorFilters,
    mayLag: true,
    leavesEntry: true,
    output: file,
  }),
}
