import type { Database } from '#platform/database'
import { inLane, type InPieces, type Tasks } from '#platform/jobs'
import {
  formerRunTask,
  resumeInvitations,
  type RunJob,
  runTask,
  sendInvitations,
} from '#server/passes/invitations'
import {
  type OnPassesChanged,
  queueEndedPasses,
  raiseLeftTags,
  raiseTags,
  raiseTask,
} from '#server/passes/issued'

/** The work behind passes. Whoever tells wallets of changes hears of them by `onChanged`. */
export function passTasks(database: Database, onChanged: OnPassesChanged): Tasks {
  const send = inLane('bulk', (job: RunJob) => sendInvitations(database, job))
  return {
    [raiseTask]: inLane('soon', ({ businessId }: { businessId: string }) =>
      raiseTags(database, businessId, onChanged),
    ),
    raise_left_pass_tags: inLane('maintenance', () => raiseLeftTags(database, onChanged)),
    queue_ended_passes: inLane('maintenance', (clock: InPieces) => queueEndedPasses(database, clock)),
    [runTask]: send,
    [formerRunTask]: send,
    resume_pass_invitations: inLane('maintenance', () => resumeInvitations(database)),
  }
}

/** When the recurring parts of it are due. */
export const passSchedule = [
  '* * * * * raise_left_pass_tags',
  '* * * * * resume_pass_invitations',
  // For each business once its day has begun.
  '5 * * * * queue_ended_passes',
]
