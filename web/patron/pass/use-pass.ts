import { useState } from 'react'
import type { HeldPass } from '#contract/passes/pass-claims.ts'
import { ask } from '#patron/kit/ask.ts'
import { refusalInWords } from '#patron/claim/claim-words.ts'
import { holderSecret, secretToClaimWith } from '#patron/claim/holder-secret.ts'
import { forgetPass, keepPass, keptPass } from './kept-pass.ts'
import { useOnce } from '#patron/kit/use-once.ts'

export type PassState =
  | { at: 'loading' }
  | { at: 'missing' }
  | { at: 'failed'; message: string }
  | { at: 'offer'; pass: HeldPass; failure?: string; isBusy?: boolean }
  | { at: 'pass'; pass: HeldPass; holderKey: string; asOf?: string; isNew?: boolean }

const pathOf = (code: string) => `/api/pass-claims/${encodeURIComponent(code)}`
const keyOf = (secret: string) => `p-${secret}`

/** The pass behind a code: offered, then held; as it last was while there is no connection. */
export function usePass(code: string) {
  const [state, setState] = useState<PassState>({ at: 'loading' })

  /** True if the pass is held here, or may be for all that can be known. */
  const showHeld = async (): Promise<boolean> => {
    const secret = holderSecret(code)
    if (secret === null) return false
    const holderKey = keyOf(secret)
    const answer = await ask<HeldPass>('GET', pathOf(holderKey))
    if (answer.ok) {
      keepPass(code, answer.data)
      setState({ at: 'pass', pass: answer.data, holderKey })
      return true
    }
    const kept = keptPass(code)
    if (answer.status === 404 || !kept) {
      forgetPass(code)
      return false
    }
    setState({ at: 'pass', pass: kept.pass, holderKey, asOf: kept.at })
    return true
  }
  const load = async () => {
    if (await showHeld()) return
    const answer = await ask<HeldPass>('GET', pathOf(code))
    if (answer.ok) setState({ at: 'offer', pass: answer.data })
    else
      setState(answer.status === 404 ? { at: 'missing' } : { at: 'failed', message: refusalInWords(answer) })
  }
  useOnce(load)

  const take = async (offer: HeldPass) => {
    setState({ at: 'offer', pass: offer, isBusy: true })
    const holderKey = keyOf(secretToClaimWith(code))
    const answer = await ask<HeldPass>('POST', pathOf(code), { HolderKey: holderKey })
    if (answer.ok) {
      keepPass(code, answer.data)
      setState({ at: 'pass', pass: answer.data, holderKey, isNew: true })
    } else if (answer.status === 404) await load()
    else setState({ at: 'offer', pass: offer, failure: refusalInWords(answer) })
  }
  const askForLink = () => ask<{ Message: string }>('POST', `${pathOf(code)}/link`)
  return { state, load, take, askForLink }
}
