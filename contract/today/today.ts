import { z } from 'zod'
import { readEvents } from '#contract/access/shared-reads.ts'
import {
  type Access,
  endpoint,
  listOfKinds,
  may,
  mayToMember,
  signedIn,
  superAdministrator,
} from '#contract/endpoint.ts'

const path = '/api/cherrypay/v1/{businessId}/today'

/** What Today tells of, in its order, and who is told: those who may open what a line leads to, and do something about it. */
export const todayAccess = {
  applications: may('Request.Decide'),
  renewals: may('Request.Decide'),
  events: readEvents,
  due: mayToMember('Member.Search'),
  lapsed: mayToMember('Member.Search'),
  birthdays: mayToMember('Member.Search'),
  funds: may('Reporting.Financial'),
  refunds: { ...may('Reporting.Financial'), also: 'Request.Refund' } as Access,
  orders: may('Member.InviteToCard'),
  imports: mayToMember('Member.Import', 'HubMembership'),
  messages: superAdministrator,
  jobs: superAdministrator,
} as const satisfies Record<string, Access>

export type TodayLineName = keyof typeof todayAccess
export const todayLines = Object.keys(todayAccess) as [TodayLineName, ...TodayLineName[]]
const Line = z.enum(todayLines, 'Today has no such line.')

/** A week is today and the six days after it, or before it. */
export const daysOfWeek = 7
/** So many days after it was placed an order of a card should have come. */
export const patientDays = 14
/** The pace at which money goes out is that of so many days. */
export const paceDays = 30

const instant = z.iso.datetime()
const count = z.number().int()

export const TodayLine = z.object({
  Line,
  /** Counted up to `mostCounted`, and one beyond that where there are more. */
  Count: count,
  /** Of these, how many it is today for; null where every day is the same. */
  TodayCount: count.nullable(),
  /** The first few of them: the oldest requests, the next birthdays, the newest imports. */
  Items: z.array(z.object({ Id: z.string(), Name: z.string(), Date: z.union([instant, z.iso.date()]) })),
  /** Of the disbursement account: dollars there are, and days that they last; null where nothing goes out. */
  Funds: z.object({ Available: z.number(), DaysLeft: count.nullable() }).nullable(),
  /** Until when the caller wants to see nothing of it. */
  SnoozedUntil: instant.nullable(),
})
export type TodayLine = z.infer<typeof TodayLine>

/** Until when a line is snoozed: the business's next day, or that of a week later. */
export const snoozes = ['day', 'week'] as const
export type Snooze = (typeof snoozes)[number]

export const todayApi = {
  /** Lines that there is something to tell of, by what the caller may open. */
  getToday: endpoint({
    method: 'GET',
    path,
    title: 'What waits today',
    access: signedIn,
    shows: [
      'today',
      'request',
      'event',
      'member',
      'disbursementAccount',
      'payment',
      'order',
      'memberImport',
      'message',
      'job',
    ],
    output: z.object({
      Lines: listOfKinds(TodayLine, TodayLine.pick({ Line: true })),
      /** Lines that could not be counted just now. */
      Failed: listOfKinds(Line, Line),
    }),
  }),
  snoozeToday: endpoint({
    method: 'PUT',
    path: `${path}/{line}/snooze`,
    title: 'Snooze a line of Today',
    access: signedIn,
    changes: ['today'],
    withoutRevision: 'It says outright for how long, and is nobody else’s.',
    recordsItself: true,
    params: { line: Line },
    body: z.object({ For: z.enum(snoozes, 'Snooze it for a day or a week.') }),
  }),
  unsnoozeToday: endpoint({
    method: 'DELETE',
    path: `${path}/{line}/snooze`,
    title: 'Bring a line of Today back',
    access: signedIn,
    changes: ['today'],
    recordsItself: true,
    params: { line: Line },
  }),
}
