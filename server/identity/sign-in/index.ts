export { acceptWithPasskey, beginInvitedPasskey } from './accept-with-passkey.ts'
export { checkFactor, requireNoFactor } from './ask-for-factor.ts'
export { checkProof } from './proof.ts'
export { prove } from './prove.ts'
export {
  checkCredentials,
  type Credentials,
  enterAccount,
  type Entered,
  refreshToken,
  sessionOf,
  signIn,
  signOut,
} from './sign-in.ts'
export { askForPasskey, finishSignIn, signInWithPasskey } from './second-step.ts'
