import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '#console/session.ts'
import { formatDate, formatDateTime, formatTime } from '#ui/text/format.ts'
import { changesIn, type Draft, fieldsFor } from './draft.ts'
import styles from './draft-offer.module.css'
import { draftKey, dropDraft, keepDraft, keptDraft, type KeptDraft } from './kept-drafts.ts'

const writtenAfterMs = 300

/**
 * Keeps the changes of a form on the device while there are any; `offer` is what was kept of it before. It is of its page,
 * or of a place that it can be opened from anywhere in.
 */
export function useFormDraft(draft: Draft | undefined, place = location.pathname) {
  const { Uid } = useMe()
  // As it was opened: on the way to another page the address changes before the form goes.
  const [key] = useState(() => draft && draftKey(Uid, place, draft.name))
  const [kept, setKept] = useState(() => (key && draft ? offeredTo(draft, key) : null))
  const { keep, drop } = useKeeping(key)
  const own = draft?.isDirty ? changesIn(draft.base, draft.values) : null
  // Until somebody has said what becomes of what was kept, it stays under what they type.
  const changes = own ? JSON.stringify({ ...kept?.changes, ...own }) : ''
  const revision = revisionOf(draft)
  const keptRevision = kept ? kept.revision : revision
  const isSaved = draft?.isSaved ?? false

  const hadChanges = useRef(false)
  useEffect(() => {
    if (changes !== '') keep(changes, keptRevision)
    else if (hadChanges.current && kept) keep(JSON.stringify(kept.changes), kept.revision)
    else if (hadChanges.current) drop()
    hadChanges.current = changes !== ''
  }, [changes, keptRevision, kept, keep, drop])
  useEffect(() => {
    if (isSaved) drop()
  }, [isSaved, drop])

  function answer(isWanted: boolean) {
    if (isWanted && kept) draft?.restore(kept.changes)
    else if (changes === '') drop()
    setKept(null)
  }
  const offer = kept && <DraftOffer kept={kept} isOutdated={kept.revision !== revision} onAnswer={answer} />
  return { offer, drop }
}

/** Writes a little later, so that not every letter is written, but before the page goes. */
function useKeeping(key: string | undefined) {
  const [keeping] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let write: (() => void) | null = null
    const flush = () => {
      clearTimeout(timer)
      write?.()
      write = null
    }
    return {
      flush,
      keep: (changes: string, revision: string | null) => {
        clearTimeout(timer)
        const at = Date.now()
        write = () =>
          key && keepDraft(key, { at, revision, changes: JSON.parse(changes) as KeptDraft['changes'] })
        timer = setTimeout(flush, writtenAfterMs)
      },
      drop: () => {
        write = null
        if (key) dropDraft(key)
      },
      /** What isn't written when the form goes was saved or discarded, or its user has signed out. */
      forget: () => clearTimeout(timer),
    }
  })
  const { flush, forget } = keeping
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      forget()
    }
  }, [flush, forget])
  return keeping
}

/** What was kept of fields that the form still has, unless it has come to nothing meanwhile. */
function offeredTo({ base, values }: Draft, key: string): KeptDraft | null {
  const kept = keptDraft(key)
  if (!kept) return null
  const changes = fieldsFor(base, kept.changes)
  if (Object.keys(changesIn(values, changes)).length > 0) return { ...kept, changes }
  dropDraft(key)
  return null
}

function revisionOf(draft: Draft | undefined): string | null {
  const revision = draft?.revision ?? null
  return revision === null ? null : String(revision)
}

type OfferProps = { kept: KeptDraft; isOutdated: boolean; onAnswer: (isWanted: boolean) => void }

function DraftOffer({ kept: { at }, isOutdated, onAnswer }: OfferProps) {
  const place = useRef<HTMLElement>(null)
  // The buttons go with the answer: whoever pressed one by key goes on in the form.
  const answer = (isWanted: boolean) => {
    const form = place.current?.closest('form')
    const field = form?.querySelector<HTMLElement>('input:not([readonly], :disabled), textarea, select')
    ;(field ?? document.querySelector('main'))?.focus()
    onAnswer(isWanted)
  }
  return (
    <section ref={place} className={styles.offer} aria-label="Unsaved changes from before">
      <output className={styles.text}>
        You have unsaved changes from {whenOf(at)}.
        {isOutdated &&
          ' Somebody has saved this meanwhile: restored, your changes stand over theirs. Check them before you save.'}
      </output>
      <div className={styles.buttons}>
        <Button variant="default" size="xs" onClick={() => answer(false)}>
          Discard
        </Button>
        <Button size="xs" onClick={() => answer(true)}>
          Restore
        </Button>
      </div>
    </section>
  )
}

function whenOf(at: number): string {
  return dayOf(at) === dayOf(Date.now()) ? formatTime(at) : formatDateTime(new Date(at).toISOString())
}

function dayOf(instant: number): string {
  return formatDate(new Date(instant).toISOString())
}
