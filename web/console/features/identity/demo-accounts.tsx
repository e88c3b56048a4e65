import { Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { demoPassword, demoPeople } from '#contract/demo-accounts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import styles from './identity.module.css'

const accounts = Object.values(demoPeople).filter(({ email }) => email !== demoPeople.disabled.email)

type Props = {
  signIn: (credentials: { email: string; password: string }) => Promise<SubmitResult>
  /** What is wrong, by field: somebody has changed a password, or the demo is closed. */
  onRefused: (errors: Record<string, string>) => void
}

/** The people of a demo, each a press away, with what they may do. */
export function DemoAccounts({ signIn, onRefused }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)

  async function choose(email: string) {
    setChosen(email)
    const result = await signIn({ email, password: demoPassword })
    setChosen(null)
    if (!result.ok && result.errors) onRefused(result.errors)
  }

  return (
    <section className={`${styles.card} ${styles.people}`} aria-labelledby="demo-people">
      <Title order={2} size="h4" id="demo-people">
        Try it as
      </Title>
      {accounts.map(({ email, name, is }) => (
        <UnstyledButton
          key={email}
          className={styles.person}
          disabled={chosen !== null}
          aria-busy={chosen === email}
          onClick={() => void choose(email)}
        >
          <strong>{name}</strong>
          <span>{is}</span>
        </UnstyledButton>
      ))}
    </section>
  )
}
