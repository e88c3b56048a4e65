import type { CardClaim } from '#contract/cards/card-claims.ts'
import { CardFace, usableUntil } from './card-face.tsx'
import styles from './card-page.module.css'
import { Button, Buttons, longDate, money, NoticeBox, PatronShell, TermsBox } from '#patron/kit/shell.tsx'
import { Summary, type Fact } from '#patron/kit/summary.tsx'

type Props = {
  claim: CardClaim
  failure: string | undefined
  isBusy: boolean
  onTake: () => void
}

/** What waits behind a code, and the one thing to do about it. */
export function ClaimOffer({ claim, failure, isBusy, onTake }: Props) {
  const { title, text, action } = wordsOf(claim)
  return (
    <PatronShell club={claim} title={title}>
      <CardFace card={claim} />
      {claim.Kind !== 'Link' && <p className={styles.value}>{money(claim.Value)}</p>}
      <p>{text}</p>
      <Summary facts={daysOf(claim)} />
      <Terms claim={claim} />
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      <Buttons>
        <Button isBusy={isBusy} onPress={onTake}>
          {action}
        </Button>
      </Buttons>
    </PatronShell>
  )
}

function wordsOf(claim: CardClaim) {
  const { FirstName, BusinessName, CardProgramDescription } = claim
  switch (claim.Kind) {
    case 'Offer':
      return {
        title: `${FirstName}, a card for you`,
        text: `${BusinessName} has sent you a ${CardProgramDescription}. Activate it, and it is ready to be used.`,
        action: 'Activate card',
      }
    case 'Plastic':
      return {
        title: `${FirstName}, activate your card`,
        text: `${BusinessName} has posted you a ${CardProgramDescription}. Once you have it in your hands, compare its number and activate it.`,
        action: 'Activate card',
      }
    case 'Replacement':
      return {
        title: `${FirstName}, your new card`,
        text: `${BusinessName} has blocked your old ${CardProgramDescription}. What was on it is on this one. Activate it, and it is ready to be used.`,
        action: 'Activate card',
      }
    case 'Link':
      return {
        title: `${FirstName}, here is your card`,
        text: `Your ${CardProgramDescription} is shown on this device from now on, and on no other. If you have lost it, you can block it there.`,
        action: 'Show my card',
      }
  }
}

function daysOf(claim: CardClaim): Fact[] {
  return [
    ...(claim.Kind === 'Plastic' || claim.Kind === 'Replacement'
      ? [['Card number', claim.MaskedCardNumber] as const]
      : []),
    ...(claim.Kind === 'Link' ? [] : [['Activate by', longDate(claim.OfferExpiryDate)] as const]),
    ['Can be used until', usableUntil(claim)],
  ]
}

function Terms({ claim }: { claim: CardClaim }) {
  if (claim.Terms === '' || claim.Kind === 'Link') return null
  return (
    <>
      <h2>Terms</h2>
      <TermsBox text={claim.Terms} />
      <p className={`dim ${styles.agree}`}>By activating the card you agree to these terms.</p>
    </>
  )
}
