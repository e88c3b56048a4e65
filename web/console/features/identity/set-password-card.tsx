import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call, type Answer } from '#web/api-client.ts'
import { guessablePassword, identityApi, shortestPassword } from '#contract/access/identity.ts'
import { beginSession } from '#console/session.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm } from '#ui/form/zod-form.ts'
import { focusFirstField } from './focus-first-field.ts'
import { IdentityCard } from './identity-card.tsx'
import { AcceptWithPasskey } from './passkey/accept-with-passkey.tsx'
import { AcceptWithMicrosoft } from './microsoft-button.tsx'
import { PasswordMeter } from './password/password-meter.tsx'
import { Refused } from './refused.tsx'
import { refusedSentence } from './refused-sentence.ts'
import { PasswordField } from '#ui/form/password-field.tsx'

type Owner = z.output<typeof identityApi.describeTicket.output>

const NewPassword = z.object({
  password: z.string().min(shortestPassword, `Use ${shortestPassword} characters or more.`),
})

type Props = {
  ticket: string
  /** They are signed in. */
  onEntered: () => void
  /** The password is set, and there is a second factor to be shown. */
  onSecondFactor: (needed: unknown, email: string) => void
  /** The password is set, and they have to sign in with it. */
  onDone: (email: string) => void
  onAskAgain: () => void
}

/** Sets the password of whoever was sent the ticket: a new user, or one who forgot theirs. */
export function SetPasswordCard({ ticket, onAskAgain, ...ways }: Props) {
  const [owner, setOwner] = useState<Answer<Owner> | null>(null)
  useEffect(() => {
    void call(identityApi.describeTicket, { body: { ticket } }).then(setOwner)
  }, [ticket])

  return (
    <IdentityCard title="Choose your password">
      {!owner ? (
        <Text c="dimmed">Checking your link…</Text>
      ) : owner.ok ? (
        <PasswordForm ticket={ticket} owner={owner.data} onRefused={setOwner} {...ways} />
      ) : owner.code === 'invalid-ticket' ? (
        <>
          <Text role="alert">This link no longer works: it was used already, or it is too old.</Text>
          <Button onClick={onAskAgain}>Ask for a new link</Button>
        </>
      ) : (
        <>
          <Text role="alert">{refusedSentence(owner) ?? owner.message}</Text>
          <Button onClick={() => location.reload()}>Retry</Button>
        </>
      )}
    </IdentityCard>
  )
}

type FormProps = Omit<Props, 'onAskAgain'> & { owner: Owner; onRefused: (answer: Answer<Owner>) => void }

function PasswordForm({ ticket, owner, onRefused, ...ways }: FormProps) {
  const { form, isSubmitting, failure, submit } = useZodForm({
    schema: NewPassword,
    initialValues: { password: '' },
    onSubmit: async ({ password }) => {
      const answer = await call(identityApi.setPassword, { body: { ticket, password } })
      if (answer.ok) await goIn({ email: owner.email, password }, ways)
      else if (answer.code === 'invalid-ticket') onRefused(answer)
      else if (answer.code === 'guessable-password')
        return { ...answer, errors: { password: guessablePassword } }
      return answer.ok ? answer : { ...answer, message: refusedSentence(answer) ?? answer.message }
    },
  })
  const isInvited = owner.kind === 'invitation'
  return (
    <>
      <Text>
        {isInvited && `Welcome${owner.displayName ? `, ${owner.displayName}` : ''}. `}
        {isInvited ? 'This will be the password of ' : 'This will be the new password of '}
        <strong>{owner.email}</strong>.
      </Text>
      <form noValidate ref={focusFirstField} onSubmit={submit}>
        <Stack gap="md">
          {/* Browsers keep the password with the account that they see named. */}
          <input type="email" autoComplete="username" value={owner.email} readOnly hidden />
          <PasswordField
            label="New password"
            description={`${shortestPassword} characters or more. The eye shows what you type.`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
            error={form.errors.password ?? failure}
          />
          <PasswordMeter password={form.getValues().password} known={[owner.email, owner.displayName]} />
          <WorkingButton type="submit" fullWidth isWorking={isSubmitting}>
            {isInvited ? 'Set password and sign in' : 'Set password'}
          </WorkingButton>
        </Stack>
      </form>
      {isInvited && <OtherWays ticket={ticket} onEntered={ways.onEntered} onRefused={onRefused} />}
    </>
  )
}

/** An invitation is accepted without a password, too. */
function OtherWays({ ticket, onEntered, onRefused }: Pick<FormProps, 'ticket' | 'onEntered' | 'onRefused'>) {
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <>
      <AcceptWithMicrosoft ticket={ticket} onRefused={onRefused} />
      <AcceptWithPasskey
        ticket={ticket}
        onEntered={onEntered}
        onRefused={setRefusal}
        onTicketRefused={onRefused}
      />
      <Refused>{refusal}</Refused>
    </>
  )
}

/** Signs in with what was just set: straight in, or to what else is asked for. */
async function goIn(
  credentials: { email: string; password: string },
  { onEntered, onSecondFactor, onDone }: Pick<Props, 'onEntered' | 'onSecondFactor' | 'onDone'>,
): Promise<void> {
  toasts.success('Your password has been set.')
  const answer = await call(identityApi.signIn, { body: credentials })
  if (answer.ok && (await beginSession(answer.data)) === null) onEntered()
  else if (!answer.ok && answer.code === 'second-factor-needed')
    onSecondFactor(answer.body, credentials.email)
  else onDone(credentials.email)
}
