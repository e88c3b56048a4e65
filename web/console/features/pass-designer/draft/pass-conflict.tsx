import type { PassDocument } from '#contract/passes/pass-document.ts'
import { differingParts, partInWords, passParts } from '#contract/passes/pass-words.ts'
import { ConflictDialog } from '#parts/conflict-dialog.tsx'
import { documentOf, partsOf } from './document-parts.ts'
import type { Conflict } from './save-pass.ts'

type Props = {
  conflict: Conflict
  onSave: (merged: PassDocument) => Promise<boolean>
  onClose: () => void
}

/** Somebody else has saved the design meanwhile: what differs, and whose is kept. */
export function PassConflict({ conflict: { mine, base, theirs }, onSave, onClose }: Props) {
  const saved = documentOf(theirs)
  return (
    <ConflictDialog
      title="Somebody else has saved this pass meanwhile."
      by={theirs.UpdatedByUser}
      at={theirs.DateUpdated}
      differences={differingParts(saved, mine).map((part) => ({
        part,
        label: passParts[part],
        mine: partInWords(mine, part),
        theirs: partInWords(saved, part),
      }))}
      changedByMe={differingParts(base, mine)}
      onSave={(kept) => onSave({ ...saved, ...partsOf(mine, kept) })}
      onClose={onClose}
    />
  )
}
