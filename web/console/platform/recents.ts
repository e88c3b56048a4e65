import { consolePaths, type PageName } from '#contract/console-paths.ts'
import { recentsKeyOf } from './drafts/kept-drafts.ts'

/** A record that somebody has opened: its page, and what it is called. */
export type Recent = { href: string; label: string }

const most = 6
const keyOf = (uid: string, businessId: string) => `${recentsKeyOf(uid)}${businessId}`

const ofRecords: readonly PageName[] = [
  'member',
  'event',
  'card',
  'membershipRequest',
  'renewalRequest',
  'requestForm',
  'passDesign',
]
const names = Object.keys(consolePaths) as PageName[]
const isOfRecord = (name: PageName) =>
  ofRecords.includes(name) || consolePaths[name].startsWith(`${consolePaths.reports}/`)
const patternOf = (name: PageName) => new RegExp(`^${consolePaths[name].replaceAll(/\$\w+/g, '[^/]+')}$`)

// The pages of single records and reports; those for new ones and for many are none.
const records = names.filter(isOfRecord).map(patternOf)
const otherPages = names.filter((name) => !isOfRecord(name)).map(patternOf)
const isRecord = (href: string) =>
  records.some((pattern) => pattern.test(href)) && !otherPages.some((pattern) => pattern.test(href))

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
export function rememberRecent(uid: string, businessId: string, recent: Recent): void {
  if (!isRecord(recent.href) || noNames.test(recent.label)) return
  const others = recentsOf(uid, businessId).filter(({ href }) => href !== recent.href)
  try {
    localStorage.setItem(keyOf(uid, businessId), JSON.stringify([recent, ...others].slice(0, most)))
  } catch {
    // No room, or not allowed: then there are no recents.
  }
}

function isRecent(value: unknown): value is Recent {
  const { href, label } = (value ?? {}) as Partial<Recent>
  return typeof href === 'string' && typeof label === 'string' && isRecord(href)
}
