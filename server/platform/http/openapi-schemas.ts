import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'

export type JsonSchema = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, JsonSchema>>

const sentParts = ['params', 'query', 'body'] as const
const answeredParts = ['output'] as const
type Part = (typeof sentParts)[number] | (typeof answeredParts)[number]

export type TableSchemas = {
  /** What a row takes or gives. */
  of(row: string, part: Part): JsonSchema
  /** What rows refer to, by name. */
  readonly components: Schemas
}

/**
 * The schemas of a table. Those that have a name are written once, under it, and referred to. What is sent and what is
 * answered may differ, by what is left out and filled in: then what is sent has a name of its own.
 */
export function schemasOf(table: EndpointTable, named: ReadonlyMap<string, z.ZodType>): TableSchemas {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of named) registry.add(schema, { id })
  // Around the row's own schemas, one of which may be a part of another row's.
  for (const [name, { params, query, body, output }] of Object.entries(table))
    registry.add(z.object({ params: fieldsOf(params), query: fieldsOf(query), body, output }), {
      id: rowId(name),
    })
  const sent = writtenFor(registry, 'input')
  const answered = writtenFor(registry, 'output')

  const rows = Object.keys(table)
  const namesSent = namesReached(sent, partsOf(sent, rows, sentParts))
  const namesAnswered = namesReached(answered, partsOf(answered, rows, answeredParts))
  const unlike = unlikeNames(sent, answered, namesSent.intersection(namesAnswered))
  const nameSent = (name: string) => (unlike.has(name) ? `${name}Input` : name)
  const renamed = withNames(sent, nameSent)
  const components = [
    ...[...namesSent].map((name) => [nameSent(name), renamed[name]!] as const),
    ...[...namesAnswered].map((name) => [name, answered[name]!] as const),
  ]
  return {
    of: (row, part) => partsOf(part === 'output' ? answered : renamed, [row], [part])[0]!,
    components: Object.fromEntries(components.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

// Each of them is a parameter by itself: whatever name they have together, it is none of the document.
const fieldsOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? z.object(schema.shape) : schema)

const rowId = (name: string) => `row ${name}`
const prefix = '#/components/schemas/'
const uri = (name: string) => prefix + name

function writtenFor(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output'): Schemas {
  const { schemas } = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' })
  // Where each is said by the document already, and of what kind all are.
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  )
}

function partsOf(schemas: Schemas, rows: readonly string[], parts: readonly Part[]): JsonSchema[] {
  return rows.flatMap((row) => {
    const { properties } = schemas[rowId(row)] as { properties: Record<Part, JsonSchema> }
    return parts.map((part) => properties[part])
  })
}

/** The names that a schema refers to by itself. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each.slice(prefix.length)] : namesIn(each),
  )
}

/** Those, and the names that these refer to, and so on. */
function namesReached(schemas: Schemas, from: unknown): Set<string> {
  const reached = new Set<string>()
  const reach = (value: unknown) => {
    for (const name of namesIn(value).filter((each) => !reached.has(each))) {
      reached.add(name)
      reach(schemas[name])
    }
  }
  reach(from)
  return reached
}

/** The names that stand for one thing where it is sent and for another where it is answered, by whatever they refer to. */
function unlikeNames(sent: Schemas, answered: Schemas, names: ReadonlySet<string>): Set<string> {
  const isUnlike = (name: string) => !isDeepStrictEqual(sent[name], answered[name])
  const unlike = new Set([...names].filter(isUnlike))
  return new Set(
    [...names].filter((name) => [name, ...namesReached(sent, sent[name])].some((each) => unlike.has(each))),
  )
}

function withNames<Value>(value: Value, nameOf: (name: string) => string): Value {
  const text = JSON.stringify(value, (key, each: unknown) =>
    key === '$ref' && typeof each === 'string' ? uri(nameOf(each.slice(prefix.length))) : each,
  )
  return JSON.parse(text) as Value
}
