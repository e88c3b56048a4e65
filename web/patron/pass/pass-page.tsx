import { useEffect, useState } from 'react'
import type { HeldPass } from '#contract/passes/pass-claims.ts'
import { urlsOf } from '#contract/passes/pass-layout.ts'
import { patronPaths } from '#contract/patron-paths.ts'
import { keepPage } from '#offline/keep-page.ts'
import { AppleBack, AppleFront } from '#wallet/apple-pass.tsx'
import type { PassView } from '#wallet/pass-view.ts'
import { ClaimMissing } from '#patron/claim/claim-missing.tsx'
import { walletRefusalInWords } from '#patron/claim/claim-words.ts'
import styles from './pass-page.module.css'
import { Button, Buttons, longDate, NoticeBox, PatronShell, Waiting } from '#patron/kit/shell.tsx'
import { usePass } from './use-pass.ts'

/** The page behind the code of a digital membership card: what waits there, and from then on the card itself. */
export function PassPage({ code }: { code: string }) {
  const { state, load, take, askForLink } = usePass(code)
  switch (state.at) {
    case 'loading':
      return (
        <PatronShell title="Your card">
          <Waiting text="One moment…" />
        </PatronShell>
      )
    case 'missing':
      return <ClaimMissing verb="taken" onAsk={askForLink} />
    case 'failed':
      return (
        <PatronShell title="Your card">
          <NoticeBox kind="error">{state.message}</NoticeBox>
          <Button onPress={() => void load()}>Try again</Button>
        </PatronShell>
      )
    case 'offer':
      return (
        <Offer
          pass={state.pass}
          failure={state.failure}
          isBusy={state.isBusy ?? false}
          onTake={() => void take(state.pass)}
        />
      )
    case 'pass':
      return (
        <Held
          code={code}
          pass={state.pass}
          holderKey={state.holderKey}
          asOf={state.asOf}
          isNew={state.isNew ?? false}
        />
      )
  }
}

const viewOf = ({ Document, Images, BusinessName }: HeldPass): PassView => ({
  document: Document,
  images: urlsOf(Images),
  businessName: BusinessName,
})

type OfferProps = { pass: HeldPass; failure: string | undefined; isBusy: boolean; onTake: () => void }

function Offer({ pass, failure, isBusy, onTake }: OfferProps) {
  return (
    <PatronShell club={pass} title={`${pass.FirstName}, your digital membership card`}>
      <p>Take it, and show it from this phone whenever you come. The link works once.</p>
      <div className={styles.card}>
        <AppleFront view={viewOf(pass)} />
      </div>
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      <Buttons>
        <Button isBusy={isBusy} onPress={onTake}>
          Take my card
        </Button>
      </Buttons>
    </PatronShell>
  )
}

type HeldProps = { code: string; pass: HeldPass; holderKey: string; asOf: string | undefined; isNew: boolean }

function Held({ code, pass, holderKey, asOf, isNew }: HeldProps) {
  const refusal = useRefusal()
  useEffect(() => {
    // What draws the barcode comes after the page, and must be there without a connection as well.
    void keepPage(patronPaths.claim, () => import('#wallet/drawn-barcode.tsx')).catch(() => undefined)
  }, [])
  const problem = problemOf(pass)
  return (
    <PatronShell club={pass} title={pass.Document.PassDescription || 'Your membership card'}>
      {isNew && (
        <NoticeBox kind="success">
          The card is yours. Keep this link: it shows your card on this phone.
        </NoticeBox>
      )}
      {refusal !== null && <NoticeBox kind="error">{refusal}</NoticeBox>}
      {problem && <NoticeBox kind="warning">{problem}</NoticeBox>}
      {asOf !== undefined && (
        <NoticeBox kind="info">There is no connection. This is your card as of {longDate(asOf)}.</NoticeBox>
      )}
      <div className={styles.card} data-off={problem !== null || undefined}>
        <AppleFront view={viewOf(pass)} />
      </div>
      {asOf === undefined && problem === null && <Wallets {...{ code, pass, holderKey }} />}
      <details className={styles.more}>
        <summary>More about this card</summary>
        <AppleBack view={viewOf(pass)} />
        {pass.DateExpires !== null && <p>Valid until {longDate(pass.DateExpires)}.</p>}
      </details>
    </PatronShell>
  )
}

/** What a wallet's link was refused with, which leads back here; said once. */
function useRefusal(): string | null {
  const [code] = useState(() => new URLSearchParams(location.search).get('refused'))
  useEffect(() => {
    if (code !== null) history.replaceState(null, '', location.pathname)
  }, [code])
  return code === null ? null : walletRefusalInWords(code)
}

function Wallets({ code, pass, holderKey }: Pick<HeldProps, 'code' | 'pass' | 'holderKey'>) {
  const path = `/api/claims/${encodeURIComponent(holderKey)}`
  const from = `?page=${encodeURIComponent(code)}`
  return (
    <div className={styles.wallets}>
      <a className={styles.wallet} href={`${path}/apple.pkpass${from}`}>
        Add to Apple Wallet
      </a>
      {pass.Images.some(({ imageType }) => imageType === 'GoogleProgramLogo') && (
        <a className={styles.wallet} href={`${path}/google${from}`}>
          Add to Google Wallet
        </a>
      )}
      <p className="dim">Or keep it here: this page also opens without a connection.</p>
    </div>
  )
}

function problemOf({ State, BusinessName }: HeldPass): string | null {
  if (State === 'Expired') return `This card has expired. Please ask ${BusinessName} for a new one.`
  if (State === 'Void') return `This card can’t be used at the moment. Please ask ${BusinessName}.`
  return null
}
