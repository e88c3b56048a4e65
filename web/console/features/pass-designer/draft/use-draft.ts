import { useState } from 'react'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import type { PassList } from '#wallet/editing.ts'
import { useHotkeys } from '#ui/layout/use-hotkeys.ts'
import { withAdded, withMoved, withoutPart, withValue } from './document-path.ts'
import { changedDraft, documentDraftOf, redone, undone } from './draft.ts'

/** A document while it is edited, and what can be done with it; all of it can be undone. */
export type EditedDocument = {
  readonly document: PassDocument
  readonly change: (document: PassDocument) => void
  /** Changes one part; several changes of it in a row are undone as one. */
  readonly set: (path: string, value: unknown) => void
  /** Adds to a list, and tells where. */
  readonly add: (list: PassList) => string
  readonly move: (path: string, to: string) => void
  readonly remove: (path: string) => void
  /** Null where there is nothing to be undone, or done again. */
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
}

/** Holds a document while it is edited. `restart` puts another in its place, without a past. */
export function useDocumentDraft(initial: () => PassDocument) {
  const [draft, setDraft] = useState(() => documentDraftOf(initial()))
  const document = draft.present
  const change = (next: PassDocument, subject?: string) => setDraft((now) => changedDraft(now, next, subject))
  const edited: EditedDocument = {
    document,
    change,
    set: (path, value) => change(withValue(document, path, value), path),
    add: (list) => {
      const added = withAdded(document, list)
      change(added.document)
      return added.path
    },
    move: (path, to) => {
      const moved = withMoved(document, path, to)
      if (moved) change(moved)
    },
    remove: (path) => change(withoutPart(document, path)),
    undo: draft.past.length > 0 ? () => setDraft(undone) : null,
    redo: draft.future.length > 0 ? () => setDraft(redone) : null,
  }
  useUndoKeys(edited)
  return { edited, restart: (next: PassDocument) => setDraft(documentDraftOf(next)) }
}

function useUndoKeys({ undo, redo }: EditedDocument) {
  // In fields, too: what the browser would undo there knows nothing of the rest of the design.
  useHotkeys(
    [
      ['mod+Z', () => undo?.()],
      ['mod+shift+Z', () => redo?.()],
      ['mod+Y', () => redo?.()],
    ],
    true,
  )
}
