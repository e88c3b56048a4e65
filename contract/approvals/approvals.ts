import { z } from 'zod'
import { approvalAccess } from '#contract/access/shared-reads.ts'
import { limitKinds } from '#contract/approvals/limits.ts'
import { countedPage, countedPaging, endpoint } from '#contract/endpoint.ts'
import { reasonOf } from '#contract/words/reason.ts'

const path = '/api/cherrypay/v1/{businessId}/approvals'

export const approvalStatuses = ['Waiting', 'Approved', 'Refused', 'Withdrawn', 'Expired'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

const Reason = reasonOf(1, 'Reason is required.')

/** What is above somebody's limit, asked for. */
export const Approval = z.object({
  ApprovalId: z.string(),
  Kind: z.enum(limitKinds),
  /** What is to be done: 'Award points to a member'. */
  Title: z.string(),
  /** Points, or dollars of a card. */
  Amount: z.number(),
  /** For whom, by name. */
  About: z.string(),
  /** Null for somebody who is no member. */
  MemberId: z.string().nullable(),
  /** What else there is to know, in words. */
  Details: z.record(z.string(), z.string()),
  Reason: z.string(),
  AskedBy: z.string(),
  AskedDate: z.iso.datetime(),
  ExpiryDate: z.iso.datetime(),
  Status: z.enum(approvalStatuses),
  DecidedBy: z.string().nullable(),
  DecidedDate: z.iso.datetime().nullable(),
  /** Why it was refused. */
  Decision: z.string().nullable(),
  /** Whether the caller asked for it. */
  IsOwn: z.boolean(),
  /** Whether the caller may decide it as far as is known: their limit for one act covers it. */
  CanDecide: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

/** A call that was refused for its amount, as it was sent. */
export const ApprovalRequest = z.object({
  /** The name of the call. */
  Act: z.string().min(1).max(100),
  Params: z.record(z.string().max(100), z.string().max(200)),
  Query: z.record(z.string().max(100), z.union([z.string().max(200), z.number(), z.boolean()])).optional(),
  /** Left out where the call takes none. */
  Body: z.unknown().optional(),
  Reason,
})

export const approvalWords = {
  title: 'Approvals',
  asked: 'Approval asked for',
  askFailed: 'Approval could not be asked for',
  approved: 'Approved and carried out',
  approveFailed: 'Not carried out',
  refused: 'Refused',
  refuseFailed: 'Could not be refused',
  withdrawn: 'Withdrawn',
  withdrawFailed: 'Could not be withdrawn',
  loadFailed: 'The approvals could not be loaded',
  nothingWaits: 'Nothing waits for approval.',
  nothingDecided: 'Nothing has been decided yet.',
  aboveYours: 'This is above your own limit, too.',
  ownRequest: "You can't approve what you asked for yourself. Somebody else has to.",
  ownRefusal: "You can't refuse what you asked for yourself. Withdraw it.",
  notYours: 'Only who asked for it can withdraw it.',
  withinLimit: 'This is within your limit: nobody has to approve it.',
  noSuchAct: 'Nobody is asked to approve this.',
  tooMany: 'Too many of your requests wait already. Withdraw some, or wait until they are decided.',
  tooLong: 'This is too long to be kept.',
  askerGone: 'Who asked for this may not do it any more. It can only be refused.',
  changed: 'What was asked for has changed since. It can only be refused, and asked for anew.',
  notNow: (sentence: string) => `This can't be done now: ${sentence}`,
  notWaiting: (status: ApprovalStatus) => `This request is ${status.toLowerCase()} already.`,
  actor: (asker: string, approver: string) => `${asker}, approved by ${approver}`,
}

/** How long a request waits. */
export const approvalDays = 7

const about = 'approval' as const

export const approvalsApi = {
  askForApproval: endpoint({
    method: 'POST',
    path,
    title: 'Ask for approval',
    access: approvalAccess,
    changes: [about],
    asksAgain: 'approval is asked for',
    body: ApprovalRequest,
    output: Approval,
  }),
  /** Newest first: what the caller asked for, and what their permissions and venues are for. */
  listApprovals: endpoint({
    method: 'GET',
    path,
    title: 'Requests for approval',
    access: approvalAccess,
    shows: [about],
    query: z.object({ ...countedPaging, state: z.enum(['waiting', 'decided']).default('waiting') }),
    output: countedPage(Approval),
  }),
  /** Of those that wait, how many the caller may decide; a hundred stands for more. */
  countApprovals: endpoint({
    method: 'GET',
    path: `${path}/count`,
    title: 'How many requests wait for approval',
    access: approvalAccess,
    shows: [about],
    output: z.object({ Count: z.number().int() }),
  }),
  approveRequest: endpoint({
    method: 'POST',
    path: `${path}/{approvalId}/approve`,
    title: 'Approve a request',
    access: approvalAccess,
    changes: [about, 'points', 'card', 'pass', 'order', 'member', 'disbursementAccount'],
    asksAgain: 'a request is approved',
    output: Approval,
  }),
  refuseRequest: endpoint({
    method: 'POST',
    path: `${path}/{approvalId}/refuse`,
    title: 'Refuse a request',
    access: approvalAccess,
    changes: [about],
    body: z.object({ Reason }),
    output: Approval,
  }),
  withdrawRequest: endpoint({
    method: 'POST',
    path: `${path}/{approvalId}/withdraw`,
    title: 'Withdraw a request for approval',
    access: approvalAccess,
    changes: [about],
    output: Approval,
  }),
}
