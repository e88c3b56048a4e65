import { refundWords } from '#contract/payments/refund-words.ts'
import type { NotifyBy } from '#contract/requests/decisions.ts'
import { greeting } from '#contract/words/one-line.ts'
import type { Transaction } from '#platform/database'
import { type MessageLane, queueEmail, queueSms, strangerMayCause } from '#server/messaging'
import { typeName } from '#server/requests/forms'
import { personById } from './contact-on-file.ts'
import type { Session } from './session-record.ts'
import type { Copy } from './submitted-copy.ts'

type Letter = {
  readonly kind: string
  /** Soon, unless somebody can't go on without it. */
  readonly lane?: MessageLane
  readonly subject: string
  /** Paragraphs of an e-mail, between the greeting and the name of the business. */
  readonly paragraphs: readonly string[]
  /** The same in one sentence. */
  readonly sms: string
  /** The link or the code in it. */
  readonly secret?: string
}

/** Where somebody is reached. */
export type Recipient = {
  readonly email: string | null
  readonly mobile: string | null
  /** What the business knows them by; never what somebody typed who may be writing to somebody else. */
  readonly firstName?: string | null
}

/** Where letters about a request go: to a member's contact on file, to an applicant's as they typed it. */
export async function recipientOfRequest(tx: Transaction, session: Session): Promise<Recipient> {
  if (session.kind === 'Registration') return { email: session.email, mobile: session.mobile }
  return (await personById(tx, session.memberId)) ?? { email: null, mobile: null }
}

/** The membership that a member has after the renewal, in the business's words. */
export async function renewedType(tx: Transaction, { memberId }: Session): Promise<string | null> {
  return typeName(tx, (await personById(tx, memberId))?.membershipType ?? null)
}

/** Writes to who sent a request, by SMS only where there is no e-mail address or that is wished; to nobody without either. */
export async function writeToApplicant(
  tx: Transaction,
  { email, mobile, firstName }: Recipient,
  businessName: string,
  letter: Letter,
  by: NotifyBy = email ? 'email' : 'sms',
): Promise<void> {
  const { kind, subject, paragraphs, sms, secret, lane = 'soon' } = letter
  const given = { kind, lane, ...(secret !== undefined && { secret }) }
  if (by === 'email' && email) {
    const lines = [greeting(firstName), ...paragraphs, businessName]
    await queueEmail(tx, { ...given, to: email, subject, body: `${lines.join('\n\n')}\n` })
  }
  if (by === 'sms' && mobile) await queueSms(tx, { ...given, to: mobile, body: `${businessName}: ${sms}` })
}

/** The same where a stranger causes it: false if there is no address, or it has been written to too often. */
export async function writeForStranger(
  tx: Transaction,
  recipient: Recipient,
  businessName: string,
  letter: Letter,
  { by = recipient.email ? 'email' : 'sms', address }: { by?: 'email' | 'sms'; address: string | null },
): Promise<boolean> {
  const to = by === 'email' ? recipient.email : recipient.mobile
  if (!to || !(await strangerMayCause(tx, { kind: letter.kind, to }, address))) return false
  await writeToApplicant(tx, recipient, businessName, letter, by)
  return true
}

