import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import styles from './form-modal.module.css'
import { useLeaveGuard } from '#ui/layout/navigation.tsx'
import { useIsPhone } from '#ui/text/phone.ts'
import { CopyRequestId } from '#ui/feedback/error-state.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { WorkingButton } from './working-button.tsx'
import { useZodForm, type SubmitResult, type ZodForm } from './zod-form.ts'

type Props<Values extends Record<string, unknown>, Output> = Keeping<Values> & {
  title: string
  submitLabel: string
  /** For what destroys something. */
  danger?: boolean
  schema: z.ZodType<Output, Values>
  initialValues: Values
  /** Gets what the schema made of the values. A refusal keeps the dialog open and marks its fields. */
  onSubmit: (output: Output) => Promise<SubmitResult>
  /** Called when the dialog has closed, however that came. */
  onClose: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Why it can't be sent as things are; null where it can. */
  whyNot?: string | null
  /** Checks each field while it is typed rather than when it is left, and lets nothing be sent until all is right. */
  checksOnChange?: boolean
  /** Another dialog takes its place once it went through: it goes at once, and that one is there at once. */
  goesOn?: boolean
  /** It takes the place of one that went on. */
  isNext?: boolean
  /** Said in place of the fields once it went through; without it the dialog just closes. */
  done?: string
  /** Its sentence has something to do in it, and stays until it is closed; another goes by itself after a moment. */
  doneStays?: boolean
  /** What the values come to, said beside the buttons. */
  note?: (values: Values) => ReactNode
  /** The fields: `(form) => <TextInput label="Name" {...form.getInputProps('Name')} />`. */
  children: (form: UseFormReturnType<Values>) => ReactNode
}

/** What was typed outlives the page, unless there is a reason against it: no form is without by having been forgotten. */
type Keeping<Values> =
  | {
      /** Keeps what isn't saved, and offers it again above the fields. */
      draft: (state: FormState<Values>) => ReactNode
      withoutDraft?: never
    }
  | { draft?: never; withoutDraft: string }

/** What becomes of what was typed: sent and done, or given up. */
export type FormState<Values> = Pick<ZodForm<Values>, 'form' | 'isSaved'> & { isDiscarded: boolean }

/** A form in a dialog, open as long as it is mounted. Asks before unsaved changes are lost. */
export function FormModal<Values extends Record<string, unknown>, Output>(props: Props<Values, Output>) {
  const { title, note, onClose, size = 'md', children, done } = props
  const { form, isSubmitting, isRight, isSaved, failure, submit } = useZodForm(props)
  const { close, modal } = useDialog(onClose, props.isNext)
  // While it is being submitted it may lead elsewhere by itself.
  const question = useUnsavedQuestion(form.isDirty() && !isSaved && !isSubmitting, close)
  const requestClose = () => isSubmitting || question.close()

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // It is fading: another Enter must not send it again.
    if (isSaved || !(await submit(event))) return
    if (props.goesOn) onClose()
    else if (done === undefined) close()
  }

  const isDone = isSaved && done !== undefined
  useLater(close, isDone && !props.doneStays)
  return (
    <Modal
      {...modal}
      onClose={requestClose}
      title={title}
      size={size}
      fullScreen={useFillsPhone(size)}
      classNames={{ body: styles.body }}
    >
      <form noValidate ref={markFirstField} onSubmit={save}>
        <Stack gap="md" className={styles.fields}>
          {failure && <Said color="red">{failure}</Said>}
          {props.draft?.({ form, isSaved, isDiscarded: question.isDiscarded })}
          {isDone ? <Said color="green">{done}</Said> : children(form)}
          <LateFocus />
        </Stack>
        <div className={styles.footer}>
          {question.isAsking && <LeaveQuestion onStay={question.stay} onLeave={question.leave} />}
          {isDone && <CloseButton onClick={close} />}
          {!question.isAsking && !isDone && (
            <Buttons
              note={note?.(form.values)}
              submitLabel={props.submitLabel}
              danger={props.danger ?? false}
              whyNot={props.whyNot ?? (isRight ? null : incomplete)}
              isSubmitting={isSubmitting}
              onCancel={requestClose}
            />
          )}
        </div>
      </form>
    </Modal>
  )
}

