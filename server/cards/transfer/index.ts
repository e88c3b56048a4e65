export { getPointsTransferModal } from './points-transfer.ts'
export { transferPointsToCard } from './points-transfer.ts'
export { transferPoints } from './points-transfer.ts'
