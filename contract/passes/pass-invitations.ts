import { z } from 'zod'
import { mayInviteMembers } from '#contract/access/shared-reads.ts'
import { countedPage, countedPaging, endpoint, file } from '#contract/endpoint.ts'
import { filterTooLong, longestFilter, parseFilter } from '#contract/members/member-filter.ts'
import { memberSearch } from '#contract/members/members.ts'
import {
  ConfirmCount,
  MessagePreview,
  recipientStates,
  SendingRecipient,
  sendingStates,
} from '#contract/messaging/mass-sending.ts'
import { internationalMobile, isInternationalMobile } from '#contract/values/mobile.ts'
import { needed } from '#contract/words/needed.ts'

const path = '/api/cherrypay/v1/{businessId}/pass-invitations'
const access = mayInviteMembers

/** The sending of invitations to all members of a search. */
export const PassRun = z.object({
  RunId: z.string(),
  DisplayName: z.string(),
  State: z.enum(sendingStates),
  /** Members to go through, and those that have been. */
  Total: z.number().int(),
  Seen: z.number().int(),
  /** How many somebody agreed to: it invites no more. Null of one that was started before that was kept. */
  ToInvite: z.number().int().nullable(),
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

/**
 * How many members a run would reach. Of very many a part is counted at a time: while `Next` is something, the call is made
 * again with it as `after`, and all answers are added up.
 */
export const PassRunCount = z.object({
  Members: z.number().int(),
  ToInvite: z.number().int(),
  Skipped: z.number().int(),
  Unreachable: z.number().int(),
  Next: z.string().nullable(),
  /** How many of the business's members were gone through for this answer, and with the first about how many there are. */
  Walked: z.number().int(),
  Of: z.number().int().nullable(),
  /**
   * How many the caller's role may write to at once, null for any number; what they sent of late counts along. A server of the
   * version before doesn't say.
   */
  MostAtOnce: z.number().int().nullable().default(null),
  SentOfLate: z.number().int().default(0),
})
export type PassRunCount = z.infer<typeof PassRunCount>

const PassConfigurationId = z.string(needed('Choose a card.')).min(1, 'Choose a card.').max(100)

/** A search as it is stored; its filter is the text of a filter query. */
export const StoredSearch = z.object({
  q: memberSearch.q,
  membershipNumber: memberSearch.membershipNumber,
  filter: z
    .string()
    .max(longestFilter, filterTooLong)
    .superRefine((text, context) => {
      for (const { message } of parseFilter(text).errors) context.addIssue({ code: 'custom', message })
    })
    .optional(),
})
export type StoredSearch = z.infer<typeof StoredSearch>

/** Why a member was passed over, in words. */
export const skipReasons = {
  HasCard: 'Has the card already.',
  TakenAway: 'Had the card taken away.',
  NotFinancial: 'Is not financial, and the card would be void.',
  Beyond: 'Came after as many were invited as had been agreed to.',
} as const
export type SkipReason = keyof typeof skipReasons

export const passRunWords = {
  unreachable: 'Has neither a mobile number nor an e-mail address.',
  undelivered: 'It could not be delivered.',
  tryNeedsMobile: 'Type the mobile number of your own phone.',
  manyTries: 'You have sent yourself many of these. Try again in an hour.',
}

const MobileNumber = z
  .string()
  .trim()
  .max(30)
  .transform(internationalMobile)
  .refine(isInternationalMobile, passRunWords.tryNeedsMobile)
  .optional()

// More than anybody has, and no more than can be counted.
const mostMembers = 1_000_000_000

const recipientsQuery = z.object({ state: z.enum(recipientStates).optional() })

export const passInvitationsApi = {
  countPassInvitations: endpoint({
    method: 'GET',
    path: `${path}/count`,
    title: 'How many members would be sent a digital membership invitation',
    access,
    shows: ['pass', 'member'],
    query: StoredSearch.extend({
      PassConfigurationId,
      /** Where the last answer ended. */
      after: z.string().max(100).optional(),
    }),
    output: PassRunCount,
  }),
  /** With the values of somebody who would be invited, for those who may see them. */
  previewPassInvitation: endpoint({
    method: 'GET',
    path: `${path}/preview`,
    title: 'A digital membership invitation as it will arrive',
    access,
    shows: ['pass', 'passDesign', 'member'],
    query: StoredSearch.extend({ PassConfigurationId }),
    output: MessagePreview,
  }),
  /** To the e-mail address one signs in with, and to a phone of one's own. Its link opens nothing. */
  tryPassInvitation: endpoint({
    method: 'POST',
    path: `${path}/try`,
    title: 'Send a digital membership invitation to oneself',
    access,
    changes: ['message'],
    body: StoredSearch.extend({ PassConfigurationId, MobileNumber }),
    output: z.object({ SentTo: z.array(z.string()) }),
  }),
  /** Newest first. */
  listPassInvitations: endpoint({
    method: 'GET',
    path,
    title: 'Digital membership invitations to many members',
    access,
    shows: ['passRun'],
    query: z.object(countedPaging),
    output: countedPage(PassRun),
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
      ToInvite: z.number().int().min(1).max(mostMembers),
      /** The same number, typed, where it is a large one. */
      ConfirmCount,
    }),
    output: PassRun,
    sendsToMany: {
      count: 'countPassInvitations',
      preview: 'previewPassInvitation',
      tryOut: 'tryPassInvitation',
      read: 'getPassInvitations',
      pause: 'pausePassInvitations',
      goOn: 'continuePassInvitations',
      stop: 'stopPassInvitations',
      recipients: 'listPassInvitationRecipients',
      file: 'exportPassInvitationRecipients',
    },
  }),
  getPassInvitations: endpoint({
    method: 'GET',
    path: `${path}/{runId}`,
    title: 'The sending of digital membership invitations',
    access,
    shows: ['passRun'],
    output: PassRun,
  }),
  /** What waits to go out already still does: at most `mostUnderWay` of them. */
  pausePassInvitations: endpoint({
    method: 'POST',
    path: `${path}/{runId}/pause`,
    title: 'Pause sending digital membership invitations',
    access,
    changes: ['passRun'],
    output: PassRun,
  }),
  continuePassInvitations: endpoint({
    method: 'POST',
    path: `${path}/{runId}/continue`,
    title: 'Go on sending digital membership invitations',
    access,
    changes: ['passRun', 'pass'],
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
  /** What became of each whom it has come to so far. */
  listPassInvitationRecipients: endpoint({
    method: 'GET',
    path: `${path}/{runId}/recipients`,
    title: 'What became of digital membership invitations to many members',
    access,
    shows: ['passRun', 'message', 'member'],
    query: z.object(countedPaging).extend(recipientsQuery.shape),
    output: countedPage(SendingRecipient),
  }),
  exportPassInvitationRecipients: endpoint({
    method: 'GET',
    path: `${path}/{runId}/recipients/csv`,
    title: 'What became of digital membership invitations to many members, as a CSV file',
    access,
    shows: ['passRun', 'message', 'member'],
    query: recipientsQuery,
    leavesEntry: true,
    output: file,
  }),
}
