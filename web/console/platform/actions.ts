import { useQueryClient } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { aboveLimit } from '#contract/approvals/limit-code.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { connectionWords } from '#contract/words/connection-words.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { call, type Answer, type CallInput, type Failure } from '#web/api-client.ts'
import { isLost } from './connection/connection.ts'
import { createIntents, keepIntents } from './connection/intents.ts'
import { offerApproval } from './questions/approval.ts'
import { patiently } from './patience.ts'
import { refreshQueries } from './queries.ts'
import { MeContext } from './session.ts'

type ActionTexts = {
  /** The toast when it worked. */
  success?: string
  /** The toast when it didn't; the server's sentence stands under it. Without one, or with null, the caller tells the person. */
  failure?: string | ((failure: Failure) => string | null)
  /**
   * Reads that aren't repeated though it changes what they show: the caller has their answer already, or leaves what
   * they are about. All others are.
   */
  except?: readonly Endpoint[]
  /** For what a form offers again after a reload: where its answer was lost it isn't done twice by that. */
  outlivesReload?: true
}

export type Action<Row extends Endpoint> = {
  run: (input: CallInput<Row>) => Promise<Answer<z.output<Row['output']>>>
  isRunning: boolean
  /** What the server said of single fields, the last time. */
  errors: Record<string, string>
}

/**
 * A write. It carries an idempotency key that stays the same while the same intent is tried again after a lost
 * answer, so it happens once; the same asked for again while it runs joins the first.
 */
export function useAction<Row extends Endpoint>(row: Row, texts: ActionTexts = {}): Action<Row> {
  const client = useQueryClient()
  const uid = use(MeContext)?.Uid
  const [intents] = useState(() =>
    texts.outlivesReload ? keepIntents(`${uid ?? ''}/${row.path}`) : createIntents(),
  )
  const running = useRef(new Map<string, Promise<Answer<z.output<Row['output']>>>>())
  const [isRunning, setRunning] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})

  async function perform(input: CallInput<Row>, intent: string) {
    const idempotencyKey = intents.keyOf(intent)
    const answer = await said(await patiently(() => call(row, input, { idempotencyKey, as: uid })))
    if (isSettled(answer)) intents.settle(intent)
    setErrors(answer.ok ? {} : answer.errors)
    if (answer.ok) {
      void refreshQueries(client, row.changes ?? [], texts.except)
      if (texts.success) toasts.success(texts.success)
    } else if (row.limited && answer.code === aboveLimit) {
      const { act } = row.limited
      // The dialog has said why; where somebody was asked the form has done its part.
      if (await offerApproval({ act, input, sentence: answer.message })) asked.add(answer)
    } else {
      const failure = typeof texts.failure === 'function' ? texts.failure(answer) : texts.failure
      if (failure) toasts.error(failure, answer.message)
    }
    return answer
  }

  function run(input: CallInput<Row>) {
    const intent = JSON.stringify(input)
    const joined = running.current.get(intent)
    if (joined) return joined
    const started = perform(input, intent).finally(() => {
      running.current.delete(intent)
      // At once: who sees what became of it may press again.
      flushSync(() => setRunning(running.current.size > 0))
    })
    running.current.set(intent, started)
    setRunning(true)
    return started
  }

  return { run, isRunning, errors }
}

// Refusals that somebody else was asked to approve instead.
const asked = new WeakSet<object>()

/** True of a refusal whose call waits for somebody's approval now. */
export function isAskedFor(answer: Answer<unknown>): boolean {
  return asked.has(answer)
}

/** What a form is to show of an answer whose sentence a toast has said already: the fields it is about. */
export function fieldsOf(answer: Answer<unknown>): SubmitResult {
  return answer.ok || isAskedFor(answer) ? { ok: true } : { ok: false, errors: answer.errors }
}

// After a lost answer, a fault or 'still in flight' nobody knows whether it happened: the key must stay. So it must where it
// wasn't sent at all, because somebody else has signed in.
const stays: readonly (string | null)[] = ['request_in_flight', 'other-user']

function isSettled(answer: Answer<unknown>): boolean {
  if (answer.ok) return true
  return answer.status >= 400 && answer.status < 500 && !stays.includes(answer.code)
}

/** Never made again unasked: who waits for the server may have thought better of it by then. */
async function said<Data>(answer: Answer<Data>): Promise<Answer<Data>> {
  if (answer.ok || !(await isLost(answer))) return answer
  return { ...answer, message: connectionWords.notSent }
}
