import { z } from 'zod'
import { countedPage, countedPaging, endpoint, file, may } from '#contract/endpoint.ts'
import { FilterQuery } from '#contract/members/member-filter.ts'
import { memberStandings } from '#contract/members/standing.ts'

// The list of members, apart from the members themselves: it is the first page of many.

export const membersPath = '/api/cherrypay/v1/{businessId}/members'

// What is stored has been checked on its way in, and goes out as it is.
export const stored = z.string().nullable()
export const storedDay = z.iso.date().nullable()

export const MemberListItem = z.object({
  id: z.string(),
  MembershipNumber: stored,
  BadgeNumber: stored,
  FirstName: z.string(),
  PreferredName: stored,
  LastName: z.string(),
  BirthDate: storedDay,
  Status: stored,
  /** True while the financial date isn't past. */
  Financial: z.boolean(),
  /** The same with the grace of the membership type, and those that never lapse. */
  Standing: z.enum(memberStandings),
  DateFinancial: storedDay,
  MemberLevelDescription: stored,
  MembershipTypeDescription: stored,
})
export type MemberListItem = z.infer<typeof MemberListItem>

/**
 * One who was looked for; the suburb they live in tells them from others of the name, to those who may read members. A server
 * of the version before doesn't say.
 */
export const FoundMember = MemberListItem.extend({ Suburb: stored.default(null) })
export type FoundMember = z.infer<typeof FoundMember>

/** The searches of the list, the export and the bulk actions. */
export const memberSearch = {
  q: z.string().max(200).optional(),
  membershipNumber: z.string().max(40).optional(),
  filter: FilterQuery.optional(),
}

export const listMembers = endpoint({
  method: 'GET',
  path: membersPath,
  title: 'Members',
  access: may('Member.Search'),
  shows: ['member', 'option'],
  query: z.object({ ...countedPaging, ...memberSearch }),
  output: countedPage(FoundMember),
})

export const exportMembers = endpoint({
  method: 'GET',
  path: `${membersPath}/csv`,
  title: 'Members, as a CSV file',
  access: may('Member.Export'),
  shows: ['member'],
  query: z.object(memberSearch),
  asksAgain: 'members are exported',
  mayLag: true,
  leavesEntry: true,
  output: file,
})
