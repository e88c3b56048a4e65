import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useBusiness } from '#console/business.ts'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import { PassDocument, resolveDocument } from '#contract/passes/pass-document.ts'
import { urlsOf } from '#contract/passes/pass-layout.ts'
import type { PassImageUrls } from '#contract/passes/pass-images.ts'
import { sampleValues, type PassValues } from '#contract/passes/pass-tokens.ts'
import { differingParts, type PassPart } from '#contract/passes/pass-words.ts'
import { misplacedTokens } from '#contract/passes/token-places.ts'
import type { PassView } from '#wallet/pass-view.ts'
import { documentOf, partsOfDocument } from './document-parts.ts'
import { coloursOf, type HeldColours } from './held-colours.ts'
import { useSavePass } from './save-pass.ts'
import { useDocumentDraft, type EditedDocument } from './use-draft.ts'

/** A pass being designed: what it is now, how it looks, and what can be done with it. */
export type Designing = EditedDocument & {
  readonly passConfigurationId: string
  /** The stored design, as it was read or saved last. */
  readonly stored: PassConfiguration
  readonly base: PassDocument
  readonly businessName: string
  readonly images: PassImageUrls
  /** What stands for the dynamic data in the preview. */
  readonly values: PassValues
  readonly setValues: (values: PassValues) => void
  readonly view: PassView
  /** What is wrong, by its path. */
  readonly errors: Record<string, string>
  /** What differs from the stored design, with the colours that are held and without them. */
  readonly unsaved: readonly PassPart[]
  readonly unsavedDraft: readonly PassPart[]
  /** The design with the colours that are held: what the preview shows, and what is saved. */
  readonly shown: PassDocument
  /** Colours that are tried on, until they are saved or dropped. */
  readonly held: HeldColours
  readonly hold: (colours: HeldColours) => void
  readonly discard: () => void
  readonly save: () => Promise<void>
  /** Saves a change of the stored design at once, whatever else is still unsaved. */
  readonly saveChange: (change: Partial<PassDocument>) => Promise<boolean>
  readonly isSaving: boolean
  /** Whose is kept, where somebody else has saved meanwhile. */
  readonly question: ReactNode
}

/** Holds the design of a pass while it is edited. */
export function useDesigning(loaded: PassConfiguration): Designing {
  const [stored, setStored] = useState(loaded)
  const { edited, restart } = useDocumentDraft(() => documentOf(loaded))
  const { document, change } = edited
  const { save, ...saving } = useSavePass(stored, setStored)
  const base = useMemo(() => documentOf(stored), [stored])
  const { isHolding, ...colours } = useHeldColours(document)
  const { shown, hold } = colours
  const changes = useChanges(base, shown, document)
  const errors = useMemo(() => errorsOf(document, base), [document, base])

  const { latest, since } = useLatest(document)

  /** Nothing is held any more. */
  function settle(next: PassDocument) {
    change(next)
    hold({})
  }

  const [seen, setSeen] = useState(loaded.Version)
  if (loaded.Version !== seen) {
    setSeen(loaded.Version)
    // Somebody else has saved: where nothing is lost by it, theirs is shown.
    if (changes.unsaved.length === 0 && loaded.Version > stored.Version) {
      setStored(loaded)
      restart(documentOf(loaded))
    }
  }
  return {
    ...edited,
    ...useView(shown, loaded),
    ...saving,
    passConfigurationId: loaded.PassConfigurationId,
    stored,
    base,
    errors,
    ...changes,
    ...colours,
    discard: () => settle(base),
    save: async () => {
      const saved = await save(shown)
      if (saved && (isHolding || differingParts(saved, shown).length > 0))
        settle({ ...saved, ...since(document) })
    },
    saveChange: async (part) => {
      const wanted = { ...base, ...part }
      const saved = await save(wanted)
      if (saved && differingParts(saved, wanted).length === 0) change({ ...latest.current, ...part })
      // What was not part of the save is still to be saved.
      else if (saved) settle({ ...saved, ...since(base) })
      return saved !== null
    },
  }
}

/** What is changed while a save is under way is no part of it, and stays. */
function useLatest(document: PassDocument) {
  const latest = useRef(document)
  useEffect(() => {
    latest.current = document
  })
  const since = (sent: PassDocument) => partsOfDocument(latest.current, differingParts(sent, latest.current))
  return { latest, since }
}

/** What differs from the stored design, with what is held and without it. */
function useChanges(base: PassDocument, shown: PassDocument, document: PassDocument) {
  const unsaved = useMemo(() => differingParts(base, shown), [base, shown])
  const unsavedDraft = useMemo(() => differingParts(base, document), [base, document])
  return { unsaved, unsavedDraft }
}

/** Colours that are tried on the design, and how it is with them. */
function useHeldColours(document: PassDocument) {
  const [held, hold] = useState<HeldColours>({})
  const isHolding = Object.keys(held).length > 0
  const shown = useMemo(
    () => (isHolding ? { ...document, ...coloursOf(held) } : document),
    [document, held, isHolding],
  )
  return { held, hold, isHolding, shown }
}

/** How the design looks, with values of its dynamic data. */
function useView(document: PassDocument, { Images }: PassConfiguration) {
  const { DisplayName: businessName } = useBusiness()
  const [values, setValues] = useState(sampleValues)
  const images = useMemo(() => urlsOf(Images), [Images])
  const view = useMemo(
    () => ({ document: resolveDocument(document, values), images, businessName }),
    [document, values, images, businessName],
  )
  return { businessName, images, values, setValues, view }
}

function errorsOf(document: PassDocument, base: PassDocument): Record<string, string> {
  const errors: Record<string, string> = { ...misplacedTokens(document, differingParts(base, document)) }
  for (const { path, message } of PassDocument.safeParse(document).error?.issues ?? [])
    errors[path.join('.')] ??= message
  return errors
}
