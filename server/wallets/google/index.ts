export { type GoogleAccount, googleServiceOf } from './google-account.ts'
export { googleApi, type GoogleApi, GoogleLater } from './google-api.ts'
export { googleSaveLink } from './google-link.ts'
export { type Design, googleClass, googleObject, type GoogleOrigin } from './google-pass.ts'
