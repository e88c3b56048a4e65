import { useEffect } from 'react'
import { PatronShell, Waiting } from '#patron/kit/shell.tsx'
import { wayBack } from './way-back.ts'

/** Leads from the payment page back to the card. */
export function BackToCard() {
  const path = wayBack()
  useEffect(() => {
    if (path !== null) location.replace(path)
  }, [path])
  return (
    <PatronShell title="Your card">
      {path === null ? (
        <p>Open the link to your card again: what you have paid is on it, or is given back to you.</p>
      ) : (
        <Waiting text="One moment…" />
      )}
    </PatronShell>
  )
}
