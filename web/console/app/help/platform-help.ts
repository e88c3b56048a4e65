import type { PageName } from '#contract/console-paths.ts'
import type { PageHelp } from './help-words.ts'

/** Of the pages of those who run all the businesses. */
export const platformHelp = {
  businesses: {
    sentences: [
      'Every club and venue that runs on this installation. Open one to work in it.',
      'What a business may use is switched on with its licences, in its configuration.',
    ],
    next: { page: 'administrators', label: 'Who else runs this installation' },
  },
  administrators: {
    sentences: [
      'Super administrators see every business. Invite only who has to.',
      'Somebody who leaves is disabled at once, and signed out everywhere.',
    ],
    next: { page: 'businesses', label: 'Businesses' },
  },
  platformAudit: {
    sentences: [
      'What was done over all businesses, by whom and when. Nothing here can be changed or deleted.',
    ],
    next: { page: 'administrators', label: 'Administrators' },
  },
  outbox: {
    sentences: [
      'Every message that Hub has sent or tried to send, and what became of it.',
      'One that failed says why, and can be sent again once the reason is mended.',
    ],
    next: { page: 'failedJobs', label: 'Failed jobs' },
  },
  failedJobs: {
    sentences: [
      'Work that was tried several times and came to nothing. Mend the reason, then try it again, or drop it.',
    ],
    next: { page: 'outbox', label: 'Outbox' },
  },
  growth: {
    sentences: [
      'What takes room in the database, how fast it grows, and what takes more than it needs.',
      'How long a business keeps its records it says in its settings, under Retention. Of what is no business’s, the settings of the installation say it.',
    ],
    next: { page: 'failedJobs', label: 'Failed jobs' },
  },
} satisfies Partial<Record<PageName, PageHelp>>
