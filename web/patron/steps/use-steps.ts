import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { PatronSession } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { isUpload, questionField } from '#contract/requests/question-rules.ts'
import { answerErrors } from '#contract/requests/request-rules.ts'
import { focusFirstWrong } from '#patron/kit/fields.tsx'
import type { FlowProps } from '#patron/request/calls.ts'
import { noAnswers, stepsOf, today, type Change } from './steps.ts'
import type { Flow } from '#patron/request/use-flow.ts'
import { useStepPlace } from './use-step-place.ts'

type Given = FlowProps & {
  flow: Flow | null
  isPreview: boolean
  onChange: (session: PatronSession, secret: string) => void
}

/** Where one is in the questions, what was answered, and how one goes on. */
export function useSteps({ calls, form, flow, isPreview, onChange }: Given) {
  const session = flow?.session
  const { answers, answer } = useAnswers(session)
  const steps = stepsOf(form, answers, session?.IsProven)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { failure, setFailure, save } = useSave({ calls, form, flow, isPreview, onChange })
  const { index, goTo } = useStepPlace(steps, flow !== null, () => {
    setErrors({})
    setFailure(null)
  })
  const step = steps[index] ?? steps[0]!
  const uploads = new Set(
    form.Questions.filter(({ Kind }) => isUpload(Kind)).map(({ Id }) => questionField(Id)),
  )
  const isLast = index === steps.length - 1

  function show(wrong: Record<string, string>) {
    flushSync(() => setErrors(wrong))
    focusFirstWrong(element.current)
  }

  function change(given: Change) {
    const { now, patch } = answer(given)
    const isSame = ([field]: [string, string]) => {
      const [name = '', id = ''] = field.split('.')
      if (!(name in patch)) return true
      return name === 'Questions' && patch.Questions?.[id] === now.Questions[id]
    }
    setErrors((former) => Object.fromEntries(Object.entries(former).filter(isSame)))
  }

  async function goOn(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setFailure(null)
    const all = answerErrors(form, answers, today(), session?.OnFile, session?.Member?.MembershipNumber)
    // A preview has no session that files could be added to.
    const isAsked = (field: string) => step.fields.includes(field) && !(isPreview && uploads.has(field))
    const wrong = Object.fromEntries(Object.entries(all).filter(([field]) => isAsked(field)))
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    if (isPreview) return goTo(steps[Math.min(index + 1, steps.length - 1)]?.name)
    setBusy(true)
    const refused = await save(answers, isLast)
    setBusy(false)
    if (refused) show(refused)
    else if (!isLast) goTo(steps[index + 1]?.name)
  }

  return { steps, index, step, isLast, answers, errors, failure, isBusy, element, goTo, change, goOn }
}

/** What was answered, and how it is answered anew. */
function useAnswers(session: PatronSession | undefined) {
  const [typed, setTyped] = useState(session?.Answers ?? noAnswers)
  // Which membership one has may come to be known on the way; it is theirs until they choose another.
  const MembershipType = typed.MembershipType ?? session?.Answers.MembershipType ?? null
  const answers = { ...typed, MembershipType }
  const latest = useRef(answers)
  useEffect(() => {
    latest.current = answers
  })
  function answer(given: Change) {
    // A file takes a while to arrive: what was answered meanwhile stays.
    const now = latest.current
    const patch = typeof given === 'function' ? given(now) : given
    latest.current = { ...now, ...patch }
    setTyped(latest.current)
    return { now, patch }
  }
  return { answers, answer }
}

/** Saves what was filled in, and submits it at the end; tells which fields were refused, or null if none. */
function useSave({ calls, flow, onChange }: Given) {
  const [failure, setFailure] = useState<string | null>(null)
  // Of a session whose beginning is known here and whose rest got lost on the way: it is gone on with.
  const begun = useRef<string | null>(null)
  const fail = (message: string, errors: Record<string, string> = {}) => {
    setFailure(message)
    return errors
  }

  async function save(answers: RequestAnswers, isLast: boolean): Promise<Record<string, string> | null> {
    const known = flow?.secret ?? begun.current
    const started = known === null ? await calls.start(answers) : null
    if (started && !started.ok) return fail(started.message)
    const secret = known ?? started?.data.Secret ?? ''
    begun.current = secret || null
    const saved = started ? await calls.open(secret) : await calls.save(secret, answers)
    // One that is gone is begun anew the next time.
    if (!saved.ok && saved.status === 404) begun.current = null
    if (!saved.ok) return fail(saved.message)
    const last = isLast ? await calls.submit(secret) : saved
    if (!last.ok) return fail(last.message, last.errors)
    onChange(last.data, secret)
    return null
  }

  return { failure, setFailure, save }
}
