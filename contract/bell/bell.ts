import { z } from 'zod'
import { endpoint, listOfKinds, page, paging, signedIn, stream } from '#contract/endpoint.ts'

const path = '/api/cherrypay/v1/{businessId}/bell'

/** What users are told of when they come back. */
export const noticeKinds = [
  'ImportChecked',
  'ImportDone',
  'ImportFailed',
  'ReportReady',
  'ApprovalAsked',
  'ApprovalDecided',
  'InvitationsDone',
  'DeliveryFailed',
  'RequestAssigned',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What a notice tells, by name; the console has the words. */
export const NoticeValues = z.record(z.string(), z.union([z.string(), z.number()]))
export type NoticeValues = z.infer<typeof NoticeValues>

export const Notice = z.object({
  NoticeId: z.string(),
  Kind: z.enum(noticeKinds),
  /** What it is about: an import, a request, a message. */
  SubjectId: z.string(),
  Values: NoticeValues,
  Date: z.iso.datetime(),
  IsRead: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** What is said on the stream whenever it has changed. */
export const BellNews = z.object({ Unread: z.number().int(), Newest: z.iso.datetime().nullable() })

/** How many of what waits are counted; so many stand for more. */
export const mostWaiting = 100

/** For how long somebody can look back. */
export const noticeDays = 90

const shows = ['notice'] as const

export const bellApi = {
  /** Of the caller alone, newest first. */
  listNotices: endpoint({
    method: 'GET',
    path,
    title: 'What happened while one was away',
    access: signedIn,
    shows,
    query: z.object(paging),
    output: page(Notice).extend({ Results: listOfKinds(Notice, Notice.pick({ Kind: true })) }),
  }),
  watchNotices: endpoint({
    method: 'GET',
    path: `${path}/live`,
    title: 'What happens, live',
    access: signedIn,
    shows,
    output: stream,
  }),
  /** What waits for the caller, for the bell and the menu; a hundred stands for more, and what they may not decide for none. */
  countWaiting: endpoint({
    method: 'GET',
    path: `${path}/waiting`,
    title: 'How much waits for one',
    access: signedIn,
    shows: ['notice', 'approval', 'request'],
    output: z.object({
      Unread: z.number().int(),
      Approvals: z.number().int(),
      Applications: z.number().int(),
      Renewals: z.number().int(),
    }),
  }),
  readNotice: endpoint({
    method: 'POST',
    path: `${path}/{noticeId}/read`,
    title: 'Mark a notice as read',
    access: signedIn,
    changes: ['notice'],
    recordsItself: true,
  }),
  /** All that had happened by the moment; what came meanwhile stays unread. */
  readNotices: endpoint({
    method: 'POST',
    path: `${path}/read`,
    title: 'Mark all notices as read',
    access: signedIn,
    changes: ['notice'],
    recordsItself: true,
    body: z.object({ UpTo: z.iso.datetime({ offset: true }) }),
  }),
}
