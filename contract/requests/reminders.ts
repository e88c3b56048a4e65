import { z } from 'zod'
import { readRequests } from '#contract/access/shared-reads.ts'
import { countedPage, countedPaging, endpoint, may, page, paging } from '#contract/endpoint.ts'

const path = '/api/cherrypay/v1/{businessId}/odma'
const text = z.string().nullable()
const instant = z.iso.datetime()

/** What came of a reminder: they renewed, want no more, opened its link, or none of it so far. */
export const reminderOutcomes = ['Renewed', 'Unsubscribed', 'Opened', 'Nothing yet'] as const
export type ReminderOutcome = (typeof reminderOutcomes)[number]

/** Whom a reminder is for, and which of the form's it is. */
const ofReminder = {
  MemberId: z.string(),
  MemberName: z.string(),
  MembershipNumber: text,
  DateFinancial: z.string(),
  /** Days after the financial date; negative before it. */
  Days: z.number().int(),
  Channel: z.enum(['email', 'sms']),
}

export const RenewalReminder = z.object({
  ReminderId: z.string(),
  FormName: z.string(),
  ...ofReminder,
  /** Null where the user may not read where members are reached, and once it has fallen away with the texts of messages. */
  Recipient: text,
  SentDate: instant,
  HasOptedOut: z.boolean(),
  Outcome: z.enum(reminderOutcomes),
  /** When its link was opened first; null also for those that went out before this was kept. */
  OpenedDate: instant.nullable(),
})
export type RenewalReminder = z.infer<typeof RenewalReminder>

/** So many days of reminders can be foreseen, from today on. */
export const foreseenDays = 30

/** A reminder that will go out, as things stand. */
export const ForeseenReminder = z.object({
  /** The day of the business it is sent on. */
  Day: z.string(),
  ...ofReminder,
  /** False for who can't be reached that way: nothing is sent. */
  IsReached: z.boolean(),
})
export type ForeseenReminder = z.infer<typeof ForeseenReminder>

const ForeseenDay = z.object({
  Day: z.string(),
  /** How many are sent. */
  Count: z.number().int(),
  /** How many more would be, if the members could be reached that way. */
  UnreachedCount: z.number().int(),
  /** True where there are more than were counted. A server of the version before counts all. */
  IsMore: z.boolean().optional(),
})
export type ForeseenDay = z.infer<typeof ForeseenDay>

const ofForm = { formId: z.string().min(1).max(100) }

export const remindersApi = {
  listRenewalReminders: endpoint({
    method: 'GET',
    path: `${path}/membership-renewal-reminders`,
    title: 'Reminders to renew',
    access: readRequests,
    shows: ['reminder', 'member'],
    query: z.object({
      ...countedPaging,
      formId: z.string().max(100).optional(),
      outcome: z.enum(reminderOutcomes).optional(),
    }),
    output: countedPage(RenewalReminder),
  }),
  /** Day by day, of one form. */
  previewReminders: endpoint({
    method: 'GET',
    path: `${path}/membership-renewal-reminders/preview`,
    title: 'Reminders that will go out',
    access: readRequests,
    shows: ['reminder', 'member', 'form'],
    query: z.object({ ...paging, ...ofForm, day: z.iso.date().optional() }),
    output: page(ForeseenReminder),
  }),
  countForeseenReminders: endpoint({
    method: 'GET',
    path: `${path}/membership-renewal-reminders/preview/days`,
    title: 'Reminders that will go out, counted by day',
    access: readRequests,
    shows: ['reminder', 'member', 'form'],
    query: z.object(ofForm),
    output: z.object({ Results: z.array(ForeseenDay) }),
  }),
  setReminderOptOut: endpoint({
    method: 'PUT',
    path: `${path}/members/{memberId}/renewal-reminder-opt-out`,
    title: "Change a member's wish for reminders",
    access: may('Request.Decide'),
    changes: ['reminder'],
    withoutRevision: 'A switch says outright which way it is to be.',
    body: z.object({ Value: z.boolean() }),
  }),
}
