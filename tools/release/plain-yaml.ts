/** What a file says: texts, lists and named values. Numbers are texts, too. */
export type Plain = string | Plain[] | { [name: string]: Plain }

type Line = { readonly indent: number; readonly text: string; readonly number: number }

const entry = /^([\w.<-]+):(?: (.*))?$/
// What would have to be understood to be read right: quotes, blocks, braces, tags, names in other than plain words.
const unread = /["'|>{}!%@`?]|\t/

/**
 * Reads the part of YAML that deploy/compose/compose.yaml is written in, and refuses the rest with the line's number: names and
 * values, lists, [a, b], &anchors, *aliases, and << of one. A name twice is refused, too: programs differ in which they take.
 */
export function readPlainYaml(text: string): Plain {
  const lines = text.split('\n').flatMap((line, index): Line[] => {
    const said = line.replace(/(^|\s)#.*$/, '').trimEnd()
    const indent = said.search(/\S/)
    if (indent === -1) return []
    if (unread.test(said) || indent % 2 === 1) throw new Error(`Line ${index + 1} can't be read: ${line}`)
    return [{ indent, text: said.trim(), number: index + 1 }]
  })
  return readBlock(lines, new Map())
}

type Anchors = Map<string, Plain>

function readBlock(lines: Line[], anchors: Anchors): Plain {
  const [{ indent, text }] = lines as [Line]
  const parts: Line[][] = []
  for (const line of lines) {
    if (line.indent < indent || (line.indent > indent && parts.length === 0)) throw wrong(line)
    if (line.indent === indent) parts.push([])
    parts.at(-1)!.push(line)
  }
  return text.startsWith('- ') ? parts.map((part) => readItem(part, anchors)) : readEntries(parts, anchors)
}

/** What stands after the dash begins two places further in. */
function readItem([first, ...rest]: Line[], anchors: Anchors): Plain {
  if (!first?.text.startsWith('- ')) throw wrong(first)
  const inner = { ...first, indent: first.indent + 2, text: first.text.slice(2) }
  if (entry.test(inner.text)) return readBlock([inner, ...rest], anchors)
  if (rest.length > 0) throw wrong(rest[0])
  return readValue(inner.text, anchors, inner)
}

function readEntries(parts: Line[][], anchors: Anchors): Plain {
  const read: Record<string, Plain> = {}
  for (const [line, ...under] of parts) {
    const [, name = '', said = ''] = entry.exec(line!.text) ?? []
    if (name === '' || name in read) throw wrong(line)
    const anchor = /^&(\w+)$/.exec(said)?.[1]
    if (under.length > 0 && said !== '' && !anchor) throw wrong(under[0])
    const value = under.length > 0 ? readBlock(under, anchors) : readValue(said, anchors, line!)
    if (anchor) anchors.set(anchor, value)
    read[name] = value
  }
  const { '<<': shared, ...own } = read
  return shared === undefined ? own : { ...(shared as Record<string, Plain>), ...own }
}

function readValue(said: string, anchors: Anchors, line: Line): Plain {
  if (said.startsWith('[') && said.endsWith(']')) return said.slice(1, -1).split(', ')
  if (/^[[\]&]/.test(said)) throw wrong(line)
  if (!said.startsWith('*')) return said
  const shared = anchors.get(said.slice(1))
  if (shared === undefined) throw wrong(line)
  return shared
}

const wrong = (line: Line | undefined) => new Error(`Line ${line?.number} can't be read: ${line?.text}`)
