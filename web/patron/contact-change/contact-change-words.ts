import type { ContactChange } from '#contract/members/contact-changes.ts'
import type { Fact } from '#patron/kit/summary.tsx'

const fields = { EmailAddress: 'E-mail address', MobileNumber: 'Mobile number' } as const

/** One contact: what it was and is on file, or where something was sent instead. */
export function factOf(kind: ContactChange['Kind'], part: ContactChange['Parts'][number]): Fact {
  const { Place, Field, Before, After } = part
  if (kind === 'SentElsewhere') return [`Sent to the ${fields[Field].toLowerCase()}`, After ?? 'none']
  return [`${fields[Field]} (${Place.toLowerCase()})`, `${Before ?? 'none'} → ${After ?? 'none'}`]
}

/** What the page says of a change, or of something that was sent elsewhere, as it stands. */
export function contactChangeWords(change: ContactChange) {
  const words = change.Kind === 'SentElsewhere' ? sentElsewhere(change) : changed(change)
  return { ...words, title: change.State === 'PutBack' ? words.doneTitle : words.title }
}

function changed({ BusinessName }: ContactChange) {
  return {
    title: 'Your contact details were changed',
    doneTitle: 'Your old contact details are back',
    happened: `This is how ${BusinessName} reaches you, before and after the change.`,
    rest: null,
    act: 'take it back',
    button: 'Put my old details back',
    end: {
      PutBack: 'Your old details are on file again.',
      ChangedAgain: `Your details have been changed again since, so this link is used up. Please ask ${BusinessName}.`,
      Expired: `The time to take this back is over. Please ask ${BusinessName}.`,
    },
  }
}

function sentElsewhere({ BusinessName }: ContactChange) {
  return {
    title: 'A card of yours was sent elsewhere',
    doneTitle: 'The card was stopped',
    happened: `${BusinessName} has sent a card of yours to a contact that is not on file for you.`,
    rest: 'The contact details that we have on file for you have not been changed.',
    act: 'stop it',
    button: 'Stop it',
    end: {
      PutBack: `It was stopped: the card works no more. ${BusinessName} can send you another.`,
      ChangedAgain: `This link is used up. Please ask ${BusinessName}.`,
      Expired: `The time to stop this is over. Please ask ${BusinessName}.`,
    },
  }
}
