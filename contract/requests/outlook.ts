import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { memberStandings } from '#contract/members/standing.ts'

/** How a member stands, and what will happen when. */
export const MemberOutlook = z.object({
  Standing: z.enum(memberStandings),
  DateFinancial: z.iso.date().nullable(),
  GraceDays: z.number().int(),
  NeverLapses: z.boolean(),
  /** The days on which reminders to renew are due, in their order; none for who asked for none. */
  ReminderDates: z.array(z.iso.date()),
})
export type MemberOutlook = z.infer<typeof MemberOutlook>

export const outlookApi = {
  getMemberOutlook: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/members/{memberId}/outlook',
    title: 'What will happen to a membership, and when',
    access: may('Member.ReadDetails'),
    shows: ['member', 'option', 'form', 'reminder'],
    output: MemberOutlook,
  }),
}
