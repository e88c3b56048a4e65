/** How many recovery codes there are of an account at once. */
export const recoveryCodeCount = 10

/** How many passkeys and authenticator apps an account may have. */
export const mostFactors = 20

/** What is said about second factors, by the server and by the console. */
export const secondFactorWords = {
  wrongCode: 'This code is not right, or was used already. Wait for the next one.',
  wrongRecoveryCode: 'This recovery code is not right, or was used already.',
  passkeyRefused: 'This passkey could not be used here. Try another way.',
  tookTooLong: 'That took too long. Start again.',
  notByAddress:
    'Passkeys need an address with a name and https (or localhost): this one has none. Use an authenticator app, or ask whoever runs this installation.',
  byNameInstead: (origin: string) => `Passkeys don't work at a bare address. Open ${origin} instead.`,
  byMicrosoft: 'You sign in with Microsoft, which asks for its own second factor.',
  lastIsRequired:
    'A second factor is required of you, and this is your last one. Add another before you remove it.',
  lastIsTheWayIn:
    'You sign in with this passkey alone. Add another, or set a password, before you remove it.',
  noneYet: 'Add a passkey or an authenticator app first.',
  tooMany: `An account can have ${mostFactors} passkeys and authenticator apps at the most. Remove one first.`,
  knownPasskey: 'This passkey is known already.',
  required: 'A second factor is required of you. Set one up under My account to go on.',
  nobodyHasOne: 'This user has no second factor.',
  wrongProof: 'That is not right. Your own password, code or passkey is asked for.',
  linkNeedsIt:
    'This account has a second factor. Confirm it to link the account; afterwards Microsoft asks for its own.',
} as const
