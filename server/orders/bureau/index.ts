export {
  countOrdersToExport,
  createCardOrderBatch,
  exportCardOrderBatch,
  listCardOrderBatches,
} from './batches.ts'
export { completeCardOrder, completeCardOrders, previewCompletions } from './complete-orders.ts'
