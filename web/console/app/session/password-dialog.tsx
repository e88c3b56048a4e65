import { Button, Modal, Stack, Text } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { z } from 'zod'
import { useMe } from '#console/session.ts'
import { messages } from '#contract/messages.ts'
import { PasswordField } from '#ui/form/password-field.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm, type SubmitResult } from '#ui/form/zod-form.ts'
import { MicrosoftAgain } from './microsoft-again.tsx'
import styles from './password-dialog.module.css'

const Password = z.object({ password: z.string().min(1, messages.signIn.passwordRequired) })

type Props = {
  title: string
  text: string
  submitLabel: string
  onPassword: (password: string) => Promise<SubmitResult>
  /** Stands in the place of the password once that was right, where there is more to show. */
  secondStep?: ReactNode
  /** Why the password is asked for anew. */
  failure?: string | null
  /** Called when it has closed; without it the dialog can't be closed. */
  onClose?: () => void
  /** What is to be said of another way that was tried. */
  notice?: ReactNode
  /** The other way out, beside the buttons. */
  otherWay?: ReactNode
  /** How whoever has a passkey and no password shows that it is them. */
  passkeyWay?: ReactNode
  /** Whether what is behind it must not be read. */
  hidesPage?: boolean
}

/** Asks whoever is signed in to show that it is them: by their password, or by Microsoft or a passkey if they sign in so. */
export function PasswordDialog(props: Props) {
  const { title, text, onClose, hidesPage = false } = props
  const { SignsInWith } = useMe()
  const { close, modal } = useDialog(() => onClose?.())
  useFocusBack()
  const overlay = hidesPage ? { color: 'var(--mantine-color-gray-0)', backgroundOpacity: 0.92, blur: 8 } : {}
  return (
    <Modal
      {...modal}
      title={title}
      size="sm"
      onClose={() => onClose && close()}
      withCloseButton={onClose !== undefined}
      overlayProps={overlay}
      // Over every other dialog, which waits under it.
      zIndex={300}
    >
      <Stack gap="md">
        {props.secondStep ?? (
          <>
            <Text>{text}</Text>
            {props.notice}
            {SignsInWith === 'Microsoft' ? (
              <MicrosoftAgain {...props} {...(onClose && { onCancel: close })} />
            ) : SignsInWith === 'Passkey' ? (
              <OtherWayAlone {...props} {...(onClose && { onCancel: close })} />
            ) : (
              <PasswordForm {...props} {...(onClose && { onCancel: close })} />
            )}
          </>
        )}
      </Stack>
    </Modal>
  )
}

/** It goes at once when it is answered, and the page is where it was. */
function useFocusBack() {
  useEffect(() => {
    const origin = document.activeElement
    return () => {
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus()
    }
  }, [])
}

type FormProps = Props & { onCancel?: () => void }

/** For whoever has no password. */
function OtherWayAlone({ otherWay, passkeyWay, onCancel }: FormProps) {
  return (
    <div className={styles.footer}>
      {otherWay}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {passkeyWay}
    </div>
  )
}

function PasswordForm({ submitLabel, onPassword, failure: former, onCancel, otherWay }: FormProps) {
  const me = useMe()
  const { form, isSubmitting, failure, submit } = useZodForm({
    schema: Password,
    initialValues: { password: '' },
    onSubmit: ({ password }) => onPassword(password),
  })
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {/* Browsers fill in the password of the account that they see named. */}
        <input type="email" autoComplete="username" value={me.Email} readOnly hidden />
        <p className={styles.email}>
          You are <strong>{me.Email}</strong>.
        </p>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
          error={form.errors.password ?? failure ?? former}
        />
        <div className={styles.footer}>
          {otherWay}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <WorkingButton type="submit" isWorking={isSubmitting}>
            {submitLabel}
          </WorkingButton>
        </div>
      </Stack>
    </form>
  )
}
