import { useState } from 'react'
import { ClaimMissing } from './claim-missing.tsx'
import { ClaimOffer } from './claim-offer.tsx'
import { refusalInWords } from './claim-words.ts'
import { HeldCardPage } from './held-card-page.tsx'
import type { HistoryPage } from './held-transactions.tsx'
import { keepWayBack } from './way-back.ts'
import { holderSecret, secretToClaimWith } from './holder-secret.ts'
import { Button, NoticeBox, PatronShell, Waiting } from '#patron/kit/shell.tsx'
import { useOnce } from '#patron/kit/use-once.ts'
import type { CardClaim, HeldCard } from '#contract/cards/card-claims.ts'
import type { HolderReload } from '#contract/cards/holder-reload.ts'
import { ask } from '#patron/kit/ask.ts'

type State =
  | { at: 'loading' }
  | { at: 'missing' }
  | { at: 'failed'; message: string }
  | { at: 'claim'; claim: CardClaim; failure?: string; isBusy?: boolean }
  | { at: 'card'; card: HeldCard; claimed?: CardClaim['Kind'] }

/** The page behind a card's code: what waits there, and from then on the card itself. */
export function ClaimPage({ code }: { code: string }) {
  const { state, load, take, refresh, report, calls } = useClaim(code)
  if (state.at === 'loading')
    return (
      <PatronShell title="Your card">
        <Waiting text="One moment…" />
      </PatronShell>
    )
  if (state.at === 'missing') return <ClaimMissing verb="activated" onAsk={calls.freshLink} />
  if (state.at === 'failed')
    return (
      <PatronShell title="Your card">
        <NoticeBox kind="error">{state.message}</NoticeBox>
        <Button onPress={() => void load()}>Try again</Button>
      </PatronShell>
    )
  if (state.at === 'card')
    return (
      <HeldCardPage
        card={state.card}
        claimed={state.claimed}
        onRefresh={refresh}
        onReport={report}
        onHistory={calls.history}
        reloading={calls.reloading}
      />
    )
  const { claim, failure, isBusy = false } = state
  return <ClaimOffer claim={claim} failure={failure} isBusy={isBusy} onTake={() => void take(claim)} />
}

function useClaim(code: string) {
  const [calls] = useState(() => claimCallsOf(code))
  const [state, setState] = useState<State>({ at: 'loading' })

  const held = async () => {
    const secret = holderSecret(code)
    return secret === null ? null : calls.held(secret)
  }
  const load = async () => {
    const mine = await held()
    if (mine?.ok) return setState({ at: 'card', card: mine.data })
    // Only then it is nobody's of this device: who holds it must not read that its link is used up.
    if (mine && mine.status !== 404) return setState({ at: 'failed', message: refusalInWords(mine) })
    const answer = await calls.look()
    if (answer.ok) return setState({ at: 'claim', claim: answer.data })
    return setState(
      answer.status === 404 ? { at: 'missing' } : { at: 'failed', message: refusalInWords(answer) },
    )
  }
  useOnce(load)

  const take = async (claim: CardClaim) => {
    setState({ at: 'claim', claim, isBusy: true })
    const answer = await calls.claim(secretToClaimWith(code))
    if (answer.ok) return setState({ at: 'card', card: answer.data, claimed: claim.Kind })
    if (answer.status === 404) return setState({ at: 'missing' })
    return setState({ at: 'claim', claim, failure: refusalInWords(answer) })
  }
  const refresh = async () => {
    const mine = await held()
    if (mine?.ok) setState({ at: 'card', card: mine.data })
    return mine?.ok ?? false
  }
  const report = async () => {
    const answer = await calls.report(holderSecret(code) ?? '')
    if (!answer.ok) return refusalInWords(answer)
    setState({ at: 'card', card: answer.data })
    return null
  }
  return { state, load, take, refresh, report, calls }
}

/** The calls of the page behind a card's code. */
function claimCallsOf(code: string) {
  const path = `/api/claims/${encodeURIComponent(code)}`
  return {
    look: () => ask<CardClaim>('GET', path),
    claim: (Secret: string) => ask<HeldCard>('POST', path, { Secret }),
    freshLink: () => ask<{ Message: string }>('POST', `${path}/link`),
    report: (Secret: string) => ask<HeldCard>('POST', '/api/cards/held/lost', { Secret }),
    held: (Secret: string) => ask<HeldCard>('POST', '/api/cards/held', { Secret }),
    reloading: {
      read: (HasPaid: boolean) =>
        ask<HolderReload>('POST', '/api/cards/held/reload/standing', { Secret: holderSecret(code), HasPaid }),
      begin: (Amount: number) =>
        ask<HolderReload>('POST', '/api/cards/held/reload', { Secret: holderSecret(code), Amount }),
      leave: (url: string) => {
        keepWayBack(code)
        location.assign(url)
      },
    },
    history: (token: string | null) =>
      ask<HistoryPage>(
        'POST',
        `/api/cards/held/transactions${token === null ? '' : `?continuationToken=${encodeURIComponent(token)}`}`,
        { Secret: holderSecret(code) },
      ),
  }
}
