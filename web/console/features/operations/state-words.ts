import type { FailedJobState } from '#contract/jobs/failed-jobs.ts'
import type { StatusColor } from '#ui/feedback/status-badge.tsx'

export const stateWords: Record<FailedJobState, string> = {
  Failed: 'Given up',
  Retrying: 'Will be tried again',
}
export const stateColors: Record<FailedJobState, StatusColor> = { Failed: 'red', Retrying: 'orange' }
