import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { FormEvent, MouseEvent, ReactNode } from 'react'
import type { z } from 'zod'
import styles from './form-modal.module.css'
import { useLeaveGuard } from './navigation.tsx'
import { useIsPhone } from './phone.ts'
import { useDialog } from './use-dialog.ts'
import { WorkingButton } from './working-button.tsx'
import { useZodForm } from './zod-form.ts'
import type { SubmitResult } from './zod-form.ts'

type Props<Values extends Record<string, unknown>, Output> = {
  title: string
  submitLabel: string
  schema: z.ZodType<Output, Values>
  initialValues: Values
  /** Gets what the schema made of the values. A refusal keeps the dialog open and marks its fields. */
  onSubmit: (output: Output) => Promise<SubmitResult>
  /** Called when the dialog has closed, however that came. */
  onClose: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** The fields: `(form) => <TextInput label="Name" {...form.getInputProps('Name')} />`. */
  children: (form: UseFormReturnType<Values>) => ReactNode
}

/** A form in a dialog, open as long as it is mounted. Asks before unsaved changes are lost. */
export function FormModal<Values extends Record<string, unknown>, Output>(props: Props<Values, Output>) {
  const { title, submitLabel, schema, initialValues, onSubmit, onClose, size = 'md', children } = props
  const { form, isSubmitting, failure, submit } = useZodForm({ schema, initialValues, onSubmit })
  const { close, modal } = useDialog(onClose)
  const isPhone = useIsPhone()
  const [isClosing, setClosing] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const isDirty = form.isDirty() && !isSaved
  const guard = useLeaveGuard(isDirty)
  const isAsking = isClosing || guard.isLeaving

  async function save(event: FormEvent<HTMLFormElement>) {
    if (!(await submit(event))) return
    setSaved(true)
    close()
  }

  function stay() {
    setClosing(false)
    guard.stay()
  }

  function requestClose() {
    if (isSubmitting) return
    if (isAsking) stay()
    else if (isDirty) setClosing(true)
    else close()
  }

  return (
    <Modal
      {...modal}
      onClose={requestClose}
      title={title}
      size={size}
      fullScreen={isPhone && (size === 'lg' || size === 'xl')}
      classNames={{ body: styles.body }}
    >
      <form noValidate ref={markFirstField} onSubmit={save}>
        <Stack gap="md" className={styles.fields}>
          {failure && <Alert color="red">{failure}</Alert>}
          {children(form)}
        </Stack>
        <div className={styles.footer}>
          {isAsking ? (
            <LeaveQuestion onStay={stay} onLeave={guard.isLeaving ? guard.leave : close} />
          ) : (
            <Buttons submitLabel={submitLabel} isSubmitting={isSubmitting} onCancel={requestClose} />
          )}
        </div>
      </form>
    </Modal>
  )
}

type ButtonsProps = { submitLabel: string; isSubmitting: boolean; onCancel: () => void }

function Buttons({ submitLabel, isSubmitting, onCancel }: ButtonsProps) {
  return (
    <>
      <Button variant="default" onClick={onCancel} onMouseDown={keepFocus}>
        Cancel
      </Button>
      <WorkingButton type="submit" isWorking={isSubmitting} onMouseDown={keepFocus}>
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

/** The kit gives the focus to what carries this mark, and else to the dialog's close button. */
function markFirstField(form: HTMLFormElement | null) {
  form?.querySelector('input, textarea, select')?.setAttribute('data-autofocus', '')
}
