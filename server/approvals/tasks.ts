import type { Database } from '#platform/database'
import { inLane, type Tasks } from '#platform/jobs'
import { expireApprovals } from './expire.ts'

/** What the clock does with requests for approval. */
export function approvalTasks(database: Database): Tasks {
  return { expire_approvals: inLane('maintenance', () => expireApprovals(database)) }
}

export const approvalSchedule: readonly string[] = ['11 * * * * expire_approvals']
