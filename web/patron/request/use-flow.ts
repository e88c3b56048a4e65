import { useState } from 'react'
import type { PatronSession } from '#contract/requests/patron.ts'
import type { Calls } from './calls.ts'
import { useOnce } from '#patron/kit/use-once.ts'
import { dropSecret, keepSessionSecret, type Visit } from './visit.ts'

/** A session in a browser: who has its secret, and how it stands. */
export type Flow = { secret: string; session: PatronSession }

/** The session that somebody comes with, or has started here. */
export function useFlow(calls: Calls, visit: Visit) {
  const [flow, setFlow] = useState<Flow | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isOpening, setOpening] = useState(visit.secret !== null || visit.link !== null)

  async function open(secret: string) {
    const answer = await calls.open(secret)
    if (answer.ok) change(answer.data, secret)
    else {
      const isGone = answer.status === 404
      // Nor is half a secret of any use, however often it is tried.
      if (isGone || answer.status === 400) dropSecret(visit.formId)
      setFailure(isGone ? 'What you started is no longer there. You can start anew.' : answer.message)
    }
  }

  function change(session: PatronSession, secret: string) {
    keepSessionSecret(visit.formId, secret)
    setFailure(null)
    setFlow({ secret, session })
  }

  async function arrive() {
    const { secret, link } = visit
    if (link) {
      const answer = await calls.identify({ Secret: link })
      if (answer.ok && answer.data.Secret) await open(answer.data.Secret)
      else setFailure(answer.ok ? answer.data.Message : answer.message)
    } else if (secret) await open(secret)
    setOpening(false)
  }
  useOnce(arrive)

  return { flow, failure, isOpening, open, change }
}
