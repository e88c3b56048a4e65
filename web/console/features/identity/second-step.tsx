import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { type FactorAnswer, type FactorMethod, SecondFactorNeeded } from '#contract/access/factor-answers.ts'
import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import type { SignedIn } from '#contract/access/identity.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm } from '#ui/form/zod-form.ts'
import { call } from '#web/api-client.ts'
import { canUsePasskeys, signWithPasskey, whyNoPasskeys } from '#web/passkeys.ts'
import { refusedSentence } from './refused-sentence.ts'
import { focusFirstField } from './focus-first-field.ts'
import { Refused } from './refused.tsx'

type Props = {
  email: string
  /** What the right password was answered with. */
  refusal: unknown
  /** Goes on with the session; says why it can't. */
  onEntered: (signedIn: SignedIn) => Promise<string | null>
  /** Back to the password; with a reason where it has to be given anew. */
  onBack: (why: string | null) => void
}

const others: Record<FactorMethod, string> = {
  code: 'Use an authenticator code',
  passkey: 'Use a passkey',
  'recovery-code': 'Use a recovery code',
}

/** The second step of a sign-in, wherever it is made: a code, a passkey or a recovery code. */
export function SecondStep({ email, refusal, onEntered, onBack }: Props) {
  const [needed] = useState(() => SecondFactorNeeded.parse(refusal))
  const { methods } = needed
  const [method, setMethod] = useState<FactorMethod | null>(firstOf(methods))

  /** Why it isn't right; null once the person is in, or on the way back. */
  async function finish(answer: FactorAnswer): Promise<string | null> {
    const { challenge } = needed
    const said = await call(factorSignInApi.finishSignIn, { body: { challenge, answer } })
    if (said.ok) return onEntered(said.data)
    if (said.code !== 'invalid-challenge') return sentenceFor(answer, said)
    onBack(secondFactorWords.tookTooLong)
    return null
  }

  return (
    <>
      <Text>
        The password of <strong>{email}</strong> is right. Now show your second factor.
      </Text>
      <Refused>{method === null ? whyNoPasskeys(null) : null}</Refused>
      {method === 'passkey' && <PasskeyStep needed={needed} onAnswer={finish} />}
      {(method === 'code' || method === 'recovery-code') && (
        <CodeStep key={method} kind={method} onAnswer={finish} />
      )}
      <Stack gap="sm" align="center">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Anchor key={other} component="button" type="button" onClick={() => setMethod(other)}>
              {others[other]}
            </Anchor>
          ))}
        <Anchor component="button" type="button" onClick={() => onBack(null)}>
          Back
        </Anchor>
      </Stack>
    </>
  )
}

/** A passkey takes one press; where there are none, what people have in their hand before what lies in a drawer. */
function firstOf(methods: readonly FactorMethod[]): FactorMethod | null {
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  return usable[0] ?? methods[0] ?? null
}

function sentenceFor(answer: FactorAnswer, failure: Parameters<typeof refusedSentence>[0]): string {
  if (failure.code === 'wrong-code' && answer.kind === 'recovery-code')
    return secondFactorWords.wrongRecoveryCode
  return refusedSentence(failure) ?? messages.signIn.failed
}

type Answering = { onAnswer: (answer: FactorAnswer) => Promise<string | null> }

const fields = {
  code: {
    label: 'Authenticator code',
    description: 'The six digits that your app shows now.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 10,
  },
  'recovery-code': {
    label: 'Recovery code',
    description: 'One of the codes that you kept. It works once.',
    autoComplete: 'off',
    maxLength: 40,
  },
} as const

function CodeStep({ kind, onAnswer }: Answering & { kind: 'code' | 'recovery-code' }) {
  const { label } = fields[kind]
  const schema = z.object({ code: z.string().trim().min(1, `${label} is required`) })
  const { form, isSubmitting, submit } = useZodForm({
    schema,
    initialValues: { code: '' },
    onSubmit: async ({ code }) => {
      const wrong = await onAnswer({ kind, code })
      return wrong === null ? { ok: true } : { ok: false, errors: { code: wrong } }
    },
  })
  return (
    <form noValidate ref={focusFirstField} onSubmit={submit}>
      <Stack gap="md">
        <TextInput {...fields[kind]} {...form.getInputProps('code')} />
        <WorkingButton type="submit" fullWidth isWorking={isSubmitting}>
          {messages.signIn.next}
        </WorkingButton>
      </Stack>
    </form>
  )
}

function PasskeyStep({ needed, onAnswer }: Answering & { needed: SecondFactorNeeded }) {
  const [isWorking, setWorking] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const { passkey } = needed
  const isPossible = passkey !== null && canUsePasskeys()

  async function press() {
    if (!passkey) return
    setWorking(true)
    setWrong(null)
    const assertion = await signWithPasskey(passkey)
    setWrong(assertion ? await onAnswer({ kind: 'passkey', assertion }) : secondFactorWords.passkeyRefused)
    setWorking(false)
  }

  const said = isPossible ? wrong : whyNoPasskeys(passkey && originOf(passkey.rpId))
  return (
    <Stack gap="md">
      <Refused>{said}</Refused>
      {isPossible && (
        <WorkingButton fullWidth isWorking={isWorking} onClick={press} ref={focus}>
          Use a passkey
        </WorkingButton>
      )}
    </Stack>
  )
}

function originOf(rpId: string): string {
  const url = new URL(location.origin)
  url.hostname = rpId
  return url.origin
}

function focus(button: HTMLButtonElement | null) {
  button?.focus()
}
