export { isApiKey, whoIsTill } from './api-keys.ts'
export { ensureSuperAdministrator } from './first-administrator.ts'
export { claimsFor, placeFollows, placeOf } from './place.ts'
export { whoIs } from './who-is.ts'
