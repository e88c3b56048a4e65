import { invitationText } from '#contract/passes/invitation-text.ts'
import { isPassCode } from '#contract/passes/pass-code.ts'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import type { PassValues } from '#contract/passes/pass-tokens.ts'
import { greeting, inOneLine } from '#contract/words/one-line.ts'
import { newSecret } from '#platform/secrets'
import type { Contact } from '#server/members/contacts'
import type { queueMany } from '#server/messaging'

/** What the outbox calls an invitation. */
export const invitationKind = 'digital membership'

/** A code that an invitation is claimed with: short enough for a text message, and as long as nobody guesses. */
export function newPassCode(): string {
  const code = `p-${newSecret(16)}`
  if (!isPassCode(code)) throw new Error('a code of a pass that is none')
  return code
}

export type Recipient = { readonly channel: 'sms' | 'email'; readonly to: string }

/** Where an invitation goes: to the mobile number where there is one, otherwise to the e-mail address. */
export function recipientOfInvitation({ MobileNumber, EmailAddress }: Contact): Recipient | null {
  if (MobileNumber !== null) return { channel: 'sms', to: MobileNumber }
  return EmailAddress === null ? null : { channel: 'email', to: EmailAddress }
}

/** The way to where an invitation went before. */
export function contactAt(invitedTo: string): Contact {
  const isEmail = invitedTo.includes('@')
  return { MobileNumber: isEmail ? null : invitedTo, EmailAddress: isEmail ? invitedTo : null }
}

/** What somebody typed is part of a line in a message, and no more of it. */
function inLines(values: PassValues): PassValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, inOneLine(value)]),
  ) as PassValues
}

/** The message of an invitation, in the words of the design. */
export function invitationMessage(
  design: Pick<PassDocument, 'InvitationSMSMessageBodyFormat'>,
  values: PassValues,
  { channel, to }: Recipient,
  link: string,
): Parameters<typeof queueMany>[3][number] {
  const body = invitationText(design.InvitationSMSMessageBodyFormat, inLines(values), link)
  const given = { kind: invitationKind, to, secret: link }
  if (channel === 'sms') return { ...given, subject: null, body }
  const paragraphs = [greeting(values.PreferredName), body, 'The link is yours alone: keep it to yourself.']
  return {
    ...given,
    subject: `Your ${values.BusinessName} digital membership card`,
    body: `${paragraphs.join('\n\n')}\n`,
  }
}
