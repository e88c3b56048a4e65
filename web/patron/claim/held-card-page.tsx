import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CardClaim, HeldCard } from '#contract/cards/card-claims.ts'
import barcode from './barcode.module.css'
import buttons from '#patron/kit/button.module.css'
import { CardFace, usableUntil } from './card-face.tsx'
import styles from './card-page.module.css'
import { Button, longDate, money, NoticeBox, PatronShell, Words } from '#patron/kit/shell.tsx'
import { ReportLost } from './report-lost.tsx'
import type { ReloadCalls } from './reload-online.tsx'
import type { ReadHistory } from './held-transactions.tsx'
import { Summary } from '#patron/kit/summary.tsx'
import { Boundary } from '#web/boundary.tsx'

// Only those who have a card need what draws its barcode, and what happened with it.
const HeldTransactions = lazy(async () => ({
  default: (await import('./held-transactions.tsx')).HeldTransactions,
}))
const ReloadOnline = lazy(async () => ({ default: (await import('./reload-online.tsx')).ReloadOnline }))
const Barcode = lazy(async () => ({ default: (await import('./barcode.tsx')).CardBarcode }))

type Props = {
  card: HeldCard
  /** What it was claimed as, a moment ago on this very page. */
  claimed: CardClaim['Kind'] | undefined
  /** Asks anew; false if that didn't work. */
  onRefresh: () => Promise<boolean>
  /** Blocks the card; tells why it could not, null if it did. */
  onReport: () => Promise<string | null>
  /** Reads a page of what was put on it and taken off it. */
  onHistory: ReadHistory
  /** What it takes to add money to it. */
  reloading: ReloadCalls
}

/** The card of its holder: what is on it, and what a till reads. */
export function HeldCardPage({ card, claimed, onRefresh, onReport, onHistory, reloading }: Props) {
  const isOff = card.CardNumber === null
  return (
    <PatronShell club={card} title={card.CardProgramDescription} turn={card.Status}>
      {claimed !== undefined && claimed !== 'Link' && (
        <NoticeBox kind="success">Your card is active. Keep this link: it shows your card.</NoticeBox>
      )}
      {isOff && <NoticeBox kind="warning">{whyOff(card)}</NoticeBox>}
      <div className={styles.onScreen}>
        <CardFace card={card} isOff={isOff} />
        <Balance card={card} onRefresh={onRefresh} />
        {card.CardProgramType === 'Reloadable' && (
          <Part waiting={null}>
            <ReloadOnline key={card.Status} calls={reloading} onPaid={onRefresh} />
          </Part>
        )}
        {card.CardNumber !== null && (
          <Part waiting={<div className={barcode.barcode} />}>
            <Barcode text={card.CardNumber} />
          </Part>
        )}
        <CardNumber card={card} />
        <Summary
          facts={[
            ['Can be used until', usableUntil(card)],
            ['Activated', longDate(card.RedeemedDate)],
          ]}
        />
        {!isOff && <ReportLost businessName={card.BusinessName} onReport={onReport} />}
      </div>
      <Part waiting={null}>
        <HeldTransactions key={card.Balance} card={card} read={onHistory} />
      </Part>
      {card.Terms !== '' && (
        <details className={styles.terms}>
          <summary>Terms</summary>
          <Words text={card.Terms} />
        </details>
      )}
    </PatronShell>
  )
}

/** A part that is fetched by itself: where it doesn't arrive the rest of the card is still there. */
function Part({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const missing = (
    <NoticeBox kind="warning">A part of this page could not be loaded. Load the page anew.</NoticeBox>
  )
  return (
    <Boundary fallback={missing}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}

function Balance({ card, onRefresh }: Pick<Props, 'card' | 'onRefresh'>) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  async function refresh() {
    setBusy(true)
    setFailed(!(await onRefresh()))
    setBusy(false)
  }
  return (
    <div className={styles.balance}>
      <p className={styles.value} role="status">
        <span className="dim">Balance</span> {money(card.Balance)}
      </p>
      <Button kind="plain" isBusy={isBusy} onPress={() => void refresh()}>
        Update
      </Button>
      {hasFailed && <NoticeBox kind="error">The balance could not be updated. Try again.</NoticeBox>}
    </div>
  )
}

function CardNumber({ card }: { card: HeldCard }) {
  const [isShown, setShown] = useState(false)
  const { CardNumber: number, MaskedCardNumber } = card
  return (
    <div className={styles.number}>
      <p>
        <span className="dim">Card number</span>{' '}
        <span className={styles.digits}>
          {isShown && number !== null ? inGroups(number) : MaskedCardNumber}
        </span>
      </p>
      {number !== null && (
        <button
          type="button"
          className={buttons.link}
          aria-expanded={isShown}
          onClick={() => setShown((was) => !was)}
        >
          {isShown ? 'Hide number' : 'Show number'}
        </button>
      )}
    </div>
  )
}

function inGroups(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

function whyOff({ Status, BusinessName, Replacement, ReportedLostAt }: HeldCard): string {
  if (Replacement === 'Digital')
    return `This card was replaced. Use the new one: ${BusinessName} has sent you the link to it.`
  if (Replacement === 'Plastic')
    return 'This card was replaced by a plastic one, which is posted to you. All that was on this card comes with it.'
  if (Status === 'Expired') return 'This card has expired.'
  if (Status === 'LostStolen' && ReportedLostAt !== null)
    return `You have reported this card lost, and it is blocked: nobody can pay with it. What is on it is safe. ${BusinessName} knows of it and sends you a new one. If you have found it, tell them, and it works again.`
  if (Status === 'LostStolen')
    return `This card was reported lost or stolen. What is on it is safe: please ask ${BusinessName}.`
  return `This card can’t be used at the moment. Please ask ${BusinessName}.`
}
