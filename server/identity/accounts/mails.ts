import { messages } from '#contract/messages.ts'
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

/** The e-mail that brings a ticket to the owner of an account. */
export function ticketMail(
  kind: TicketKind,
  brand: string,
  link: string,
  owner: { email: string; displayName: string },
): Mail {
  const { subject, before, after } = texts[kind](brand)
  const paragraphs = [`Hello ${owner.displayName},`, before, link, after]
  const lane = kind === 'reset' ? 'at_once' : 'soon'
  return { kind, lane, to: owner.email, subject, body: `${paragraphs.join('\n\n')}\n`, secret: link }
}

const texts: Record<TicketKind, (brand: string) => Texts> = {
  invitation: (brand) => ({
    subject: `Your ${brand} account`,
    before: `You have been given an account in ${brand}. Choose a password here to start:`,
    after: `The link works once, for 7 days. If it is too late, use '${messages.signIn.forgot}' on the sign-in page.`,
  }),
  reset: (brand) => ({
    subject: `Choose a new ${brand} password`,
    before: `Somebody, you we hope, asked for a new password for your ${brand} account. Choose it here:`,
    after: `The link works once, for an hour. If it wasn't you, do nothing: your password stays as it is.`,
  }),
}
