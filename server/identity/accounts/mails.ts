import { invitationMail } from '#contract/access/user-words.ts'
import { inOneLine } from '#contract/words/one-line.ts'
import type { TicketKind } from './tickets.ts'

export type Mail = {
  kind: string
  /** Who asked for a reset sits there and waits; who is invited doesn't. */
  lane: 'at_once' | 'soon'
  to: string
  subject: string
  body: string
  secret: string
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
  const paragraphs = [`Hello ${inOneLine(owner.displayName)},`, before, link, after]
  const lane = kind === 'reset' ? 'at_once' : 'soon'
  return { kind, lane, to: owner.email, subject, body: `${paragraphs.join('\n\n')}\n`, secret: link }
}

const resetTexts = ({ brand }: About): Texts => ({
  subject: `Choose a new ${brand} password`,
  before: `Somebody, you we hope, asked for a new password for your ${brand} account. Choose it here:`,
  after: `The link works once, for an hour. If it wasn't you, do nothing: your password stays as it is.`,
})
