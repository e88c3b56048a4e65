export {
  listFailedReloadRefunds,
  oldestFailedRefunds,
  retryReloadRefund,
  settleReloadRefund,
} from './failed-refunds.ts'
export { beginHolderReload, readHolderReload } from './holder-reload.ts'
export { checkReload, findUnfinishedReloads, openReloadCheckout, refundReload } from './payment-jobs.ts'
export { checkReloadTask, openReloadTask, type TestReload, testReload } from './payment-record.ts'
export { queueReloadRefundCheck, refundReloadTask } from './refunds.ts'
export { settleReload, settleReloadByCheckout } from './settle.ts'
