export { fitOf, isCheckOf, writeCheck } from './secret-check.ts'
export { secretToStart, whyDiffers } from './start-secret.ts'
