import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { PatronSession, PublicForm } from '#contract/requests/patron.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { isUpload, questionField } from '#contract/requests/question-rules.ts'
import { answerErrors, priceOf } from '#contract/requests/request-rules.ts'
import { focusFirstWrongAnswer } from '#patron/kit/fields.tsx'
import type { FlowProps } from '#patron/request/calls.ts'
import { noAnswers, stepsOf, today, type Change, type Step } from './steps.ts'
import type { Flow } from '#patron/request/use-flow.ts'
import { useStepPlace } from './use-step-place.ts'

type Given = FlowProps & {
  flow: Flow | null
  isPreview: boolean
  onChange: (session: PatronSession, secret: string) => void
  /** The form as it is by now. */
  onForm: (form: PublicForm) => void
}

/** Why something could not be saved or sent, and which fields that is about. */
type Refused = { message: string; status: number; errors: Record<string, string> }

/** Where one is in the questions, what was answered, and how one goes on. */
export function useSteps(props: Given) {
  const { form, flow, isPreview } = props
  const session = flow?.session
  const { answers, answer } = useAnswers(session)
  const steps = stepsOf(form, answers, session?.IsProven)
  const { element, errors, failure, show, clear, changed } = useErrors()
  const { isBusy, during } = useBusy()
  const save = useSave(props)
  const { index, goTo } = useStepPlace(steps, flow !== null, clear)
  const step = steps[index] ?? steps[0]!
  const isLast = index === steps.length - 1

  async function goOn(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = errorsOf(props, answers, step)
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    if (isPreview) return goTo(steps[Math.min(index + 1, steps.length - 1)]?.name)
    const refused = await during(save(answers, isLast))
    if (refused) await during(refuse(refused))
    else if (!isLast) goTo(steps[index + 1]?.name)
  }

  /** Says what was refused where it is asked: the business may have changed the form since it was loaded. */
  async function refuse({ message, status, errors: wrong }: Refused) {
    const loaded = status === 400 || status === 409 ? await props.calls.form() : null
    const now = loaded?.ok ? loaded.data : form
    const isOther = status === 409 || now.Revision !== form.Revision
    flushSync(() => {
      props.onForm(now)
      // Nobody has accepted what they haven't read.
      if (isOther) answer({ HasAcceptedTerms: false })
    })
    const asked = stepsOf(now, answers, session?.IsProven)
    const { name } = asked.find(({ fields }) => fields.some((field) => field in wrong)) ?? step
    if (asked[index]?.name !== name) flushSync(() => goTo(name))
    show(wrong, message)
  }

  const change = (given: Change) => changed(answer(given))
  return { steps, index, step, isLast, answers, errors, failure, isBusy, element, goTo, change, during, goOn }
}

/** What is wrong in a step. */
function errorsOf({ form, flow, isPreview }: Given, answers: RequestAnswers, step: Step) {
  const session = flow?.session
  const all = answerErrors(form, answers, today(), session?.OnFile, session?.Member?.MembershipNumber)
  const uploads = form.Questions.filter(({ Kind }) => isUpload(Kind)).map(({ Id }) => questionField(Id))
  // A preview has no session that files could be added to.
  const isAsked = (field: string) => step.fields.includes(field) && !(isPreview && uploads.includes(field))
  return Object.fromEntries(Object.entries(all).filter(([field]) => isAsked(field)))
}

/** What is shown to be wrong: by field until it is answered anew, and of the whole. */
function useErrors() {
  const element = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)

  function show(wrong: Record<string, string>, message: string | null = null) {
    flushSync(() => {
      setErrors(wrong)
      setFailure(message)
    })
    focusFirstWrongAnswer(element.current)
  }
  // No flushSync: a turn of the page may come within one.
  function clear() {
    setErrors({})
    setFailure(null)
  }
  function changed({ now, patch }: { now: RequestAnswers; patch: Partial<RequestAnswers> }) {
    const isSame = ([field]: [string, string]) => {
      const [name = '', id = ''] = field.split('.')
      if (!(name in patch)) return true
      return name === 'Questions' && patch.Questions?.[id] === now.Questions[id]
    }
    setErrors((former) => Object.fromEntries(Object.entries(former).filter(isSame)))
  }
  return { element, errors, failure, show, clear, changed }
}

/** Whether something is under way, and how something new is. */
function useBusy() {
  const [count, setCount] = useState(0)
  async function during<Result>(work: Promise<Result>): Promise<Result> {
    setCount((others) => others + 1)
    try {
      return await work
    } finally {
      setCount((others) => others - 1)
    }
  }
  return { isBusy: count > 0, during }
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

/** Saves what was filled in, and submits it at the end; tells what was refused, or null if nothing was. */
function useSave({ calls, form, flow, onChange }: Given) {
  // Of a session whose beginning is known here and whose rest got lost on the way: it is gone on with.
  const begun = useRef<string | null>(null)

  return async function save(typed: RequestAnswers, isLast: boolean): Promise<Refused | null> {
    const answers = { ...typed, Questions: ofForm(form, typed.Questions) }
    const known = flow?.secret ?? begun.current
    const started = known === null ? await calls.start(answers) : null
    if (started && !started.ok) return started
    const secret = known ?? started?.data.Secret ?? ''
    begun.current = secret || null
    const saved = started ? await calls.open(secret) : await calls.save(secret, answers)
    // One that is gone is begun anew the next time.
    if (!saved.ok && saved.status === 404) begun.current = null
    // It has been sent already, and the answer got lost: it is gone on with where it is.
    const isSent = !saved.ok && saved.status === 409
    if (!saved.ok && !isSent) return saved
    const seen = { Revision: form.Revision, Total: priceOf(form, answers).total }
    const last = isSent ? await calls.open(secret) : isLast ? await calls.submit(secret, seen) : saved
    if (!last.ok) return last
    onChange(last.data, secret)
    return null
  }
}

/** The answers to what the form asks: those to what it asked once would make too many. */
function ofForm(
  { Questions }: PublicForm,
  answers: RequestAnswers['Questions'],
): RequestAnswers['Questions'] {
  const asked = Object.entries(answers).filter(([id]) => Questions.some(({ Id }) => Id === id))
  return Object.fromEntries(asked)
}
