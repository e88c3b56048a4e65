import type { PassDocument, ShownDocument } from '#contract/passes/pass-document.ts'
import type { PassList } from '#wallet/editing.ts'

// A path is the names on the way to a part, joined by dots, as the messages of the schema have it.
type Node = Record<string, unknown> | unknown[]

/** What is at a path of a document; undefined if there is nothing any more. */
export function valueAt(document: ShownDocument, path: string): unknown {
  return path.split('.').reduce<unknown>((node, name) => (node as Node | null)?.[name as never], document)
}

/** The document with something else at a path. */
export function withValue(document: PassDocument, path: string, value: unknown): PassDocument {
  return replaced(document, path.split('.'), value) as PassDocument
}

function replaced(node: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(node))
    return node.map((item: unknown, index) => (index === Number(name) ? replaced(item, rest, value) : item))
  const record = node as Record<string, unknown>
  return { ...record, [name]: replaced(record[name], rest, value) }
}

/** The list that a path is an item of, and which one; null for what belongs to none. */
export function listPlaceOf(path: string): { list: string; index: number } | null {
  const [, list = '', index] = /^(.+)\.(\d+)$/.exec(path) ?? []
  return index === undefined ? null : { list, index: Number(index) }
}

const itemsOf = (document: PassDocument, list: string) => valueAt(document, list) as unknown[]

/** The document without a part: an item leaves its list, a front label its place. */
export function withoutPart(document: PassDocument, path: string): PassDocument {
  const place = listPlaceOf(path)
  if (!place) return withValue(document, path, null)
  return withValue(document, place.list, itemsOf(document, place.list).toSpliced(place.index, 1))
}

/** The document with an item in the place of another of its list; null if they aren't of the same. */
export function withMoved(document: PassDocument, path: string, to: string): PassDocument | null {
  const from = listPlaceOf(path)
  const target = listPlaceOf(to)
  if (!from || !target || from.list !== target.list || from.index === target.index) return null
  const items = itemsOf(document, from.list)
  const item = items[from.index]
  return withValue(document, from.list, items.toSpliced(from.index, 1).toSpliced(target.index, 0, item))
}

/** The document with something new in a list, and where that is. */
export function withAdded(document: PassDocument, list: PassList): { document: PassDocument; path: string } {
  if (list === 'Secondary' || list === 'Back') {
    const field = { Label: '', Value: '', FieldLocation: list, CustomDateFormat: null }
    return appended(document, 'iOSAdditionalFields', field)
  }
  if (list.startsWith('GooglePassLinks')) return appended(document, list, { Description: '', UriValue: '' })
  const field = { Label: '', Value: '' }
  if (list.startsWith('GooglePassMessages')) return appended(document, list, field)
  return { document: withValue(document, list, field), path: list }
}

function appended(document: PassDocument, list: string, item: unknown) {
  const items = itemsOf(document, list)
  return { document: withValue(document, list, [...items, item]), path: `${list}.${items.length}` }
}

/** The neighbours of an item that it can change places with. */
export function neighboursOf(document: PassDocument, path: string) {
  const place = listPlaceOf(path)
  if (!place) return null
  const items = itemsOf(document, place.list) as { FieldLocation?: string }[]
  const side = items[place.index]?.FieldLocation
  const near = (step: 1 | -1) => {
    let index = place.index + step
    while (items[index] && items[index]?.FieldLocation !== side) index += step
    return items[index] ? `${place.list}.${index}` : null
  }
  return { before: near(-1), after: near(1) }
}
