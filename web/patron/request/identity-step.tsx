import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { isDay } from '#contract/requests/question-rules.ts'
import { BirthDateField } from '#patron/kit/date-parts.tsx'
import { focusFirstWrongAnswer, TextField } from '#patron/kit/fields.tsx'
import type { FlowProps } from './calls.ts'
import { Button, NoticeBox, PatronShell, Words } from '#patron/kit/shell.tsx'

type Props = FlowProps & { notice: ReactNode; onKnown: (secret: string) => void }

/** Who renews: by number and birth date, or by a link to the contact on file. */
export function IdentityStep(props: Props) {
  const { form, notice } = props
  const { element, number, birthDate, errors, failure, sent, isBusy, ...act } = useIdentity(props)
  return (
    <PatronShell club={form} title={form.DisplayName}>
      <Words text={form.Introduction} />
      {notice}
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      {sent && <NoticeBox kind="success">{sent}</NoticeBox>}
      <form noValidate ref={element} onSubmit={(event) => void act.go(event)}>
        <TextField
          label="Membership number"
          inputMode="numeric"
          value={number}
          error={errors.MembershipNumber}
          onChange={act.setNumber}
        />
        <BirthDateField
          label="Date of birth"
          value={birthDate}
          error={errors.BirthDate}
          onChange={act.setBirthDate}
        />
        <Button type="submit" isBusy={isBusy}>
          Continue
        </Button>
        <div>
          <p className="dim">
            Rather not? We can send a link to the e-mail address or mobile number we know of you.
          </p>
          <Button kind="plain" isBusy={isBusy} onPress={() => void act.sendLink()}>
            Send me a link
          </Button>
        </div>
      </form>
    </PatronShell>
  )
}

function useIdentity({ calls, onKnown }: Props) {
  const [number, setNumber] = useState<string | null>(null)
  const [birthDate, setBirthDate] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  function complain(needsBirthDate: boolean): boolean {
    const wrong = {
      ...(!number && { MembershipNumber: 'Enter your membership number.' }),
      ...(needsBirthDate && !isDay(birthDate ?? '') && { BirthDate: 'Enter your date of birth.' }),
    }
    flushSync(() => setErrors(wrong))
    focusFirstWrongAnswer(element.current)
    setFailure(null)
    setSent(null)
    return Object.keys(wrong).length > 0
  }

  async function go(event: FormEvent) {
    event.preventDefault()
    if (isBusy || complain(true)) return
    setBusy(true)
    const answer = await calls.identify({ MembershipNumber: number ?? '', BirthDate: birthDate ?? '' })
    setBusy(false)
    if (answer.ok && answer.data.Secret) onKnown(answer.data.Secret)
    else setFailure(answer.ok ? answer.data.Message : answer.message)
  }

  async function sendLink() {
    if (complain(false)) return
    setBusy(true)
    const answer = await calls.sendLink(number ?? '')
    setBusy(false)
    if (answer.ok) setSent(answer.data.Message)
    else setFailure(answer.message)
  }

  return { element, number, setNumber, birthDate, setBirthDate, errors, failure, sent, isBusy, go, sendLink }
}
