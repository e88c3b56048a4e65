export { eraseEnded } from './erase.ts'
export { exportBusiness } from './export.ts'
