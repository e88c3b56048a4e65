export { type OpenedValue, openedValues, sealValues } from './moving.ts'
export { isServed, type Resealed, resealAll } from './reseal.ts'
export { fitOf, isCheckOf, writeCheck } from './secret-check.ts'
export { holdSecret, secretToStart, whyDiffers } from './start-secret.ts'
