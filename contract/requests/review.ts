import { z } from 'zod'
import { readRequests } from '#contract/access/shared-reads.ts'
import { endpoint, may, mayToMember } from '#contract/endpoint.ts'
import { revision } from '#contract/revisions.ts'
import { needed } from '#contract/words/needed.ts'
import { reasonOf } from '#contract/words/reason.ts'
import { Decider, NotifyBy } from './decisions.ts'
import { FormKind } from './request-forms.ts'
import { RequestDetail } from './requests.ts'

const path = '/api/cherrypay/v1/{businessId}/odma/requests'
const decide = may('Request.Decide')

/** So many can be accepted at once. */
export const mostAtOnce = 100

/** What became of one of several that were to be accepted. */
export const AcceptedOrNot = z.object({
  SessionId: z.string(),
  DisplayName: z.string().nullable(),
  IsAccepted: z.boolean(),
  /** Why it wasn't. */
  Message: z.string().nullable(),
})
export type AcceptedOrNot = z.infer<typeof AcceptedOrNot>

export const PutBack = z.object({
  Reason: reasonOf(1, 'Reason is required.'),
  NotifyBy,
})

export const NewRequestNote = z.object({
  Text: z
    .string(needed('Write something.'))
    .trim()
    .min(1, 'Write something.')
    .max(2000, 'A note can have 2,000 characters at the most.'),
})

/** What a business rejects requests for until it has a list of its own. */
export const usualReasons: readonly string[] = [
  'Details are missing or wrong',
  'Does not meet the rules of membership',
  'Could not be identified',
  'Is a member already',
  'No places are left',
  'Withdrawn by the applicant',
]

export const RejectionReasons = z
  .object({
    Reasons: z
      .array(
        z
          .string()
          .trim()
          .min(1, 'A reason can not be empty.')
          .max(100, 'A reason can have 100 characters at the most.'),
      )
      .max(30, 'There can be 30 reasons at the most.'),
  })
  .refine(({ Reasons }) => new Set(Reasons.map((each) => each.toLowerCase())).size === Reasons.length, {
    path: ['Reasons'],
    message: 'Each reason is listed once.',
  })

const KeptReasons = z.object({ Reasons: z.array(z.string()), Revision: z.string() })
export type KeptReasons = z.infer<typeof KeptReasons>

/** What is done with requests of either kind before and after the decision. */
export const reviewApi = {
  /** Each as its own page proposes it. One that isn't plain, or fails, stays as it is and is told with the reason. */
  acceptRequests: endpoint({
    method: 'POST',
    path: `${path}/accept`,
    title: 'Accept several requests',
    access: mayToMember('Request.Decide', 'HubMembership'),
    changes: ['request', 'member'],
    body: z.object({
      SessionIds: z
        .array(z.string().min(1).max(100))
        .min(1, 'Choose at least one request.')
        .max(mostAtOnce, `At most ${mostAtOnce} requests can be accepted at once.`),
      /** Each is told the way they are usually reached. */
      TellApplicants: z.boolean().default(true),
    }),
    output: z.object({ Results: z.array(AcceptedOrNot) }),
  }),
  putRequestBack: endpoint({
    method: 'POST',
    path: `${path}/{sessionId}/put-back`,
    title: 'Put a rejected request back',
    access: decide,
    changes: ['request'],
    body: PutBack,
    output: RequestDetail,
  }),
  assignRequest: endpoint({
    method: 'PUT',
    path: `${path}/{sessionId}/assignee`,
    title: 'Assign a request',
    access: decide,
    changes: ['request'],
    withoutRevision: 'It says outright whose it is to be.',
    body: z.object({ Uid: z.string().max(200).nullable() }),
    output: RequestDetail,
  }),
  addRequestNote: endpoint({
    method: 'POST',
    path: `${path}/{sessionId}/notes`,
    title: 'Write a note on a request',
    access: decide,
    changes: ['request'],
    body: NewRequestNote,
    output: RequestDetail,
  }),
  /** Those who are named as proposer or seconder and haven't answered, each once a day at the most. */
  askSponsorsAgain: endpoint({
    method: 'POST',
    path: `${path}/{sessionId}/sponsors/ask`,
    title: 'Ask proposer and seconder again',
    access: decide,
    changes: ['request'],
    output: RequestDetail,
  }),
  /** The one to look at after another, the oldest first; those that are somebody else's are left out. */
  getNextRequest: endpoint({
    method: 'GET',
    path: `${path}/next`,
    title: 'The next request that waits for a decision',
    access: decide,
    shows: ['request'],
    query: z.object({ kind: FormKind, after: z.string().max(100).optional() }),
    output: z.object({
      SessionId: z.string().nullable(),
      /** How many others wait. */
      WaitingCount: z.number().int(),
    }),
  }),
  listDeciders: endpoint({
    method: 'GET',
    path: `${path}/deciders`,
    title: 'Users who decide on requests',
    access: decide,
    shows: ['user', 'role'],
    output: z.object({ Results: z.array(Decider) }),
  }),
  getRejectionReasons: endpoint({
    method: 'GET',
    path: `${path}/rejection-reasons`,
    title: 'Reasons for rejecting requests',
    access: readRequests,
    shows: ['request'],
    output: KeptReasons,
  }),
  saveRejectionReasons: endpoint({
    method: 'PUT',
    path: `${path}/rejection-reasons`,
    title: 'Change the reasons for rejecting requests',
    access: may('Form.Manage'),
    changes: ['request'],
    query: z.object({ revision }),
    body: RejectionReasons,
    output: KeptReasons,
  }),
}
