import { daysToUndoContactChange } from '#contract/members/contact-changes.ts'
import { greeting } from '#contract/words/one-line.ts'

/** Something that happened to how a member is reached, as those are told who were reached before. */
export type ContactNews = {
  readonly kind: 'Changed' | 'PutBack' | 'Merged' | 'SentElsewhere'
  readonly firstName: string
  readonly business: string
  /** Where it can be taken back; null where it can't. */
  readonly link: string | null
}

const days = `${daysToUndoContactChange} days`

const whatHappened = {
  Changed: 'the e-mail address or mobile number we have on file for you was changed',
  PutBack:
    'the e-mail address and mobile number we have on file for you were put back to what they were before',
  Merged:
    'your membership record was joined with another one, which has another e-mail address or mobile number',
  SentElsewhere:
    'a card of yours was sent to an e-mail address or mobile number that we don’t have on file for you',
} as const

const subjectOf = ({ kind, business }: ContactNews) =>
  kind === 'SentElsewhere'
    ? `A card of yours was sent elsewhere: ${business}`
    : `Your contact details at ${business}`

const wayBack = (kind: ContactNews['kind']) => (kind === 'SentElsewhere' ? 'stop it' : 'take it back')

/** The text message: nothing about the person, for whoever may hold the phone by now. */
export function newsBySms({ kind, business, link }: ContactNews): string {
  const end = link
    ? `If this wasn’t you, ${wayBack(kind)} within ${days}: ${link}`
    : `If this wasn’t you, please tell us.`
  return `${business}: ${whatHappened[kind]}. ${end}`
}

/** The e-mail. */
export function newsByEmail(news: ContactNews): { subject: string; body: string } {
  const { kind, firstName, business, link } = news
  const paragraphs = [
    greeting(firstName),
    `This is to tell you that ${whatHappened[kind]}.`,
    'If you asked for this, there is nothing to do.',
    ...(link
      ? [`If this wasn’t you, ${wayBack(kind)} within ${days}:`, link]
      : [`If this wasn’t you, please tell ${business}.`]),
    business,
  ]
  return { subject: subjectOf(news), body: `${paragraphs.join('\n\n')}\n` }
}
