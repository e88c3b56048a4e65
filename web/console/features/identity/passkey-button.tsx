import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import { messages } from '#contract/messages.ts'
import type { PasskeyAssertion } from '#contract/access/passkeys.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { call } from '#web/api-client.ts'
import { canOfferPasskeys, canUsePasskeys, signWithPasskey, stopOffering } from '#web/passkeys.ts'
import { refusedSentence } from './refused-sentence.ts'
import { proceed } from './proceed.ts'

// What was asked for is good for five minutes.
const askAgainMs = 4 * 60 * 1000

/** Signs in with a passkey alone: by the button, or by what the browser offers in the e-mail field. */
export function PasskeyButton({ onRefused }: { onRefused: (sentence: string | null) => void }) {
  const [isWorking, setWorking] = useState(false)
  useEffect(() => offerInField(onRefused), [onRefused])
  if (!canUsePasskeys()) return null

  async function press() {
    setWorking(true)
    onRefused(null)
    const request = await call(factorSignInApi.askForPasskey)
    if (!request.ok) onRefused(refusedSentence(request) ?? messages.signIn.failed)
    else await signIn(await signWithPasskey(request.data), onRefused)
    setWorking(false)
  }

  return (
    <Button
      variant="default"
      fullWidth
      loading={isWorking}
      leftSection={<IconFingerprint size={18} stroke={1.5} aria-hidden />}
      onClick={press}
    >
      Sign in with a passkey
    </Button>
  )
}

type OnRefused = (sentence: string | null) => void

async function signIn(assertion: PasskeyAssertion | null, onRefused: OnRefused): Promise<void> {
  // Called off: they know.
  if (!assertion) return
  const answer = await call(factorSignInApi.signInWithPasskey, { body: { assertion } })
  if (!answer.ok) return onRefused(refusedSentence(answer) ?? secondFactorWords.passkeyRefused)
  const { ok, errors } = await proceed(answer)
  if (!ok) onRefused(errors?.email ?? messages.signIn.failed)
}

/** Has the browser offer passkeys for as long as the page is there, and asks anew in time. */
function offerInField(onRefused: OnRefused): () => void {
  let isOver = false
  const offer = async () => {
    if (!(await canOfferPasskeys())) return
    const request = await call(factorSignInApi.askForPasskey)
    if (request.ok && !isOver)
      await signIn(await signWithPasskey(request.data, { isOffered: true }), onRefused)
  }
  void offer()
  const timer = setInterval(() => void offer(), askAgainMs)
  return () => {
    isOver = true
    clearInterval(timer)
    void stopOffering()
  }
}
