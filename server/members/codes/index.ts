export { doubledKeys, listDoubledCodes } from './doubled-codes.ts'
export { type CodeHolder, holdersOf, lockCodes, ownerColumns, ownerFor, sees } from './holders.ts'
export { hasCode, hasCodeAlone, isAmbiguous, resolveCode } from './resolve.ts'
