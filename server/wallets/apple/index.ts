export { passType, signedPass } from './apple-pass.ts'
export { push, type PushOutcome, type PushService } from './apple-push.ts'
export { serveAppleWallet } from './apple-service.ts'
export { forgetTokens } from './registrations.ts'
