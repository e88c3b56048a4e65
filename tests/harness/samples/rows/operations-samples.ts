/** The part of `samples` that is of those who look after the installation. */
export const operationsSamples = {
  listOutbox: {},
  getMessage: { params: { messageId: '0' } },
  resendMessage: { params: { messageId: '0' } },
  listFailedJobs: {},
  getFailedJob: { params: { jobId: '0' } },
  retryFailedJob: { params: { jobId: '0' } },
  retryFailedJobs: { body: { Task: 'no_such_task' } },
  dropFailedJob: { params: { jobId: '0' } },
  getBackupStatus: {},
  getGrowth: {},
  getInstallationState: {},
}
