import { fieldExamples } from '#contract/field-examples.ts'
import type { JsonSchema } from './openapi-schemas.ts'

type Components = Readonly<Record<string, JsonSchema>>
type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
}

/** An input that a schema takes, with no more than it asks for: known fields by their names, others by their kinds. */
export function exampleOf(schema: JsonSchema, components: Components, name = ''): unknown {
  const known = fieldExamples[name]
  if (known !== undefined) return known
  const { $ref, ...own } = schema as Schema
  if ($ref) return exampleOf(components[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, components, name)
  const [choice] = own.anyOf ?? own.oneOf ?? []
  if (choice) return exampleOf(choice, components, name)
  if (own.type === 'object') return fieldsOf(own, components)
  if (own.type === 'array') return own.minItems ? [exampleOf(own.items ?? {}, components)] : []
  return plainExample(own)
}

function fieldsOf({ properties = {}, additionalProperties, required = [] }: Schema, components: Components) {
  // What holds for every name says nothing of this one.
  const ofAnyName = typeof additionalProperties === 'object' ? additionalProperties : {}
  const exampleOfField = (name: string) =>
    properties[name] ? exampleOf(properties[name], components, name) : exampleOf(ofAnyName, components)
  return Object.fromEntries(required.map((name) => [name, exampleOfField(name)]))
}

function plainExample({ type, format, minimum, exclusiveMinimum, minLength = 0, ...own }: Schema): unknown {
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  if (own.default !== undefined) return own.default
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number')
    return Math.max(1, minimum ?? 1, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)
  if (type === 'null') return null
  return formats[format ?? ''] ?? 'Sample'.padEnd(minLength, '-')
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-11-15',
  'date-time': '2026-11-15T09:30:00Z',
  time: '09:30',
  email: 'sam@hub.example',
  uri: 'https://hub.example',
}
