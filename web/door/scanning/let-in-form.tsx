import { useState, type FormEvent } from 'react'

type Props = { onAsk: () => void; onReason: (reason: string) => Promise<string | null> }

/** Lets somebody in all the same, with a reason. */
export function LetInForm({ onAsk, onReason }: Props) {
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(await onReason(reason))
  }
  function ask() {
    setAsking(true)
    onAsk()
  }
  if (!isAsking)
    return (
      <button type="button" className="button" onClick={ask}>
        Let in all the same
      </button>
    )
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <label>
        Reason
        <input
          required
          minLength={3}
          maxLength={200}
          autoComplete="off"
          ref={focus}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" className="button">
        Let in
      </button>
    </form>
  )
}

function focus(element: HTMLElement | null) {
  element?.focus()
}
