/** What somebody had typed into a form and not saved: the fields that differed, and of which state of the record. */
export type KeptDraft = {
  readonly at: number
  readonly revision: string | null
  readonly changes: Readonly<Record<string, unknown>>
}

const prefix = 'hub.draft/'
const keptMs = 14 * 24 * 60 * 60 * 1000

/** Where a draft is kept on this device: of one user, at one address. */
export function draftKey(uid: string, pathname: string, name: string): string {
  return `${prefix}${uid}${pathname}#${name}`
}

/** A device may refuse to keep anything, or have no room: then there is no draft. */
export function keepDraft(key: string, draft: KeptDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    dropDraft(key)
  }
}

/** The draft of a form, if it is no older than two weeks; the others that are go. */
export function keptDraft(key: string): KeptDraft | null {
  dropWhere((other) => Date.now() - (read(other)?.at ?? 0) > keptMs)
  return read(key)
}

export function dropDraft(key: string): void {
  dropWhere((other) => other === key)
}

/** Where the names are kept of what a user has opened last. */
export const recentsKeyOf = (uid: string) => `hub.recents.${uid}.`

/** Whoever signs out may leave the device to somebody else, who reads neither drafts nor names. */
export function dropKeptOf(uid: string): void {
  dropWhere((key) => key.startsWith(`${prefix}${uid}/`))
  dropWhere(() => true, recentsKeyOf(uid))
}

function read(key: string): KeptDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft | null
    return typeof draft?.at === 'number' && typeof draft.changes === 'object' ? draft : null
  } catch {
    return null
  }
}

function dropWhere(isDropped: (key: string) => boolean, among = prefix): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(among) && isDropped(key)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept, either.
  }
}
