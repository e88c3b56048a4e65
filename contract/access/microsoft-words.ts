/** What is said about Microsoft accounts beyond the texts of the specification. */
export const microsoftWords = {
  accept: 'Accept with Microsoft',
  useMicrosoft: 'This account signs in with Microsoft: use ‘Sign in with Microsoft’.',
  usePasskey: 'This account signs in with a passkey: use ‘Sign in with a passkey’.',
  inUse: 'This Microsoft account belongs to another user here. Use another one, or choose a password.',
  linkEnded: 'This invitation no longer works: it was used already, or it is too old.',
} as const
