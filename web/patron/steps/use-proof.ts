import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { MaskedContact, PatronSession } from '#contract/requests/patron.ts'
import { focusFirstWrongAnswer } from '#patron/kit/fields.tsx'
import type { FlowProps } from '#patron/request/calls.ts'
import type { Flow } from '#patron/request/use-flow.ts'

export type ProofProps = FlowProps & {
  flow: Flow
  onChange: (session: PatronSession, secret: string) => void
}

// A message takes its time; who asks again at once gets two.
const secondsBetween = 30

/** Has a code sent, and enters it. */
export function useProof({ calls, flow, onChange }: ProofProps, by: MaskedContact['By']) {
  const { secret, session } = flow
  const [code, setCode] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { secondsLeft, wait } = usePause()
  const element = useRef<HTMLFormElement>(null)

  async function send() {
    setBusy(true)
    setFailure(null)
    const answer = await calls.sendCode(session.SessionId, secret, by)
    setBusy(false)
    if (!answer.ok) return setFailure(answer.message)
    wait(secondsBetween)
    flushSync(() => {
      setSent(answer.data.Message)
      setCode(null)
      setError(null)
    })
    return element.current?.querySelector<HTMLElement>('[autocomplete=one-time-code]')?.focus()
  }

  async function enter() {
    setBusy(true)
    setFailure(null)
    const answer = await calls.prove(session.SessionId, secret, code ?? '')
    setBusy(false)
    if (answer.ok) return onChange(answer.data, secret)
    const wrong = answer.errors.Code
    flushSync(() => {
      setError(wrong ?? null)
      setFailure(wrong ? null : answer.message)
    })
    return focusFirstWrongAnswer(element.current)
  }

  async function go(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) await (sent ? enter() : send())
  }

  return { element, code, setCode, error, failure, sent, isBusy, secondsLeft, go, send }
}

/** Counts seconds down to none. */
function usePause() {
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (secondsLeft === 0) return undefined
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, wait: setSecondsLeft }
}
