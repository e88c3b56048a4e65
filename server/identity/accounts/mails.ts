import { invitationMail } from '#contract/access/user-words.ts'
import { messages } from '#contract/messages.ts'
import { greeting } from '#contract/words/one-line.ts'
import type { TicketKind } from './tickets.ts'

export type Mail = {
  kind: string
  /** Who asked for a reset sits there and waits; who is invited doesn't. */
  lane: 'at_once' | 'soon'
  to: string
  subject: string
  body: string
  /** A part of the body that opens something. */
  secret?: string
}

type Texts = { subject: string; before: string; after: string }

/** Who invites somebody to which business, as what if that is known yet. */
export type InvitedBy = { readonly club: string; readonly inviter: string; readonly role: string | null }

type About = { readonly brand: string; readonly hasMicrosoft: boolean; readonly by: InvitedBy | null }

/** The e-mail that brings a ticket to the owner of an account. */
export function ticketMail(
  kind: TicketKind,
  about: About,
  link: string,
  owner: { email: string; displayName: string },
): Mail {
  const { subject, before, after } = kind === 'invitation' ? invitationMail(about) : resetTexts(about)
  const paragraphs = [greeting(owner.displayName), before, link, after]
  const lane = kind === 'reset' ? 'at_once' : 'soon'
  return { kind, lane, to: owner.email, subject, body: `${paragraphs.join('\n\n')}\n`, secret: link }
}

const resetTexts = ({ brand }: About): Texts => ({
  subject: `Choose a new ${brand} password`,
  before: `Somebody, you we hope, asked for a new password for your ${brand} account. Choose it here:`,
  after: `The link works once, for an hour. If it wasn't you, do nothing: your password stays as it is.`,
})

type Owner = { email: string; displayName: string }

function letterTo(to: string, kind: string, subject: string, paragraphs: readonly string[]): Mail {
  return { kind, lane: 'at_once', to, subject, body: `${paragraphs.join('\n\n')}\n` }
}

/** The e-mail to a new address, with the link that makes it the account's. */
export function newAddressMail(brand: string, link: string, newEmail: string, owner: Owner): Mail {
  const letter = letterTo(newEmail, 'new-address', `Confirm your new ${brand} e-mail address`, [
    greeting(owner.displayName),
    `This address is to take the place of ${owner.email} in your ${brand} account. Confirm it here:`,
    link,
    'The link works once, for an hour. If you know nothing of it, do nothing: the account stays as it is.',
  ])
  return { ...letter, secret: link }
}

/** What the present address is told when another is asked for. */
export function addressAskedMail(brand: string, newEmail: string, owner: Owner): Mail {
  return letterTo(owner.email, 'address-asked', `A new e-mail address for your ${brand} account`, [
    greeting(owner.displayName),
    `Somebody, you we hope, asked for ${newEmail} to take the place of this address in your ${brand} account. Nothing changes until the link that was sent there is opened.`,
    `If it wasn't you, somebody knows your password: sign in, open 'My account' at your name, and change it. That ends every other session and the change of address with them.`,
  ])
}

/** What the former address is told once another has taken its place. */
export function emailChangedMail(brand: string, newEmail: string, owner: Owner): Mail {
  return letterTo(owner.email, 'address-changed', `Your ${brand} account has a new e-mail address`, [
    greeting(owner.displayName),
    `${newEmail} has taken the place of this address in your ${brand} account. You sign in with it from now on.`,
    `If it wasn't you, tell whoever manages the users of your business at once: they can disable the account.`,
  ])
}

/** What an account's address is told of a password that its owner changed. */
export function passwordChangedMail(brand: string, owner: Owner): Mail {
  return letterTo(owner.email, 'password-changed', `Your ${brand} password was changed`, [
    greeting(owner.displayName),
    `The password of your ${brand} account was changed. Everybody else who was signed in to it has been signed out.`,
    `If it wasn't you, use '${messages.signIn.forgot}' on the sign-in page at once, and tell whoever manages the users of your business.`,
  ])
}
