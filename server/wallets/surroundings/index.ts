export { googleOrigin, type Surroundings, walletSurroundings } from './surroundings.ts'
