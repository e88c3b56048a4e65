export {
  reloadKinds,
  requireLimitAtTills,
  requireReloadable,
  requireRoomOnCard,
  requireReloadWithinLimits,
  roomOn,
  roomToday,
} from './limits.ts'
export { reloadCard } from './reload-card.ts'
export { addToCard, paidReload, tenderAccount } from './reload.ts'
