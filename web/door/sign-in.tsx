import { useState, type FormEvent } from 'react'
import { DemoNotice } from '#web/demo-notice.tsx'
import { sendRequest } from '#web/http.ts'
import { signInErrors } from '#web/sign-in-refusals.ts'
import { keepToken } from '#web/token.ts'
import { identityApi } from '#contract/access/identity.ts'
import { messages } from '#contract/messages.ts'
import { fromHub } from '#door/desk/calls.ts'

type Props = { onSignedIn: () => Promise<void>; waiting: string; isInDemo: boolean }

/** Signs door staff in; who uses Microsoft does so in the console, and comes back. */
export default function SignIn({ onSignedIn, waiting, isInDemo }: Props) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isWorking, setWorking] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWorking(true)
    const wrong = await signIn(email, password)
    if (wrong === null) await onSignedIn()
    setProblem(wrong)
    setWorking(false)
  }

  return (
    <main className="message">
      {isInDemo && <DemoNotice className="notice" />}
      <h1>{messages.signIn.title}</h1>
      {waiting && <p>{waiting}</p>}
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label>
          Email
          <input
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        <label>
          Password
          <input
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        {problem && <p role="alert">{problem}</p>}
        <button type="submit" className="button" disabled={isWorking}>
          {messages.signIn.next}
        </button>
      </form>
      <p>
        <a href="/">Sign in another way in the console</a>, then open this door again.
      </p>
    </main>
  )
}

/** Signs a user in at the door; what is wrong, or null. */
async function signIn(email: string, password: string): Promise<string | null> {
  const { method, path, output } = identityApi.signIn
  const init = {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }
  const answer = await sendRequest(path, init, output, fromHub)
  if (answer.ok) keepToken(answer.data)
  if (answer.ok) return null
  if (answer.status === 0) return 'There is no connection.'
  return Object.values(signInErrors(answer) ?? {})[0] ?? messages.signIn.failed
}
