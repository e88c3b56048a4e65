import { resolve } from 'node:path'

// Which file each module goes into: what a page begins with, what a signed-in user needs at once, what comes later.

type Modules = {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}
type Found = ReadonlySet<string>
type Reach = {
  readonly atOnce: ReadonlyMap<string, Set<string>>
  readonly ever: ReadonlyMap<string, Found>
  readonly wayIn: Found
  readonly within: Found
  readonly list: Found
}

const inWeb = (path: string) => resolve(import.meta.dirname, '../../web', path)

export const htmlOf = (page: string) => inWeb(`${page}/index.html`)

const pageNames = ['console', 'door', 'patron']
// What starts a page is apart from what it needs: another page that needs some of that, too, must not start it.
const startsPage = /[\\/]web[\\/]\w+[\\/](main\.tsx|index\.html)/
// What leads in; what every signed-in user needs; and what a list does, as nearly every page of the console has one.
export const identity = inWeb('console/features/identity/identity-pages.tsx')
export const signedInConsole = inWeb('console/app/signed-in-console.tsx')
const aList = inWeb('console/app/member/members-page.tsx')

let reach: Reach | undefined

function reachIn(modules: Modules): Reach {
  const imports = (id: string) => modules.getModuleInfo(id)?.importedIds ?? []
  const all = (id: string) => [...imports(id), ...(modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])]
  const ofPages = (importsOf: typeof imports) =>
    new Map(pageNames.map((page) => [page, reached(htmlOf(page), importsOf)]))
  const from = (module: string) => reached(module, imports)
  const [wayIn, within, list] = [from(identity), from(signedInConsole), from(aList)]
  const atOnce = ofPages(imports)
  // Whoever comes needs the way in, or what is behind it: what both have is needed at once.
  for (const id of wayIn) if (within.has(id) || list.has(id)) atOnce.get('console')?.add(id)
  return { atOnce, ever: ofPages(all), wayIn, within, list }
}

function reached(root: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([root])
  // What is added while it is gone through is gone through, too.
  for (const id of found) for (const next of importsOf(id)) found.add(next)
  return found
}

const laterNames = [...pageNames, 'within', 'way-in']

/** Which pages need a file at once, and which others later: 'door-then-within'. Null of what none begins with. */
function needOf(id: string, modules: Modules): string | null {
  if (startsPage.test(id)) return null
  reach ??= reachIn(modules)
  const { atOnce, ever, wayIn, within, list } = reach
  const first = pageNames.filter((page) => atOnce.get(page)?.has(id))
  if (first.length === 0) return null
  const later = pageNames.filter((page) => ever.get(page)?.has(id) && !first.includes(page))
  if (!later.includes('console')) return needIn(first, later)
  // The console needs it later: which part of it?
  const parts = [...(within.has(id) || list.has(id) ? ['within'] : []), ...(wayIn.has(id) ? ['way-in'] : [])]
  return needIn(first, parts.length > 0 ? [...later.filter((page) => page !== 'console'), ...parts] : later)
}

const needIn = (first: readonly string[], later: readonly string[]) =>
  first.join('-') + (later.length === 0 ? '' : `-then-${later.join('-')}`)

const subsetsOf = (names: readonly string[]) =>
  names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]])

/**
 * What pages begin with, in a handful of files: by those that need it at once and those that need it later, so that none
 * loads what is another's alone. What more of them need ranks first, as a file takes along what it imports.
 */
const firsts = subsetsOf(pageNames).flatMap((first) =>
  subsetsOf(laterNames.filter((page) => !first.includes(page))).map((later) => ({
    name: (id: string, modules: Modules) => {
      const need = needOf(id, modules)
      return need === needIn(first, later) ? `first-${need}` : null
    },
    debugName: `first-${needIn(first, later)}`,
    priority: 10 + first.length * 10 + (later.includes('within') ? 5 : later.length),
  })),
)

type Belongs = (id: string, found: Reach) => boolean

/**
 * What comes side by side with the first page: the way in, or what is behind it where somebody is signed in, and what
 * most pages there need.
 */
const besides: readonly (readonly [name: string, belongs: Belongs])[] = [
  ['within', (id, { within }) => within.has(id)],
  ['list', (id, { list }) => list.has(id)],
  ['way-in', (id, { wayIn }) => wayIn.has(id)],
]
const behind = besides.map(([name, belongs], at) => ({
  name: (id: string, modules: Modules) => {
    reach ??= reachIn(modules)
    return belongs(id, reach) && id !== identity && !startsPage.test(id) ? name : null
  },
  debugName: name,
  priority: 9 - at,
}))

// What neither patrons nor doors load: with theirs among it, a page of theirs would bring the console along and start it.
const consoleOnly =
  /[\\/](web[\\/](console(?![\\/](features[\\/]identity|platform[\\/]questions))|ui)|node_modules[\\/]@(mantine|tabler|tanstack))[\\/]/

// It comes right after the first page, whoever is looking at it, and must not bring along what it has in common with others.
const toaster = /[\\/]web[\\/]ui[\\/]feedback[\\/]toaster\.tsx$/

// What draws passes is the console's, too, and would be taken along with its parts.
const drawsPasses =
  /[\\/](web[\\/]wallet[\\/](?!draw)|contract[\\/](values[\\/](barcodes|colour-values)|passes[\\/]pass-layout))/

// What doors and the console have in common of the register of visitors, likewise.
const ofVisitors = /[\\/]contract[\\/](visitors[\\/]|words[\\/]one-line)/

/** A few files, not a hundred: what a first page needs, and what the pages behind it share. */
export const groups = [
  ...firsts,
  ...behind,
  { name: 'toasts', test: toaster, priority: 3 },
  { name: 'wallet', test: drawsPasses, priority: 2 },
  { name: 'visitors', test: ofVisitors, priority: 2 },
  { name: 'parts', test: consoleOnly, minShareCount: 3, priority: 1 },
]
