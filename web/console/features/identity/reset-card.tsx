import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { call } from '#web/api-client.ts'
import { identityApi } from '#contract/access/identity.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm, type SubmitResult } from '#ui/form/zod-form.ts'
import { focusFirstField } from './focus-first-field.ts'
import { IdentityCard } from './identity-card.tsx'
import { resetErrors } from '#web/sign-in-refusals.ts'

const text = messages.reset

const Reset = z.object({ email: z.string().trim().min(1, messages.signIn.emailRequired) })

/** Asks for the e-mail with which a password is set anew. */
export function ResetCard({ email, onDone }: { email: string; onDone: (email: string) => void }) {
  const { form, isSubmitting, submit } = useZodForm({
    schema: Reset,
    initialValues: { email },
    onSubmit: async (values) => {
      const result = await requestReset(values)
      if (result.ok) onDone(values.email)
      return result
    },
  })
  return (
    <IdentityCard title={text.title}>
      <Text>We will send you a link with which you can choose a new password.</Text>
      <form noValidate ref={focusFirstField} onSubmit={submit}>
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
          <Group grow preventGrowOverflow={false}>
            <Button variant="default" onClick={() => onDone(form.getValues().email)}>
              {text.cancel}
            </Button>
            <WorkingButton type="submit" isWorking={isSubmitting}>
              {text.submit}
            </WorkingButton>
          </Group>
        </Stack>
      </form>
    </IdentityCard>
  )
}

async function requestReset(body: z.output<typeof Reset>): Promise<SubmitResult> {
  const answer = await call(identityApi.requestReset, { body })
  if (answer.ok) {
    toasts.success(text.sent)
    return { ok: true }
  }
  const errors = resetErrors(answer)
  if (!errors) toasts.error(text.failed)
  return { ok: false, ...(errors && { errors }) }
}