/** A large one takes all of a phone. */
function useFillsPhone(size: string): boolean {
  return useIsPhone() && (size === 'lg' || size === 'xl')
}

function Said({ color, children }: { color: 'red' | 'green'; children: string }) {
  return (
    <Alert color={color} p="sm" role={color === 'red' ? 'alert' : 'status'}>
      {children} <CopyRequestId sentence={children} size="xs" />
    </Alert>
  )
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick} ref={focus}>
      Close
    </Button>
  )
}

const incomplete = 'Complete the fields above first.'
const saidMs = 6_000

/** Calls back once it has been so for a moment. */
function useLater(callBack: () => void, isSo: boolean) {
  const latest = useRef(callBack)
  useEffect(() => {
    latest.current = callBack
  })
  useEffect(() => {
    if (!isSo) return undefined
    const timer = setTimeout(() => latest.current(), saidMs)
    return () => clearTimeout(timer)
  }, [isSo])
}

/** While there is something to lose, closing the dialog asks first, and so does leaving the page. */
function useUnsavedQuestion(isDirty: boolean, close: () => void) {
  const [isClosing, setClosing] = useState(false)
  const [isDiscarded, setDiscarded] = useState(false)
  const guard = useLeaveGuard(isDirty)
  const isAsking = isClosing || guard.isLeaving

  const stay = () => {
    setClosing(false)
    guard.stay()
  }
  const requestClose = () => {
    if (isAsking) stay()
    else if (isDirty) setClosing(true)
    else close()
  }
  const leave = () => {
    // At once: the dialog may go with its page.
    flushSync(() => setDiscarded(true))
    if (guard.isLeaving) guard.leave()
    else close()
  }
  return { isAsking, isDiscarded, stay, leave, close: requestClose }
}

type ButtonsProps = {
  note: ReactNode
  submitLabel: string
  danger: boolean
  whyNot: string | null
  isSubmitting: boolean
  onCancel: () => void
}

function Buttons(props: ButtonsProps) {
  const { note, submitLabel, danger, whyNot, isSubmitting, onCancel } = props
  return (
    <>
      {note && <div className={styles.note}>{note}</div>}
      {whyNot && (
        <Text size="sm" c="dimmed" className={styles.note}>
          {whyNot}
        </Text>
      )}
      <Button variant="default" onClick={onCancel} onMouseDown={keepFocus}>
        Cancel
      </Button>
      <WorkingButton
        type="submit"
        color={danger ? 'red' : undefined}
        whyNot={whyNot}
        isWorking={isSubmitting}
        onMouseDown={keepFocus}
      >
        {submitLabel}
      </WorkingButton>
    </>
  )
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <>
      <Text role="alert" className={styles.question}>
        Discard your changes?
      </Text>
      <Button variant="default" onClick={onStay} ref={focus}>
        Keep editing
      </Button>
      <Button color="red" onClick={onLeave}>
        Discard
      </Button>
    </>
  )
}

/** Pressing a button must not blur a field first: the error appearing under it would move the button away. */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

function focus(element: HTMLElement | null) {
  element?.focus()
}

function firstField(form: HTMLFormElement | null | undefined): HTMLElement | null {
  return form?.querySelector<HTMLElement>('input:not([readonly]), textarea, select') ?? null
}

/** The kit gives the focus to what carries this mark, and else to the dialog's close button. */
function markFirstField(form: HTMLFormElement | null) {
  if (!form?.querySelector('[data-autofocus]')) firstField(form)?.setAttribute('data-autofocus', '')
}

/** Where the fields are still to be fetched when the dialog opens, the first of them gets the focus when it comes. */
function LateFocus() {
  const place = useRef<HTMLSpanElement>(null)
  const isAwaited = useRef(true)
  const wasMissing = useRef(false)
  useEffect(() => {
    if (!isAwaited.current) return
    const form = place.current?.closest('form') ?? null
    const field = form?.querySelector<HTMLElement>('[data-autofocus]') ?? firstField(form)
    isAwaited.current = !field
    wasMissing.current ||= !field
    if (!field || !wasMissing.current) return
    // The dialog may not have given the focus away yet; and somebody may have gone on to a button meanwhile.
    markFirstField(form)
    if (!form?.contains(document.activeElement)) field.focus()
  })
  return <span ref={place} hidden />
}
