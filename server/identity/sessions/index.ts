export {
  acceptCookies,
  type Cookie,
  deviceCookie,
  flowCookie,
  flowLifetimeMs,
  hasSession,
  linkCookie,
  readCookie,
  readSessions,
  writeCookie,
  writeSession,
} from './cookies.ts'
export {
  beginningOf,
  endOtherSessions,
  endSession,
  endSessionsOf,
  hasLimit,
  idleLimitMs,
  isPastLimit,
  type ListedSession,
  noteProof,
  provenAt,
  type Resumed,
  resumeSession,
  secondsOf,
  type Session,
  sessionsOf,
  startSession,
} from './sessions.ts'
export { createSigningKeys, sealedSigningKeys, type SigningKeys } from './signing-keys.ts'
export { createTokens, type Tokens } from './tokens.ts'
