import { z } from 'zod'
import { countedPage, countedPaging, endpoint, may } from '#contract/endpoint.ts'

const Fields = z.record(z.string(), z.unknown()).nullable()

/** One change of a member: what differs, before and after. `changesOf` of the audit trail puts it in words. */
export const MemberChange = z.object({
  ChangeId: z.string(),
  At: z.iso.datetime(),
  ActorName: z.string(),
  Title: z.string(),
  Before: Fields,
  After: Fields,
})
export type MemberChange = z.infer<typeof MemberChange>

export const memberHistoryApi = {
  /** Newest first. */
  listMemberHistory: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/members/{memberId}/history',
    title: 'What was changed of a member',
    access: may('Member.ReadDetails'),
    shows: ['member'],
    query: z.object(countedPaging),
    output: countedPage(MemberChange),
  }),
}
