import { z } from 'zod'
import { endpoint, mayToMember } from '#contract/endpoint.ts'
import { MemberListItem } from '#contract/members/members.ts'

/** What somebody can have in common with a member. */
export const likenesses = ['Name', 'BirthDate', 'EmailAddress', 'MobileNumber'] as const
export type Likeness = (typeof likenesses)[number]

/** The same in words: 'Same mobile number'. */
export const likenessWords: Readonly<Record<Likeness, string>> = {
  Name: 'name',
  BirthDate: 'date of birth',
  EmailAddress: 'e-mail address',
  MobileNumber: 'mobile number',
}

const typed = z.string().trim().max(320).default('')

export const possibleDuplicatesApi = {
  /** Asked while a new member is typed: what isn't there yet is left out. Five at the most, by name. */
  listPossibleDuplicates: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/hub-membership/possible-duplicates',
    title: 'Members who may be the person that is about to be made',
    access: mayToMember('Member.Create', 'HubMembership'),
    shows: ['member'],
    query: z.object({
      firstName: typed,
      lastName: typed,
      birthDate: z.iso.date().optional(),
      emailAddress: typed,
      mobileNumber: typed,
    }),
    output: z.object({ Results: z.array(MemberListItem.extend({ Same: z.array(z.enum(likenesses)) })) }),
  }),
}
