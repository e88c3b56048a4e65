import { useState, type FormEvent } from 'react'

type Props = { onUndo: (reason: string) => void; onKeep: () => void }

// From under the ways to scan, which stand over the end of the list.
const bringUp = (form: HTMLElement | null) => form?.scrollIntoView({ block: 'nearest' })

/** Takes a scan back, with a reason for those who ask later. */
export default function UndoForm({ onUndo, onKeep }: Props) {
  const [reason, setReason] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onUndo(reason)
  }
  return (
    <form className="form undo" ref={bringUp} onSubmit={submit}>
      <label>
        Why (optional)
        <input
          maxLength={200}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className="tools">
        <button type="submit" className="button main">
          Undo this scan
        </button>
        <button type="button" className="button" onClick={onKeep}>
          Keep it
        </button>
      </div>
    </form>
  )
}
