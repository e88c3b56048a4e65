import { useEffect, useRef, useState, type ComponentType } from 'react'
import { fetched, lostSentence } from '#ui/feedback/fetched.tsx'
import { OpenedFrom } from '#ui/feedback/opened-from.ts'
import { toasts } from '#ui/feedback/toasts.ts'

type Closing = { onClose: () => void }

/** What somebody opens, fetched by then. Where it can't be, that is said and the page stands: it may hold unsaved work. */
export function opened<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  const Part = fetched(load, null, Lost)
  return function Opened(props: Props) {
    const [origin] = useState(() => document.activeElement)
    return (
      <OpenedFrom value={origin}>
        <Part {...props} />
      </OpenedFrom>
    )
  }
}

function Lost({ onClose }: Closing) {
  const isSaid = useRef(false)
  useEffect(() => {
    if (isSaid.current) return
    isSaid.current = true
    toasts.error(lostSentence)
    onClose()
  }, [onClose])
  return null
}
