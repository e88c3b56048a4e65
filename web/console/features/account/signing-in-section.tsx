import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { accountApi, accountWords, type MyAccount } from '#contract/access/account.ts'
import { identityApi } from '#contract/access/identity.ts'
import { messages } from '#contract/messages.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './account.module.css'
import { EmailDialog } from './email-dialog.tsx'
import { PasswordChangeDialog } from './password-change-dialog.tsx'

/** How one signs in: the address and the password, or Microsoft. */
export function SigningInSection({ account }: { account: MyAccount }) {
  const [dialog, setDialog] = useState<'email' | 'password' | null>(null)
  const close = () => setDialog(null)
  const hasPassword = account.SignsInWith === 'Password'
  return (
    <Panel title="Signing in">
      <dl className={styles.ways}>
        <div>
          <dt>E-mail address</dt>
          <dd>{account.Email}</dd>
          <dd>
            {hasPassword && (
              <Button variant="default" size="xs" onClick={() => setDialog('email')}>
                Change e-mail address
              </Button>
            )}
            <PendingEmail pending={account.PendingEmail} />
          </dd>
        </div>
        <div>
          <dt>Password</dt>
          <dd>{ways[account.SignsInWith]}</dd>
          {hasPassword && (
            <dd>
              <Button variant="default" size="xs" onClick={() => setDialog('password')}>
                Change password
              </Button>
            </dd>
          )}
          {account.SignsInWith === 'Passkey' && (
            <dd>
              <PasswordLinkButton email={account.Email} />
            </dd>
          )}
        </div>
      </dl>
      {dialog === 'email' && <EmailDialog onClose={close} />}
      {dialog === 'password' && <PasswordChangeDialog email={account.Email} onClose={close} />}
    </Panel>
  )
}

const ways = {
  Password: 'You sign in with a password.',
  Microsoft: accountWords.withMicrosoft,
  Passkey: accountWords.withPasskey,
} as const

/** By the same link as for a forgotten one: who has the passkey and the mailbox may have a password, too. */
function PasswordLinkButton({ email }: { email: string }) {
  const { run, isRunning } = useAction(identityApi.requestReset, {
    success: 'The link is on its way.',
    failure: messages.reset.failed,
  })
  return (
    <Button variant="default" size="xs" loading={isRunning} onClick={() => void run({ body: { email } })}>
      Send me a link to set a password
    </Button>
  )
}

function PendingEmail({ pending }: { pending: MyAccount['PendingEmail'] }) {
  const { run, isRunning } = useAction(accountApi.withdrawMyEmail, {
    success: 'Your e-mail address stays as it is.',
    failure: 'The new address was not withdrawn.',
  })
  if (!pending) return null
  return (
    <Stack gap="xs" align="flex-start" className={styles.pending}>
      <Text>
        We have sent a link to <strong>{pending.Email}</strong>. Until it is opened, by{' '}
        <DateText value={pending.ExpiryDate} withTime />, nothing changes.
      </Text>
      <Button variant="default" size="xs" loading={isRunning} onClick={() => void run({})}>
        Withdraw
      </Button>
    </Stack>
  )
}
