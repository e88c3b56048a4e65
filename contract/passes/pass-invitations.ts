import { z } from 'zod'
import { endpoint, may, page, paging } from '#contract/endpoint.ts'
import { longestFilter, parseFilter } from '#contract/members/member-filter.ts'
import { memberSearch } from '#contract/members/members.ts'
import { needed } from '#contract/words/needed.ts'

const path = '/api/cherrypay/v1/{businessId}/pass-invitations'
const access = may('Message.Send')

export const passRunStates = ['Running', 'Done', 'Stopped', 'Failed'] as const

/** The sending of invitations to all members of a search. */
export const PassRun = z.object({
  RunId: z.string(),
  DisplayName: z.string(),
  State: z.enum(passRunStates),
  /** Members to go through, and those that have been. */
  Total: z.number().int(),
  Seen: z.number().int(),
  Invited: z.number().int(),
  /** They had the card already, have had it taken away, or aren't financial where it would be void. */
  Skipped: z.number().int(),
  /** They have neither a mobile number nor an e-mail address. */
  Unreachable: z.number().int(),
  StartedBy: z.string(),
  StartedAt: z.iso.datetime(),
  FinishedAt: z.iso.datetime().nullable(),
})
export type PassRun = z.infer<typeof PassRun>

/** How many members a run would reach. */
export const PassRunCount = z.object({
  Members: z.number().int(),
  ToInvite: z.number().int(),
  Skipped: z.number().int(),
  Unreachable: z.number().int(),
})
export type PassRunCount = z.infer<typeof PassRunCount>

const PassConfigurationId = z.string(needed('Choose a card.')).min(1, 'Choose a card.').max(100)

/** A search as it is stored; its filter is the text of a filter query. */
export const StoredSearch = z.object({
  q: memberSearch.q,
  membershipNumber: memberSearch.membershipNumber,
  filter: z
    .string()
    .max(longestFilter, `A filter can have ${longestFilter} characters at the most.`)
    .superRefine((text, context) => {
      for (const { message } of parseFilter(text).errors) context.addIssue({ code: 'custom', message })
    })
    .optional(),
})
export type StoredSearch = z.infer<typeof StoredSearch>

export const passInvitationsApi = {
  countPassInvitations: endpoint({
    method: 'GET',
    path: `${path}/count`,
    title: 'How many members would be sent a digital membership invitation',
    access,
    shows: ['pass', 'member'],
    query: StoredSearch.extend({ PassConfigurationId }),
    output: PassRunCount,
  }),
  /** Newest first. */
  listPassInvitations: endpoint({
    method: 'GET',
    path,
    title: 'Digital membership invitations to many members',
    access,
    shows: ['passRun'],
    query: z.object(paging),
    output: page(PassRun),
  }),
  startPassInvitations: endpoint({
    method: 'POST',
    path,
    title: 'Send digital membership invitations to many members',
    access,
    changes: ['passRun', 'pass'],
    body: StoredSearch.extend({
      PassConfigurationId,
      /** How many invitations whoever started it agreed to: with more than these it isn't begun. */
      ToInvite: z.number().int().min(1),
    }),
    output: PassRun,
  }),
  getPassInvitations: endpoint({
    method: 'GET',
    path: `${path}/{runId}`,
    title: 'The sending of digital membership invitations',
    access,
    shows: ['passRun'],
    output: PassRun,
  }),
  stopPassInvitations: endpoint({
    method: 'POST',
    path: `${path}/{runId}/stop`,
    title: 'Stop sending digital membership invitations',
    access,
    changes: ['passRun'],
    output: PassRun,
  }),
}
