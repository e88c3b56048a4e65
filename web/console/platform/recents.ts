/** A record that somebody has opened: its page, and what it is called. */
export type Recent = { href: string; label: string }

const most = 6
const keyOf = (uid: string, businessId: string) => `hub.recents.${uid}.${businessId}`

// The pages of single records; those for new ones and for many are none.
const records =
  /^\/businesses\/[^/]+\/(members|events|cards|membership-requests|membership-renewal-requests|request-forms|pass-designer|reports)\/(?!new$|import$|doubled-codes$|reminders$)[^/]+$/
const noNames = /^(Edit|New) | unavailable$|^Request$/

/** What a user has opened last in a business on this device, the latest first. */
export function recentsOf(uid: string, businessId: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(uid, businessId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent) : []
  } catch {
    // Kept by nobody we know, or nothing may be kept here.
    return []
  }
}

/** Keeps that a page was opened, if it is a record's. */
export function remember(uid: string, businessId: string, recent: Recent): void {
  if (!records.test(recent.href) || noNames.test(recent.label)) return
  const others = recentsOf(uid, businessId).filter(({ href }) => href !== recent.href)
  try {
    localStorage.setItem(keyOf(uid, businessId), JSON.stringify([recent, ...others].slice(0, most)))
  } catch {
    // No room, or not allowed: then there are no recents.
  }
}

function isRecent(value: unknown): value is Recent {
  const { href, label } = (value ?? {}) as Partial<Recent>
  return typeof href === 'string' && typeof label === 'string' && records.test(href)
}
