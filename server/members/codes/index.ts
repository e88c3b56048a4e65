export { doubledKeys, listDoubledCodes } from './doubled-codes.ts'
export { type CodeHolder, holdersOf, lockCodes, ownerColumns, ownerFor, sees } from './holders.ts'
export { hasCode, isAmbiguous, onlyHolderOf, resolveCode } from './resolve.ts'
