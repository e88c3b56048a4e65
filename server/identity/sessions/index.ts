export {
  acceptCookies,
  type Cookie,
  deviceCookie,
  flowCookie,
  flowLifetimeMs,
  linkCookie,
  readCookie,
  readSessions,
  sessionCookie,
  writeCookie,
} from './cookies.ts'
export {
  beginningOf,
  endSession,
  endSessionsOf,
  hasLimit,
  idleLimitMs,
  isPastLimit,
  resumeSession,
  secondsOf,
  type Session,
  startSession,
} from './sessions.ts'
export { createSigningKeys, type SigningKeys } from './signing-keys.ts'
export { createTokens, type Tokens } from './tokens.ts'
