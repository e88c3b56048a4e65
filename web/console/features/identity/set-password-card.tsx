import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { call, type Answer } from '#web/api-client.ts'
import { guessablePassword, identityApi, shortestPassword } from '#contract/access/identity.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm } from '#ui/form/zod-form.ts'
import { focusFirstField } from './focus-first-field.ts'
import { IdentityCard } from './identity-card.tsx'
import { AcceptWithMicrosoft } from './microsoft-button.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'

type Owner = z.output<typeof identityApi.describeTicket.output>

const Passwords = z
  .object({
    password: z.string().min(shortestPassword, `Use ${shortestPassword} characters or more.`),
    again: z.string(),
  })
  .refine((values) => values.password === values.again, {
    path: ['again'],
    message: 'The two passwords are not the same.',
  })

type Props = { ticket: string; onDone: (email: string) => void; onAskAgain: () => void }

/** Sets the password of whoever was sent the ticket: a new user, or one who forgot theirs. */
export function SetPasswordCard({ ticket, onDone, onAskAgain }: Props) {
  const [owner, setOwner] = useState<Answer<Owner> | null>(null)
  useEffect(() => {
    void call(identityApi.describeTicket, { body: { ticket } }).then(setOwner)
  }, [ticket])

  return (
    <IdentityCard title="Choose your password">
      {!owner ? (
        <Text c="dimmed">Checking your link…</Text>
      ) : owner.ok ? (
        <PasswordForm ticket={ticket} owner={owner.data} onDone={onDone} onRefused={setOwner} />
      ) : owner.code === 'invalid-ticket' ? (
        <>
          <Text role="alert">This link no longer works: it was used already, or it is too old.</Text>
          <Button onClick={onAskAgain}>Ask for a new link</Button>
        </>
      ) : (
        <>
          <Text role="alert">{owner.message}</Text>
          <Button onClick={() => location.reload()}>Retry</Button>
        </>
      )}
    </IdentityCard>
  )
}

type FormProps = {
  ticket: string
  owner: Owner
  onDone: (email: string) => void
  onRefused: (answer: Answer<Owner>) => void
}

function PasswordForm({ ticket, owner, onDone, onRefused }: FormProps) {
  const { form, isSubmitting, failure, submit } = useZodForm({
    schema: Passwords,
    initialValues: { password: '', again: '' },
    onSubmit: async ({ password }) => {
      const answer = await call(identityApi.setPassword, { body: { ticket, password } })
      if (answer.ok) {
        toasts.success('Your password has been set.')
        onDone(owner.email)
      } else if (answer.code === 'invalid-ticket') onRefused(answer)
      else if (answer.code === 'guessable-password')
        return { ...answer, errors: { password: guessablePassword } }
      return answer
    },
  })
  return (
    <>
      <Text>
        {owner.kind === 'invitation'
          ? 'Welcome. This will be the password of '
          : 'This will be the new password of '}
        <strong>{owner.email}</strong>.
      </Text>
      <form noValidate ref={focusFirstField} onSubmit={submit}>
        <Stack gap="md">
          <PasswordField
            label="New password"
            description={`${shortestPassword} characters or more.`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordField
            label="New password again"
            autoComplete="new-password"
            error={failure}
            {...form.getInputProps('again')}
          />
          <WorkingButton type="submit" fullWidth isWorking={isSubmitting}>
            Set password
          </WorkingButton>
        </Stack>
      </form>
      {owner.kind === 'invitation' && <AcceptWithMicrosoft ticket={ticket} onRefused={onRefused} />}
    </>
  )
}