/** The letters of requests, in the words of the business's name. */
export const letters = {
  comeBack: (businessName: string, link: string): Letter => ({
    kind: 'request link',
    subject: `Go on with ${businessName}`,
    paragraphs: [
      `You have started a form of ${businessName}. What you fill in is saved as you go. With this link you can come back to it, on any device, within 30 days:`,
      link,
      'Keep it to yourself: who has the link sees what you filled in. If it wasn’t you, do nothing.',
    ],
    sms: `go on with your form: ${link}`,
    secret: link,
  }),
  received: (businessName: string, copy: Copy): Letter => ({
    kind: 'request received',
    subject: `${businessName} has your request`,
    paragraphs: [
      'Thank you. Your request has arrived, and we will write to you as soon as it is decided.',
      ...copyInWords(copy),
    ],
    sms: `your request has arrived. We will write to you as soon as it is decided. Your reference is ${copy.reference}.`,
  }),
  /** Somebody else may have sent it: it says what was asked for, in the business's words, and whom to tell. */
  renewalReceived: (businessName: string, type: string | null, isProven: boolean, copy: Copy): Letter => {
    const { paragraphs, sms, ...letter } = letters.received(businessName, copy)
    const asked = type === null ? [] : [`It asks to renew your membership as ${type}.`]
    return {
      ...letter,
      paragraphs: [
        ...paragraphs,
        ...asked,
        ...(isProven ? [] : [`If this wasn’t you, tell ${businessName}.`]),
      ],
      sms: [sms, ...asked, ...(isProven ? [] : ['If this was not you, tell us.'])].join(' '),
    }
  },
  accepted: (businessName: string, number: string | null): Letter => ({
    kind: 'request accepted',
    subject: `Welcome to ${businessName}`,
    paragraphs: [
      number
        ? `Your application has been accepted. Your membership number is ${number}.`
        : 'Your application has been accepted.',
    ],
    sms: number ? `welcome! Your membership number is ${number}.` : 'welcome! You are a member now.',
  }),
  rejected: (businessName: string, note: string | null, isRefunded: boolean): Letter => ({
    kind: 'request rejected',
    subject: `Your request to ${businessName}`,
    paragraphs: [
      'We are sorry: your request has not been accepted.',
      ...(note ? [note] : []),
      ...(isRefunded ? ['What you paid is being given back to you.'] : []),
    ],
    sms: `we are sorry, your request has not been accepted.${note ? ` ${note}` : ''}`,
  }),
  takenUpAgain: (businessName: string, owing: 'nothing' | 'again' | 'still'): Letter => ({
    kind: 'request taken up again',
    subject: `Your request to ${businessName}`,
    paragraphs: [
      'We have taken up your request again, and will write to you as soon as it is decided.',
      ...(owing === 'again'
        ? ['What you had paid was given back to you: we will be in touch about the payment.']
        : []),
      ...(owing === 'still' ? ['It is still to be paid: we will be in touch about the payment.'] : []),
    ],
    sms: 'we have taken up your request again, and will write to you as soon as it is decided.',
  }),
  refunded: (businessName: string, amount: string): Letter => ({
    kind: 'refund done',
    subject: `Your payment to ${businessName}`,
    paragraphs: [refundWords.givenBack(amount), 'It may take your bank some days to show it.'],
    sms: refundWords.givenBack(amount),
  }),
  refundFailed: (businessName: string, amount: string): Letter => ({
    kind: 'refund failed',
    subject: `Your payment to ${businessName}`,
    paragraphs: [refundWords.inTouch(amount, businessName)],
    sms: refundWords.inTouch(amount, businessName),
  }),
  renewed: (businessName: string, until: string, type: string | null, copy?: Copy): Letter => ({
    kind: 'renewal done',
    subject: `Your membership of ${businessName} is renewed`,
    paragraphs: [
      `Thank you. Your membership is renewed and runs until ${until}.`,
      ...(type === null ? [] : [`Your membership type is ${type}.`]),
      ...(copy ? copyInWords(copy) : []),
      'If you didn’t renew it yourself, please tell us.',
    ],
    sms: `thank you, your membership runs until ${until}.${type === null ? '' : ` Its type is ${type}.`}`,
  }),
  /** To a member whom somebody names. */
  sponsor: (
    businessName: string,
    applicant: string,
    role: 'Proposer' | 'Seconder',
    link: string,
  ): Letter => ({
    kind: 'sponsor link',
    subject: `${applicant} names you as ${role.toLowerCase()}`,
    paragraphs: [
      `${applicant} names you as ${role.toLowerCase()} in a request to ${businessName}. Confirm or decline here:`,
      link,
      'The link works for 30 days. Nothing of you was told to whoever named you.',
    ],
    sms: `${applicant} names you as ${role.toLowerCase()}. Confirm or decline: ${link}`,
    secret: link,
  }),
  renewalLink: (businessName: string, link: string): Letter => ({
    kind: 'renewal link',
    lane: 'at_once',
    subject: `Renew your membership of ${businessName}`,
    paragraphs: [
      'Renew your membership here:',
      link,
      'The link works for 24 hours. If you didn’t ask for it, do nothing.',
    ],
    sms: `renew your membership here: ${link}`,
    secret: link,
  }),
  renewalCode: (businessName: string, code: string): Letter => ({
    kind: 'renewal code',
    lane: 'at_once',
    subject: `Your code for ${businessName}`,
    paragraphs: [
      `Your code is ${code}. Enter it where you renew your membership.`,
      'It works for 10 minutes. Tell it to nobody, whoever asks for it. If you didn’t ask for it, do nothing.',
    ],
    sms: `your code to renew your membership is ${code}. Tell it to nobody.`,
    secret: code,
  }),
}

function copyInWords({ reference, price, answers, isBehindLink }: Copy): string[] {
  return [
    `Your reference is ${reference}.`,
    ...(price.length > 0 ? [price.join('\n')] : []),
    ...(isBehindLink ? ['The link that we sent you before shows what you sent.'] : []),
    ...(answers.length > 0 ? [`What you sent:\n${answers.join('\n')}`] : []),
  ]
}

// Made once: a reminder goes to thousands.
const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' })

/** A date as people write it: '30 June 2027'. */
export const longDateInLetter = (date: string): string => longDate.format(new Date(date))
