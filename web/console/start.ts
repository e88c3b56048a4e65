import { businessPath } from '#contract/console-paths.ts'
import { besidePaths, firstOfBusiness, firstPages, firstPaths } from '#contract/first-paths.ts'
import type { Early } from './platform/start/early.ts'
import { menuFolded } from './platform/start/menu-folded.ts'
import { hasSessionMark } from './platform/start/session-mark.ts'

// The build writes this into the page itself (tools/bundle/start-inline.ts), before all it names: what is asked for first
// is under way before the scripts are, which would take every connection that a browser opens to one server.

/** The files of the first page; of the way in; of what is behind the door; of each of the first pages there. */
declare const hubFiles: { first: string[]; wayIn: string[]; within: string[]; pages: string[][] }

const anyPage = new RegExp(`^${businessPath.replace('$businessId', '([^/]+)')}(?:/(.*?))?/?$`)
const [, businessId, rest = ''] = anyPage.exec(location.pathname) ?? []
const isBeside = Object.values(besidePaths).some((path) => location.pathname.startsWith(path))
const at = businessId === undefined ? -1 : firstPages.findIndex(({ page }) => page === rest)

function begin(): Early {
  const settings = fetch(firstPaths.settings)
  if (!hasSessionMark()) return { settings }
  // Until the page is there it has the shape of the console, unless it is one that never has.
  const { dataset } = document.documentElement
  if (!isBeside) dataset.hub = isMenuFolded() ? 'folded' : 'signed-in'
  const token = fetch(firstPaths.token, { method: 'POST' })
  const bearer = token.then(async (response) => {
    if (!response.ok) throw new Error('not signed in')
    const signedIn = (await response.clone().json()) as { token: string }
    return { headers: { Authorization: `Bearer ${signedIn.token}` } }
  })
  const ask = (path: string) => bearer.then((init) => fetch(path, init))
  const me = ask(firstPaths.me)
  // Who may not read what a page shows gets another page: nothing is asked for that would be refused.
  const askAllowed = (path: string) =>
    me.then(async (response) => {
      const needs = firstPages[at]?.needs
      const user = (await response.clone().json()) as { Permissions?: readonly string[] }
      if (needs !== undefined && !user.Permissions?.includes(needs)) throw new Error('not theirs')
      return ask(path)
    })
  const [ofBusiness = '', ...ofPage] = readsOfPage()
  const reads = new Map(ofPage.map((path) => [path, askAllowed(path)]))
  if (ofBusiness) reads.set(ofBusiness, ask(ofBusiness))
  // After what was just asked for: where there is no session any more, nothing is behind the door.
  bearer.then(
    () => load([...hubFiles.within, ...(hubFiles.pages[at] ?? [])]),
    () => {
      delete dataset.hub
      load(hubFiles.wayIn)
    },
  )
  return { settings, token, me, reads }
}

/** As the shell keeps it; storage may be closed to pages. */
function isMenuFolded(): boolean {
  try {
    return localStorage.getItem(menuFolded) === 'true'
  } catch {
    return false
  }
}

function readsOfPage(): string[] {
  if (businessId === undefined) return []
  const ofPage = location.search === '' ? (firstPages[at]?.reads ?? []) : []
  return [firstOfBusiness, ...ofPage].map((path) => path.replace('$1', businessId))
}

function load(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    // As the page asks for it: what is preloaded otherwise is loaded twice.
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
}

const { reads, ...others } = (globalThis.hubEarly = begin())
load(hubFiles.first)
if (!others.token || isBeside) load(hubFiles.wayIn)
// Whoever takes one meets its failure; nobody may.
for (const answer of [...Object.values(others), ...(reads?.values() ?? [])]) answer.catch(() => undefined)
