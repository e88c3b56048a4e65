export { getPointsTransferModal } from './points-transfer.ts'
export { transferPointsToCard } from './points-transfer.ts'
export { transferKind, transferPoints } from './points-transfer.ts'
