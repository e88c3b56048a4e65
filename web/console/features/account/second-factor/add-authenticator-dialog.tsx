import { Modal, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { fieldsOf, useAction } from '#console/actions.ts'
import { reloadMe } from '#console/session.ts'
import { AuthenticatorCode, FactorName, secondFactorApi } from '#contract/access/second-factor.ts'
import { messages } from '#contract/messages.ts'
import { CopyButton } from '#ui/feedback/copy-button.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { call, type Answer } from '#web/api-client.ts'
import styles from './second-factor.module.css'

type Begun = z.output<typeof secondFactorApi.beginAuthenticator.output>
type Props = { onAdded: () => void; onClose: () => void }

const title = 'Add an authenticator app'
const New = z.object({ Name: FactorName, Code: AuthenticatorCode })

/** Gives an authenticator app its secret, and has it show that it works. */
export function AddAuthenticatorDialog(props: Props) {
  const [begun, setBegun] = useState<Answer<Begun> | null>(null)
  useEffect(() => void call(secondFactorApi.beginAuthenticator).then(setBegun), [])
  return begun?.ok ? (
    <Fields {...props} begun={begun.data} />
  ) : (
    <Waiting message={begun && begun.message} onClose={props.onClose} />
  )
}

function Waiting({ message, onClose }: { message: string | null; onClose: () => void }) {
  const { modal } = useDialog(onClose)
  return (
    <Modal {...modal} title={title}>
      {message === null ? (
        <Skeleton height={220} />
      ) : (
        <ErrorState title={messages.generic.pageAreaError} detail={message} />
      )}
    </Modal>
  )
}

function Fields({ begun, onAdded, onClose }: Props & { begun: Begun }) {
  const { run } = useAction(secondFactorApi.addAuthenticator, { success: 'Authenticator app added.' })

  async function submit({ Name, Code }: z.output<typeof New>): Promise<SubmitResult> {
    const answer = await run({ body: { Name, Code, Challenge: begun.Challenge } })
    if (!answer.ok) return { ...fieldsOf(answer), message: answer.message }
    onAdded()
    await reloadMe()
    return { ok: true }
  }

  return (
    <FormModal
      title={title}
      submitLabel="Add"
      schema={New}
      initialValues={{ Name: 'Authenticator app', Code: '' }}
      onSubmit={submit}
      onClose={onClose}
      withoutDraft="A code is typed into it, of a key that is new each time."
    >
      {(form) => (
        <>
          <Text>Scan this with the app on your phone, or type the key into it.</Text>
          <img
            className={styles.qr}
            src={`data:image/svg+xml;utf8,${encodeURIComponent(begun.QrCode)}`}
            alt="QR code for the authenticator app"
            width={200}
            height={200}
          />
          <div className={styles.secret}>
            <code>{begun.Secret}</code>
            <CopyButton value={begun.Secret.replaceAll(' ', '')} label="key" />
          </div>
          <TextInput label="Name" autoComplete="off" required {...form.getInputProps('Name')} />
          <TextInput
            label="Code"
            description="The six digits that the app shows now."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            data-autofocus
            {...form.getInputProps('Code')}
          />
        </>
      )}
    </FormModal>
  )
}
