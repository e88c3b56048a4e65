import { useState } from 'react'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { Difference } from './differences.ts'
import type { ShowValue } from './pick-row.tsx'

/** How a refusal calls a save that somebody else was faster than. */
export const recordChanged = 'record_changed'

type Asked = {
  said: string
  differences: readonly Difference[]
  settle: (theirs: ReadonlySet<string> | null) => void
}

/**
 * Asks whose is kept, field by field, where somebody else was faster. `ask` ends with the keys of what is to be as they
 * have it, or with null where it was called off; `question` is the dialog meanwhile.
 */
export function useConflict(title: string, showValue?: ShowValue) {
  const [asked, setAsked] = useState<Asked | null>(null)

  const ask = (said: string, differences: readonly Difference[]) =>
    new Promise<ReadonlySet<string> | null>((settle) => setAsked({ said, differences, settle }))

  const question = asked && (
    <ConflictDialog
      key={JSON.stringify(asked.differences)}
      title={title}
      said={asked.said}
      differences={asked.differences}
      showValue={showValue}
      onPicked={asked.settle}
      onClose={() => {
        setAsked((now) => (now === asked ? null : now))
        asked.settle(null)
      }}
    />
  )
  return { ask, question }
}
