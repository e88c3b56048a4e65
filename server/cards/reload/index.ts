export {
  reloadKinds,
  requireLimitAtTills,
  requireReloadable,
  requireRoom,
  requireWithinLimits,
  roomOn,
  roomToday,
} from './limits.ts'
export { reloadCard } from './reload-card.ts'
export { addToCard, paidReload, tenderAccount } from './reload.ts'
