import { messages } from '#contract/messages.ts'
import { greeting, inOneLine } from '#contract/words/one-line.ts'
import type { Invitation, User } from './users.ts'

/** What is said of users beyond the texts of the specification. */
export const userWords = {
  allVenues: 'All venues',
  allVenuesHelp: 'Also those that are opened later.',
  onlyThese: 'Only these',
  chooseVenue: 'Choose at least one venue, or All venues.',
  autoLogOut: 'Sign out after 8 hours',
  autoLogOutHelp: 'Off for a screen that has to stay signed in, such as one at a door.',
  roleLater: 'Can be chosen later: until then this user can’t sign in.',
  mailHelp: 'An invitation to set a password is sent here.',
  freshMailHelp: 'With another address they get a new invitation; the link of the former one ends.',
  noticeHelp: 'With another address they are told so at the former one, and sign in with the new one.',
  ownMailHelp: 'Your own address can’t be changed here.',
  ownVenuesHelp: "You can't change your own venues.",
  microsoftAsks: 'You sign in with Microsoft: unless it has asked you just now, it does so first.',
  linkedQuestion: (name: string) =>
    `${name} signs in with Microsoft. A new invitation unlinks that account and signs them out: they choose a password, or link Microsoft again.`,
} as const

/** How somebody signs in, in a word. */
export const signInWays: Readonly<Record<User['SignsInWith'], string>> = {
  Password: 'Password',
  Microsoft: 'Microsoft',
  Passkey: 'Passkey',
  Invited: 'Invited',
}

/** How an invitation fares, in a word and in a sentence. */
export const invitationWords: Readonly<
  Record<Invitation['State'], { readonly label: string; readonly sentence: string }>
> = {
  Queued: { label: 'On its way', sentence: 'The invitation is on its way.' },
  Sent: { label: 'Sent', sentence: 'The invitation was sent, and has not been opened yet.' },
  Kept: { label: 'Not sent', sentence: 'The invitation was not sent: no way of sending e-mails is set up.' },
  Failed: { label: 'Failed', sentence: 'The invitation could not be delivered.' },
  Opened: { label: 'Opened', sentence: 'The invitation was opened, but not accepted yet.' },
  Late: { label: 'Late', sentence: 'The invitation was not accepted in time: its link has ended.' },
}

/** Why an invitation could not be delivered, where the reason is none for its sender to know. */
export const notHandedOver = 'The mail server did not take it.'

type Invited = {
  readonly brand: string
  readonly hasMicrosoft: boolean
  /** Null for who is no user of a business. */
  readonly by: { readonly club: string; readonly inviter: string; readonly role: string | null } | null
}

/** The invitation to an account: who invites whom to what. Names are as somebody typed them. */
export function invitationMail({ brand, hasMicrosoft, by }: Invited) {
  const choose = hasMicrosoft
    ? 'Choose a password here, or use your Microsoft account, to start:'
    : 'Choose a password here to start:'
  const after = `The link works once, for 7 days. If it is too late, use '${messages.signIn.forgot}' on the sign-in page.`
  if (!by)
    return {
      subject: `Your ${brand} account`,
      before: `You have been given an account in ${brand}. ${choose}`,
      after,
    }
  const [club, inviter] = [inOneLine(by.club), inOneLine(by.inviter)]
  const role = by.role === null ? '' : ` Your role is ${inOneLine(by.role)}.`
  return {
    subject: `Your ${brand} account at ${club}`,
    before: `${inviter} has given you an account for ${club} in ${brand}.${role} ${choose}`,
    after,
  }
}

/** What the former address of an account is told. It doesn't say which the new one is: it may be nobody's business there. */
export function addressChangedMail(about: { name: string; club: string; by: string }) {
  const [club, by] = [inOneLine(about.club), inOneLine(about.by)]
  return {
    subject: `The e-mail address of your account at ${club}`,
    body: `${greeting(about.name)}\n\n${by} has changed the e-mail address of your account at ${club}. From now on you sign in with the new address, and nothing about the account is sent here any more.\n\nIf this is a mistake, please tell ${club} at once.\n`,
  }
}
