import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { beginSession } from '#console/session.ts'
import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import { call } from '#web/api-client.ts'
import { canOfferPasskeys, canUsePasskeys, signWithPasskey, stopOffering } from '#web/passkeys.ts'
import { signInWith, signInWithPasskey } from './sign-in-with-passkey.ts'

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
    onRefused(await signInWithPasskey(beginSession))
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

/** Has the browser offer passkeys for as long as the page is there, and asks anew in time. */
function offerInField(onRefused: OnRefused): () => void {
  let isOver = false
  const offer = async () => {
    if (!(await canOfferPasskeys())) return
    const request = await call(factorSignInApi.askForPasskey)
    if (!request.ok || isOver) return
    const refusal = await signInWith(await signWithPasskey(request.data, { isOffered: true }), beginSession)
    if (refusal !== null) onRefused(refusal)
  }
  void offer()
  const timer = setInterval(() => void offer(), askAgainMs)
  return () => {
    isOver = true
    clearInterval(timer)
    void stopOffering()
  }
}
