/**
 * The part of `samples` that is of signing in and of one's own account. Passwords are wrong: the tests that run over all
 * rows are to stay signed in.
 */
export const accountSamples = {
  signIn: { body: { email: 'nobody@hub.example', password: 'not-the-password' } },
  refreshToken: {},
  signOut: {},
  prove: { body: { kind: 'password' as const, password: 'not-the-password' } },
  requestReset: { body: { email: 'nobody@hub.example' } },
  describeTicket: { body: { ticket: 'no-such-ticket' } },
  setPassword: { body: { ticket: 'no-such-ticket', password: 'long-enough-password' } },
  describeEmailChange: { body: { ticket: 'no-such-ticket' } },
  confirmEmail: { body: { ticket: 'no-such-ticket' } },
  acceptWithMicrosoft: { body: { ticket: 'no-such-ticket' } },
  linkMicrosoft: { body: { email: 'nobody@hub.example', password: 'not-the-password' } },
  listSigningKeys: {},
  getMe: {},
  getMyAccount: {},
  setMyName: { body: { DisplayName: 'Sam Sample' } },
  setMyDateLocale: { body: { DateLocale: 'en-AU' as const } },
  changeMyPassword: { body: { Password: 'not-the-password', NewPassword: 'quite another long one' } },
  changeMyEmail: { body: { NewEmail: 'sam@hub.example', Password: 'not-the-password' } },
  withdrawMyEmail: {},
  endMySession: {},
  endMyOtherSessions: {},
}
