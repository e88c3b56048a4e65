import type { Database } from '#platform/database'
import { inLane, type Tasks } from '#platform/jobs'
import { resumeInvitations, type RunJob, sendInvitations } from '#server/passes/invitations'
import {
  type OnPassesChanged,
  queueEndedPasses,
  raiseLeftTags,
  raiseTags,
  raiseTask,
} from '#server/passes/issued'

/** The work behind passes. Whoever tells wallets of changes hears of them by `onChanged`. */
export function passTasks(database: Database, onChanged: OnPassesChanged): Tasks {
  return {
    [raiseTask]: inLane('soon', ({ businessId }: { businessId: string }) =>
      raiseTags(database, businessId, onChanged),
    ),
    raise_left_pass_tags: inLane('maintenance', () => raiseLeftTags(database, onChanged)),
    queue_ended_passes: inLane('maintenance', () => queueEndedPasses(database)),
    send_pass_invitations: inLane('bulk', (job: RunJob) => sendInvitations(database, job)),
    resume_pass_invitations: inLane('maintenance', () => resumeInvitations(database)),
  }
}

/** When the recurring parts of it are due. */
export const passSchedule = [
  '* * * * * raise_left_pass_tags',
  '* * * * * resume_pass_invitations',
  // Days are judged in UTC, as members' financial dates are.
  '5 0 * * * queue_ended_passes',
]
