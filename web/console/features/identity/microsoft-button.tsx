import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useSettings } from '#console/settings.ts'
import { identityApi, microsoftSignInPath } from '#contract/access/identity.ts'
import { microsoftWords } from '#contract/access/microsoft-words.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { call, type Failure } from '#web/api-client.ts'
import styles from './identity.module.css'

/** Goes to Microsoft to accept the invitation of this ticket; there is none where Microsoft is not set up. */
export function AcceptWithMicrosoft({
  ticket,
  onRefused,
}: {
  ticket: string
  onRefused: (failure: Failure) => void
}) {
  const { MicrosoftSignIn } = useSettings()
  const [isLeaving, setLeaving] = useState(false)

  async function accept() {
    setLeaving(true)
    const answer = await call(identityApi.acceptWithMicrosoft, { body: { ticket } })
    if (answer.ok) return location.assign(answer.data.url)
    setLeaving(false)
    onRefused(answer)
  }

  if (!MicrosoftSignIn) return null
  return (
    <div>
      <Or />
      <Button
        variant="default"
        fullWidth
        leftSection={<MicrosoftLogo />}
        loading={isLeaving}
        onClick={() => void accept()}
      >
        {microsoftWords.accept}
      </Button>
    </div>
  )
}

function Or() {
  return (
    <div className={styles.or} aria-hidden="true">
      or
    </div>
  )
}

/** Goes to Microsoft to sign in, and from there to the page asked for. */
export function MicrosoftButton() {
  const { MicrosoftSignIn } = useSettings()
  const [isRefused, setRefused] = useState(false)

  function goToMicrosoft() {
    if (!MicrosoftSignIn) return setRefused(true)
    const { pathname, search } = location
    const to = pathname === '/sign-in' ? '/' : pathname + search
    location.assign(`${microsoftSignInPath}?${new URLSearchParams({ to }).toString()}`)
  }

  return (
    <div>
      <Or />
      <Button variant="default" fullWidth leftSection={<MicrosoftLogo />} onClick={goToMicrosoft}>
        {messages.signIn.withMicrosoft}
      </Button>
      <Text component="output" display="block" c="dimmed" ta="center" mt={isRefused ? 'xs' : 0}>
        {isRefused && 'Microsoft sign-in is not set up here. Use your email and password.'}
      </Text>
    </div>
  )
}

function MicrosoftLogo() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path fill="#f25022" d="M0 0h7.5v7.5H0z" />
      <path fill="#7fba00" d="M8.5 0H16v7.5H8.5z" />
      <path fill="#00a4ef" d="M0 8.5h7.5V16H0z" />
      <path fill="#ffb900" d="M8.5 8.5H16V16H8.5z" />
    </svg>
  )
}
