export { reloadKinds, requireReloadable, requireRoom } from './limits.ts'
export { reloadCard } from './reload-card.ts'
export { addToCard, paidReload, tenderAccount } from './reload.ts'
