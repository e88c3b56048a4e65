import { useState } from 'react'
import { Choice, TextField } from '#patron/kit/fields.tsx'
import styles from './proof.module.css'
import { Button, Buttons, NoticeBox } from '#patron/kit/shell.tsx'
import { useProof, type ProofProps } from './use-proof.ts'

/** How a member shows who they are, by a code to a contact on file. Who doesn't can renew, and change nothing. */
export function ProofStep(props: ProofProps) {
  const { form, flow } = props
  const hasContact = flow.session.Contacts.length > 0
  return (
    <section className={styles.proof}>
      <h2>Have your details changed?</h2>
      {hasContact ? (
        <CodeForm {...props} />
      ) : (
        <p className="dim">
          We have no e-mail address or mobile number of yours on file. Ask at the desk of {form.BusinessName}{' '}
          to have your details changed. You can renew here all the same.
        </p>
      )}
    </section>
  )
}

function CodeForm(props: ProofProps) {
  const { Contacts } = props.flow.session
  const [by, setBy] = useState(Contacts[0]!.By)
  const { element, code, error, failure, sent, isBusy, secondsLeft, ...act } = useProof(props, by)
  return (
    <form noValidate ref={element} onSubmit={(event) => void act.go(event)}>
      <p className="dim">
        To see or change them, enter a code that we send to a contact we have on file. You can renew without
        it.
      </p>
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      {sent && <NoticeBox kind="success">{sent}</NoticeBox>}
      <Choice
        legend="Where to send the code"
        name="contact"
        value={by}
        options={Contacts.map(({ By, Masked }) => ({ key: By, label: labels[By], detail: Masked }))}
        onChange={(key) => setBy(key as typeof by)}
      />
      {sent && (
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={error ?? undefined}
          onChange={act.setCode}
        />
      )}
      {sent && secondsLeft > 0 && (
        <p className="dim">You can have another code sent in {secondsLeft} seconds.</p>
      )}
      {sent ? (
        <Buttons>
          <Button type="submit" isBusy={isBusy}>
            Confirm
          </Button>
          <Button kind="plain" isDisabled={secondsLeft > 0} onPress={() => void act.send()}>
            Send another code
          </Button>
        </Buttons>
      ) : (
        <Button kind="plain" type="submit" isBusy={isBusy}>
          Send me a code
        </Button>
      )}
    </form>
  )
}

const labels = { email: 'E-mail', sms: 'SMS' }
