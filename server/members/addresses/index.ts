export { addressServiceOf } from './address-service-of.ts'
export { addressOf, transformAddress } from './addresses.ts'
