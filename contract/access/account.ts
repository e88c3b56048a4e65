import { z } from 'zod'
import { endpoint, signedIn } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'
import { shortestPassword } from './identity.ts'
import { DateLocale, SignsInWith } from './manners.ts'
import { NewUser } from './users.ts'

const path = '/api/cherrypay/v1/me/account'

/** A browser that is signed in. */
export const AccountSession = z.object({
  SessionId: z.string(),
  /** The browser and its system in words, such as 'Firefox on Windows'. */
  Device: z.string(),
  /** Where it was last used from; null of a session that a former version began. */
  Address: z.string().nullable(),
  SignedInDate: z.iso.datetime(),
  /** Known to some minutes. */
  LastUsedDate: z.iso.datetime(),
  /** The one that asks. */
  IsThisOne: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

/** What people see and change of their own account. */
export const MyAccount = z.object({
  DisplayName: z.string(),
  Email: z.string(),
  /** The address that takes its place once the link that was sent there is opened. */
  PendingEmail: z.object({ Email: z.string(), ExpiryDate: z.iso.datetime() }).nullable(),
  SignsInWith,
  DateLocale,
  /** Those in use, the last used first. */
  Sessions: z.array(AccountSession),
})
export type MyAccount = z.infer<typeof MyAccount>

const passwordRequired = 'Password is required.'
const newPasswordRequired = 'New password is required.'

/** The present password, asked for again. */
const Password = z.string(needed(passwordRequired)).min(1, passwordRequired).max(1000)

export const NewName = NewUser.pick({ DisplayName: true })

export const PasswordChange = z.object({
  Password,
  NewPassword: z
    .string(needed(newPasswordRequired))
    .min(1, newPasswordRequired)
    .min(shortestPassword, `The new password needs ${shortestPassword} characters or more.`)
    .max(200),
})

export const EmailChange = z.object({ NewEmail: NewUser.shape.Username, Password })

/** What the rows below refuse in words of their own. */
export const accountWords = {
  notYourPassword: 'This is not your password.',
  withMicrosoft: 'You sign in with Microsoft: your password is kept there, and changed there.',
  withPasskey: 'You sign in with a passkey, and have no password.',
  emailWithMicrosoft: 'You sign in with Microsoft. Whoever manages users can correct your e-mail address.',
  sameEmail: 'This is your e-mail address already.',
  passwordChangedMeanwhile: 'Your password was changed meanwhile. Use the new one.',
}

export const accountApi = {
  getMyAccount: endpoint({
    method: 'GET',
    path,
    title: 'My account',
    access: signedIn,
    shows: ['account'],
    output: MyAccount,
  }),
  setMyName: endpoint({
    method: 'PUT',
    path: `${path}/name`,
    title: 'Change my name',
    access: signedIn,
    changes: ['account', 'user'],
    withoutRevision: 'It is one value, and says outright what that is to be.',
    body: NewName,
  }),
  setMyDateLocale: endpoint({
    method: 'PUT',
    path: `${path}/date-locale`,
    title: 'Change my language of dates',
    access: signedIn,
    changes: ['account'],
    withoutRevision: 'It is one value, and says outright what that is to be.',
    body: z.object({ DateLocale }),
  }),
  changeMyPassword: endpoint({
    method: 'POST',
    path: `${path}/password`,
    title: 'Change my password',
    access: signedIn,
    changes: ['account'],
    body: PasswordChange,
  }),
  changeMyEmail: endpoint({
    method: 'POST',
    path: `${path}/email`,
    title: 'Ask for another e-mail address',
    access: signedIn,
    changes: ['account'],
    body: EmailChange,
  }),
  withdrawMyEmail: endpoint({
    method: 'DELETE',
    path: `${path}/email`,
    title: 'Withdraw another e-mail address',
    access: signedIn,
    changes: ['account'],
  }),
  endMySession: endpoint({
    method: 'DELETE',
    path: `${path}/sessions/{accountSessionId}`,
    title: 'End one of my sessions',
    access: signedIn,
    changes: ['account'],
  }),
  endMyOtherSessions: endpoint({
    method: 'DELETE',
    path: `${path}/sessions`,
    title: 'End all my other sessions',
    access: signedIn,
    changes: ['account'],
  }),
}
