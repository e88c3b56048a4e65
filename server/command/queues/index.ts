export { dropJobCommand, jobsCommand, retryJobsCommand } from './jobs.ts'
export { outboxCommand, resendCommand, showMessageCommand } from './outbox.ts'
