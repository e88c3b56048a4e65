import { z } from 'zod'
import { countedPage, countedPaging, endpoint, superAdministrator } from '#contract/endpoint.ts'

/** Failed: it used up its tries, and nobody does it any more. Retrying: it failed, and waits for its next try. */
export const failedJobStates = ['Failed', 'Retrying'] as const
export const FailedJobState = z.enum(failedJobStates)
export type FailedJobState = z.infer<typeof FailedJobState>

export const FailedJob = z.object({
  JobId: z.string(),
  /** What it is called in the queue, in the figures and in the log. */
  Task: z.string(),
  /** Null for what belongs to no business, or to all of them. */
  BusinessId: z.string().nullable(),
  BusinessName: z.string().nullable(),
  State: FailedJobState,
  Tries: z.number().int(),
  MostTries: z.number().int(),
  /** What went wrong the last time. */
  Reason: z.string(),
  CreatedDate: z.iso.datetime(),
  LastTriedDate: z.iso.datetime(),
  NextTryDate: z.iso.datetime().nullable(),
})
export type FailedJob = z.infer<typeof FailedJob>

const params = { jobId: z.string().regex(/^\d{1,18}$/, 'A job is named by its number.') }
const task = z.string().max(100)

export const failedJobsApi = {
  listFailedJobs: endpoint({
    method: 'GET',
    path: '/api/jobs/failed',
    title: 'Work that failed',
    access: superAdministrator,
    shows: ['job'],
    query: z.object({
      ...countedPaging,
      state: FailedJobState.optional(),
      task: task.optional(),
      forBusiness: z.string().max(100).optional(),
    }),
    output: countedPage(FailedJob),
  }),
  getFailedJob: endpoint({
    method: 'GET',
    path: '/api/jobs/failed/{jobId}',
    title: 'A piece of work that failed',
    access: superAdministrator,
    shows: ['job'],
    params,
    output: FailedJob,
  }),
  retryFailedJob: endpoint({
    method: 'POST',
    path: '/api/jobs/failed/{jobId}/retry',
    title: 'Try failed work again',
    access: superAdministrator,
    changes: ['job', 'message'],
    params,
  }),
  retryFailedJobs: endpoint({
    method: 'POST',
    path: '/api/jobs/failed/retry',
    title: 'Try all failed work of a kind again',
    access: superAdministrator,
    changes: ['job', 'message'],
    body: z.object({ Task: task }),
    output: z.object({ Count: z.number().int() }),
  }),
  dropFailedJob: endpoint({
    method: 'DELETE',
    path: '/api/jobs/failed/{jobId}',
    title: 'Drop failed work',
    access: superAdministrator,
    changes: ['job'],
    params,
  }),
}
