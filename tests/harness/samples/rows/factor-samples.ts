const attested = { clientDataJSON: 'e30', attestationObject: 'oA' }
const signed = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
const credential = { id: 'AA', rawId: 'AA', type: 'public-key' } as const
const assertion = { ...credential, response: signed }

/** Of the rows of second factors. */
export const factorSamples = {
  finishSignIn: { body: { challenge: 'no-such-challenge', answer: { kind: 'code', code: '123456' } } },
  askForPasskey: {},
  signInWithPasskey: { body: { assertion } },
  beginInvitedPasskey: { body: { ticket: 'no-such-ticket' } },
  acceptWithPasskey: { body: { ticket: 'no-such-ticket', passkey: { ...credential, response: attested } } },
  listOwnFactors: {},
  beginPasskey: {},
  addPasskey: { body: { Name: 'Sample key', Passkey: { ...credential, response: attested } } },
  beginAuthenticator: {},
  addAuthenticator: { body: { Name: 'Sample phone', Challenge: 'no-such-challenge', Code: '123456' } },
  renameFactor: { body: { Name: 'Another name' } },
  removeFactor: {},
  makeRecoveryCodes: {},
  askForProof: {},
  resetUserFactor: { body: { Proof: { kind: 'password', password: 'not-the-password' } } },
  resetAdministratorFactor: { body: { Proof: { kind: 'password', password: 'not-the-password' } } },
  getSecondFactorPolicy: {},
  setSecondFactorPolicy: { body: { RequiredOf: 'nobody', Roles: [] as string[], GraceDays: 14 } },
} as const
