import sql, { type Sql } from 'sql-template-tag'
import { visitNeeded } from '#contract/business/visit-words.ts'
import { mostCounted } from '#contract/endpoint.ts'
import type { FailedJob, failedJobsApi, FailedJobState } from '#contract/jobs/failed-jobs.ts'
import { taskInWords } from '#contract/jobs/job-words.ts'
import { isOpenBusiness, type Who } from '#platform/access'
import { type Act, type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { noTenant, type Queries } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'

/** The jobs of all businesses that failed, newest first. */
export async function listFailedJobs(call: Call<typeof failedJobsApi.listFailedJobs>) {
  if (isToCount(call)) return totalOfList(call.db, wantedJobs({ ...call.query, most: mostCounted + 1 }))
  const [before = null] = afterKey(call, 'integer') ?? []
  const rows = await failedJobs(call, { ...call.query, before, most: rowsToAsk(call) })
  return pageOf(call, rows, (row) => [row.JobId])
}

type Wanted = {
  readonly before?: string | number | null
  readonly most: number
  readonly state?: FailedJobState | undefined
  readonly task?: string | undefined
  readonly forBusiness?: string | undefined
}

/** The newest of them, or of those before another. */
export function failedJobs(reader: Reader, wanted: Wanted): Promise<FailedJob[]> {
  return jobsFrom(reader, wantedJobs(wanted))
}

function wantedJobs({ before = null, most, state, task, forBusiness }: Wanted): Sql {
  return sql`failed_jobs(${before}, ${most}, ${state ?? null}, ${task ?? null}, ${forBusiness ?? null})`
}

/** How many jobs of a business were given up; a thousand stands for more. */
export async function countFailedJobs(db: Queries): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from failed_jobs(null, 1000, 'Failed', null, ${db.businessId})`)
  return count
}

/** One of them. */
export function getFailedJob(call: Call<typeof failedJobsApi.getFailedJob>): Promise<FailedJob> {
  return failedJob(call, call.params.jobId)
}

/** Has one tried again, now. */
export async function retryFailedJob(call: Act<typeof failedJobsApi.retryFailedJob>): Promise<undefined> {
  const job = await failedJob(call, call.params.jobId)
  const { count } = await retry(call.db, job.JobId, null)
  if (count === 0) throw isNotFailed('This work is under way already.')
  call.audit({ ...recordOfJob(job), after: { State: 'Retrying' } })
}

/** Has all of a task tried again, now. */
export async function retryFailedJobs(call: Act<typeof failedJobsApi.retryFailedJobs>) {
  const { Task } = call.body
  const { count } = await retry(call.db, null, Task)
  call.audit({
    record: { kind: 'Jobs', id: Task, name: taskInWords(Task) },
    after: { Count: count },
    businessId: noTenant,
  })
  return { Count: count }
}

/** Takes one out of the queue that nobody does any more. */
export async function dropFailedJob(call: Act<typeof failedJobsApi.dropFailedJob>): Promise<undefined> {
  const job = await failedJob(call, call.params.jobId)
  const { isDropped } = await call.db.one<{ isDropped: boolean }>(
    sql`select drop_failed_job(${job.JobId}) as "isDropped"`,
  )
  if (!isDropped) throw isNotFailed('This work has tries left: only what was given up can be dropped.')
  call.audit(recordOfJob(job))
}

const isNotFailed = (sentence: string) => conflict('job_not_failed', sentence)

function retry(db: Queries, id: string | null, task: string | null) {
  return db.one<{ count: number }>(sql`select retry_failed_jobs(${id}, ${task}) as count`)
}

function recordOfJob({ JobId, Task, BusinessId, State, Reason }: FailedJob) {
  return {
    record: { kind: 'Job', id: JobId, name: taskInWords(Task) },
    before: { State, Reason },
    businessId: BusinessId ?? noTenant,
  }
}

type Reader = { readonly db: Queries; readonly who: Who }

async function failedJob(reader: Reader, id: string): Promise<FailedJob> {
  // The newest before the next is this one, or there is none.
  const [job] = await jobsFrom(reader, sql`failed_jobs(${id}::bigint + 1, 1, null, null, null)`)
  if (job?.JobId !== id) throw notFound('The job')
  return job
}

/** What went wrong may name people: of a business that asks why one enters it is told to those who have said so. */
function jobsFrom({ db, who }: Reader, jobs: Sql): Promise<FailedJob[]> {
  return db.rows<FailedJob>(sql`
    select j.id::text as "JobId", j.task as "Task", b.business_id as "BusinessId", b.display_name as "BusinessName",
      j.state as "State", j.tries as "Tries", j.most_tries as "MostTries", 
      case when ${isOpenBusiness(who.sessionId)} then j.reason else ${visitNeeded} end as "Reason",
      j.created_at as "CreatedDate", j.last_tried_at as "LastTriedDate", j.next_try_at as "NextTryDate"
    from ${jobs} j left join business b using (business_id)
    order by j.id desc`)
}
