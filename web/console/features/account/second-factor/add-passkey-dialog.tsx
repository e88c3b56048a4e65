import { Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { fieldsOf, useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { reloadMe } from '#console/session.ts'
import { FactorName, secondFactorApi } from '#contract/access/second-factor.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { createPasskey } from '#web/passkeys.ts'

const New = z.object({ Name: FactorName })

type Props = { onAdded: () => void; onClose: () => void }

/** Has this device, or one at hand, make a passkey. */
export function AddPasskeyDialog({ onAdded, onClose }: Props) {
  const { run: begin } = useAction(secondFactorApi.beginPasskey)
  const { run: add } = useAction(secondFactorApi.addPasskey, { success: 'Passkey added.' })

  async function submit({ Name }: z.output<typeof New>): Promise<SubmitResult> {
    const options = await begin({})
    if (!options.ok) return { ok: false, message: options.message }
    const Passkey = await createPasskey(options.data)
    if (!Passkey) return { ok: false, message: notMade }
    const answer = await add({ body: { Name, Passkey } })
    if (!answer.ok) return { ...fieldsOf(answer), message: answer.message }
    onAdded()
    await reloadMe()
    return { ok: true }
  }

  return (
    <FormModal
      title="Add a passkey"
      submitLabel="Continue"
      schema={New}
      initialValues={{ Name: '' }}
      onSubmit={submit}
      onClose={onClose}
      draft={keptAs('new passkey')}
    >
      {(form) => (
        <>
          <Text>
            Your browser then asks where to keep it: on this device, on your phone or on a security key.
          </Text>
          <TextInput
            label="Name"
            description="To tell yours apart: ‘Work laptop’."
            autoComplete="off"
            required
            {...form.getInputProps('Name')}
          />
        </>
      )}
    </FormModal>
  )
}

const notMade = 'No passkey was made: it was called off, or this device has one for this account already.'
