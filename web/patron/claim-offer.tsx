import type { CardClaim } from '#contract/card-claims.ts'
import { CardFace } from './card-face.tsx'
import { Button, longDate, money, Notice, Shell, TermsBox } from './shell.tsx'

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
    <Shell business={claim.BusinessName} title={title}>
      <CardFace card={claim} />
      {claim.Kind !== 'Link' && <p className="value">{money(claim.Value)}</p>}
      <p>{text}</p>
      <Days claim={claim} />
      <Terms claim={claim} />
      {failure && <Notice kind="error">{failure}</Notice>}
      <div className="buttons">
        <Button isBusy={isBusy} onPress={onTake}>
          {action}
        </Button>
      </div>
    </Shell>
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
    case 'Link':
      return {
        title: `${FirstName}, here is your card`,
        text: `Your ${CardProgramDescription} is shown on this device from now on, and on no other.`,
        action: 'Show my card',
      }
  }
}

function Days({ claim }: { claim: CardClaim }) {
  return (
    <dl className="summary">
      {claim.Kind === 'Plastic' && (
        <div>
          <dt>Card number</dt>
          <dd>{claim.MaskedCardNumber}</dd>
        </div>
      )}
      {claim.Kind !== 'Link' && (
        <div>
          <dt>Activate by</dt>
          <dd>{longDate(claim.OfferExpiryDate)}</dd>
        </div>
      )}
      <div>
        <dt>Can be used until</dt>
        <dd>{claim.PlasticExpiryDate === null ? 'It does not expire' : longDate(claim.PlasticExpiryDate)}</dd>
      </div>
    </dl>
  )
}

function Terms({ claim }: { claim: CardClaim }) {
  if (claim.Terms === '' || claim.Kind === 'Link') return null
  return (
    <>
      <h2>Terms</h2>
      <TermsBox text={claim.Terms} />
      <p className="dim agree">By activating the card you agree to these terms.</p>
    </>
  )
}
