import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentProps } from 'react'
import { z } from 'zod'
import { signOwnPasskey } from '#console/questions/passkey-proof.ts'
import { useMe } from '#console/session.ts'
import type { OwnProof } from '#contract/access/second-factor.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { userWords } from '#contract/access/user-words.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import type { Failure } from '#web/api-client.ts'
import { canUsePasskeys } from '#web/passkeys.ts'

const ways = {
  password: 'My password',
  code: 'My authenticator code',
  'recovery-code': 'One of my recovery codes',
  passkey: 'My passkey',
} as const

const Confirmed = z.object({
  Way: z.enum(['password', 'code', 'recovery-code', 'passkey']),
  Password: z.string(),
  Code: z.string().trim(),
})

/** Said when it is done. */
export const factorReset = 'Second factor reset.'

type Props = {
  /** Of whom. */
  name: string
  /** Without a proof for whoever has none to give: the call asks for it where it is needed. */
  onReset: (proof?: OwnProof) => Promise<{ ok: true } | Failure>
  onClose: () => void
}

/** Takes a lost second factor from somebody; whoever does it shows that it is them. */
export function ResetFactorDialog({ name, onReset, onClose }: Props) {
  const isByMicrosoft = useMe().SignsInWith === 'Microsoft'

  async function reset({ Way, Password, Code }: z.output<typeof Confirmed>): Promise<SubmitResult> {
    if (isByMicrosoft) return onReset()
    const field = Way === 'password' ? 'Password' : 'Code'
    const shown = Way === 'password' ? Password : Code
    if (Way !== 'passkey' && shown === '') return { ok: false, errors: { [field]: `${field} is required.` } }
    const proof = await proofOf(Way, shown)
    if (!proof) return { ok: false, message: secondFactorWords.passkeyRefused }
    const answer = await onReset(proof)
    if (answer.ok) return { ok: true }
    const isWrong = answer.code === 'wrong_proof' && Way !== 'passkey'
    return { ok: false, ...(isWrong ? { errors: { [field]: answer.message } } : { message: answer.message }) }
  }

  return (
    <FormModal
      title="Reset second factor?"
      submitLabel="Reset"
      schema={Confirmed}
      initialValues={{ Way: 'password', Password: '', Code: '' }}
      onSubmit={reset}
      onClose={onClose}
      withoutDraft="A password or a code is typed into it."
    >
      {(form) => (
        <>
          <Text>
            All passkeys, authenticator apps and recovery codes of <strong>{name}</strong> go, and they are
            signed out everywhere. Make sure first that it is them who asks.
          </Text>
          {isByMicrosoft ? <Text>{userWords.microsoftAsks}</Text> : <OwnProofFields form={form} />}
        </>
      )}
    </FormModal>
  )
}

function OwnProofFields({ form }: { form: UseFormReturnType<Record<'Way' | 'Password' | 'Code', string>> }) {
  const { Way } = form.values
  return (
    <>
      <WayField {...form.getInputProps('Way')} />
      {Way === 'password' && (
        <TextInput
          label="Password"
          type="password"
          autoComplete="current-password"
          {...form.getInputProps('Password')}
        />
      )}
      {(Way === 'code' || Way === 'recovery-code') && (
        <TextInput label="Code" autoComplete="one-time-code" {...form.getInputProps('Code')} />
      )}
    </>
  )
}

function WayField(input: ComponentProps<typeof NativeSelect>) {
  const offered = Object.entries(ways).filter(([way]) => way !== 'passkey' || canUsePasskeys())
  return (
    <NativeSelect label="Way" description="How you show that it is you." {...input}>
      {offered.map(([way, words]) => (
        <option key={way} value={way}>
          {words}
        </option>
      ))}
    </NativeSelect>
  )
}

/** What is sent to show who one is; null if no passkey was used after all. */
async function proofOf(way: OwnProof['kind'], shown: string): Promise<OwnProof | null> {
  if (way === 'password') return { kind: way, password: shown }
  if (way !== 'passkey') return { kind: way, code: shown }
  const assertion = await signOwnPasskey()
  return assertion && { kind: way, assertion }
}
