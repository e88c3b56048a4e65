/** A document while it is edited: what it was before each change, and what was undone. */
export type Draft<Document> = {
  readonly past: readonly Document[]
  readonly present: Document
  readonly future: readonly Document[]
  /** What the last change was a change of: typing in one field is undone as one. */
  readonly subject: string | null
}

const mostSteps = 200

/** A draft without a past. */
export function documentDraftOf<Document>(present: Document): Draft<Document> {
  return { past: [], present, future: [], subject: null }
}

/** The draft after a change; one of the same subject as the last is undone together with it. */
export function changedDraft<Document>(
  draft: Draft<Document>,
  present: Document,
  subject: string | null = null,
): Draft<Document> {
  const goesOn = subject !== null && subject === draft.subject && draft.past.length > 0
  const past = goesOn ? draft.past : [...draft.past, draft.present].slice(-mostSteps)
  return { past, present, future: [], subject }
}

/** The draft as it was before the last change. */
export function undone<Document>(draft: Draft<Document>): Draft<Document> {
  const present = draft.past.at(-1)
  if (present === undefined) return draft
  return { past: draft.past.slice(0, -1), present, future: [draft.present, ...draft.future], subject: null }
}

/** The draft with what was undone last done again. */
export function redone<Document>(draft: Draft<Document>): Draft<Document> {
  const [present, ...future] = draft.future
  if (present === undefined) return draft
  return { past: [...draft.past, draft.present], present, future, subject: null }
}
