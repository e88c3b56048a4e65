import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import type { MessagePreview as Preview } from '#contract/messaging/mass-sending.ts'
import { passInvitationsApi, type StoredSearch } from '#contract/passes/pass-invitations.ts'
import { MobileField } from '#parts/mobile-field.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { TabSet } from '#ui/layout/tab-set.tsx'
import styles from './message-preview.module.css'

type Props = { search: StoredSearch; passConfigurationId: string }

/** The message as it will arrive, to be looked at and sent to oneself first. */
export function MessagePreviewPanel({ search, passConfigurationId }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const [shown, show] = useState('sms')
  const query = { ...search, PassConfigurationId: passConfigurationId }
  const { data, error, retry } = useRead(passInvitationsApi.previewPassInvitation, {
    params: { businessId },
    query,
  })
  if (!data)
    return error ? (
      <ErrorState title="The message could not be shown." detail={error.message} onRetry={retry} />
    ) : (
      <Skeleton height="12rem" />
    )
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {data.Name ? `As ${data.Name} would get it.` : 'With made-up values.'} The link in it opens nothing.
      </Text>
      <TabSet
        label="Message"
        current={shown}
        onChange={show}
        tabs={[
          { key: 'sms', label: 'Text message', content: <Sms sms={data.Sms} /> },
          { key: 'email', label: 'E-mail', content: <Mail email={data.Email} /> },
        ]}
      />
      <TryOut body={query} />
    </Stack>
  )
}

function Sms({ sms: { Text: text, Parts, DearSigns } }: { sms: Preview['Sms'] }) {
  return (
    <Stack gap="xs">
      <p className={styles.sms}>{text}</p>
      <Text size="sm" c="dimmed">
        {Parts === 1 ? 'Goes out as 1 text message.' : `Goes out as ${Parts} text messages to each.`}
        {DearSigns.length > 0 && ` Without ${DearSigns.join(' ')} more would fit into one.`}
      </Text>
    </Stack>
  )
}

function Mail({ email }: { email: Preview['Email'] }) {
  return (
    <Stack gap="xs">
      <Text size="sm">Subject: {email.Subject}</Text>
      {/* The mail itself, as it is sent; nothing in it may run. */}
      <iframe className={styles.mail} title="The e-mail" sandbox="" srcDoc={email.Html} tabIndex={-1} />
    </Stack>
  )
}

/** Sends the very message to whoever is signed in. */
function TryOut({ body }: { body: StoredSearch & { PassConfigurationId: string } }) {
  const { BusinessId: businessId } = useBusiness()
  const { Email: ownAddress } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [mobile, setMobile] = useState('')
  const { run, isRunning, errors } = useAction(passInvitationsApi.tryPassInvitation, {
    success: 'The test is on its way to you.',
    failure: 'The test was not sent.',
  })
  if (!isOpen)
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          Send a test to me
        </Button>
      </Group>
    )
  const MobileNumber = mobile.trim() || undefined
  return (
    <Stack gap="xs">
      <Text size="sm">It goes to {ownAddress}.</Text>
      <MobileField
        label="And to my mobile number"
        autoComplete="tel"
        value={mobile}
        error={errors['MobileNumber']}
        onChange={setMobile}
      />
      <Group>
        <WorkingButton
          variant="default"
          isWorking={isRunning}
          onClick={() => void run({ params: { businessId }, body: { ...body, MobileNumber } })}
        >
          Send the test
        </WorkingButton>
      </Group>
    </Stack>
  )
}
