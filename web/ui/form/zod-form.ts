import { useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { afterPress } from './after-press.ts'
import { fieldErrors, readRefusal, type FieldErrors } from './field-errors.ts'

/** What became of a submit. A refusal may say which fields it is about, by their path. */
export type SubmitResult = { ok: boolean; message?: string; errors?: Record<string, string> | undefined }

type Options<Values extends Record<string, unknown>, Output> = {
  schema: z.ZodType<Output, Values>
  initialValues: Values
  /** Gets what the schema made of the values. */
  onSubmit: (output: Output) => Promise<SubmitResult>
  /** Checks each field while it is typed. */
  checksOnChange?: boolean | undefined
  /** Checks each field when it is left, also one that was passed by as it was: what is filled in already may be wrong. */
  checksUnchanged?: boolean | undefined
  /** Told which fields are wrong before the first of them gets the focus: a form on several tabs shows the right one. */
  onWrong?: ((fields: string[]) => void) | undefined
}

/** A form whose values a zod schema checks: each field when it is left, all of them on submit. */
export type ZodForm<Values> = {
  form: UseFormReturnType<Values>
  isSubmitting: boolean
  /** False while a form that checks on change has something wrong in it. */
  isRight: boolean
  /** Why the last submit was refused, where no field of the form is to blame. */
  failure: string | null
  /** Whether the last submit went through. */
  isSaved: boolean
  /** The form's `onSubmit`. Resolves to whether it went through; a second press meanwhile does nothing. */
  submit: (event: FormEvent<HTMLFormElement>) => Promise<boolean>
}

/** Ties a zod schema to a form: the first wrong field gets the focus, a refusal's errors go to their fields. */
export function useZodForm<Values extends Record<string, unknown>, Output>({
  schema,
  initialValues,
  onSubmit,
  onWrong,
  checksOnChange = false,
  checksUnchanged = false,
}: Options<Values, Output>): ZodForm<Values> {
  const [failure, setFailure] = useState<string | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const isBusy = useRef(false)
  const form = useCheckedForm(schema, initialValues, { checksOnChange, checksUnchanged })

  function showErrors(errors: FieldErrors, element: HTMLFormElement) {
    // What is refused is let go of in the same moment: Escape, pressed when the error is seen, must be heard.
    flushSync(() => {
      form.setErrors(errors)
      setSubmitting(false)
    })
    onWrong?.(Object.keys(errors))
    focusFirstWrongField(element)
  }

  async function send(output: Output, element: HTMLFormElement): Promise<boolean> {
    const result = await onSubmit(output)
    // At once: what keeps a draft of the form must hear of it before that goes.
    flushSync(() => setSaved(result.ok))
    if (result.ok) return true
    const { errors, failure: why } = readRefusal(result, initialValues)
    showErrors(errors, element)
    setFailure(why)
    return false
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<boolean> {
    event.preventDefault()
    const element = event.currentTarget
    if (isBusy.current) return false
    const parsed = schema.safeParse(form.getValues())
    setFailure(null)
    if (!parsed.success) {
      showErrors(fieldErrors(parsed.error), element)
      return false
    }
    isBusy.current = true
    // At once: what is held back while the form has changes may go when they are being sent.
    flushSync(() => setSubmitting(true))
    return send(parsed.data, element).finally(() => {
      isBusy.current = false
      setSubmitting(false)
    })
  }

  const isRight = !checksOnChange || isValid(schema, form.values)
  return { form, isSubmitting, isRight, failure, isSaved, submit }
}

function useCheckedForm<Values extends Record<string, unknown>>(
  schema: z.ZodType<unknown, Values>,
  initialValues: Values,
  { checksOnChange, checksUnchanged }: { checksOnChange: boolean; checksUnchanged: boolean },
) {
  return useForm<Values>({
    initialValues,
    validateInputOnChange: checksOnChange,
    validate: (values) => fieldErrors(schema.safeParse(values).error),
    enhanceGetInputProps: ({ form, field }) => ({
      // A field passed by without a change is usually no error yet, and one in error stays so until it changes:
      // what the server refused, the schema may find right.
      onBlur: () =>
        afterPress(() => {
          if ((checksUnchanged || form.isDirty(field)) && !form.errors[field]) form.validateField(field)
        }),
    }),
  })
}

/**
 * Begins a form anew with what was saved. What was typed since it was sent stays, and is still to be saved: only fields
 * that are as they were `sent` are taken over.
 */
export function takeOverSaved<Values extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'setInitialValues' | 'setValues'>,
  sent: Values,
  saved: Values,
): void {
  const typed = Object.entries(form.getValues()).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name]),
  )
  form.setInitialValues(saved)
  form.setValues({ ...saved, ...Object.fromEntries(typed) })
}

function isValid(schema: z.ZodType, values: unknown): boolean {
  return schema.safeParse(values).success
}

/** Gives the focus to the first wrong field that is in sight. */
export function focusFirstWrongField(form: HTMLElement): void {
  const wrong = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
  wrong.find((field) => field.checkVisibility())?.focus()
}
