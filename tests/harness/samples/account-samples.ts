/** Of one's own account. The password is wrong: the tests that run over all rows are to stay signed in. */
export const accountSamples = {
  getMyAccount: {},
  setMyName: { body: { DisplayName: 'Sam Sample' } },
  setMyDateLocale: { body: { DateLocale: 'en-AU' as const } },
  changeMyPassword: { body: { Password: 'not-the-password', NewPassword: 'quite another long one' } },
  changeMyEmail: { body: { NewEmail: 'sam@hub.example', Password: 'not-the-password' } },
  withdrawMyEmail: {},
  endMySession: {},
  endMyOtherSessions: {},
}
