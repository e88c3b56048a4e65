import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { namedSchemas } from './named-schemas.ts'

type Json = Record<string, unknown>
type Content = Record<string, { schema?: unknown; example?: unknown }>
type Operation = {
  operationId: string
  tags: string[]
  parameters: { name: string; in: string; required?: boolean; schema: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Document = {
  openapi: string
  servers: object[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; securitySchemes: Json }
}

let hub: TestHub
let document: Document
beforeAll(async () => {
  hub = await startTestHub()
  document = (await hub.app.inject('/api/openapi.json')).json<Document>()
})
afterAll(() => hub.close())

const rows = Object.entries(api as Record<string, Endpoint>)
const operationOf = (row: Endpoint) => document.paths[row.path]?.[row.method.toLowerCase()]

/** Every object in a document, with where it is. */
function* objectsIn(value: unknown, at = '#'): Generator<[at: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return
  yield [at, value as Json]
  for (const [key, each] of Object.entries(value))
    yield* objectsIn(each, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

test('is OpenAPI 3.1 with an operation for every row, and no other', () => {
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(api).toSorted())
  for (const [name, row] of rows) expect(operationOf(row)?.operationId).toBe(name)
  for (const { responses } of operations)
    for (const { description } of Object.values(responses)) expect(description).toMatch(/\.$/)
})

test('says of every row what it takes in its path and its query', () => {
  for (const [name, row] of rows) {
    const named = (place: string) =>
      operationOf(row)!
        .parameters.filter((each) => each.in === place)
        .map((each) => each.name)
    expect(named('path'), name).toEqual(Object.keys((row.params as z.ZodObject).shape))
    expect(named('query'), name).toEqual(Object.keys((row.query as z.ZodObject).shape))
    for (const each of operationOf(row)!.parameters)
      expect(each.schema, `${name}, ${each.name}`).toBeTypeOf('object')
  }
  expect(document.paths['/api/business/lookup/{type}']!.get!.parameters).toContainEqual({
    name: 'type',
    in: 'path',
    required: true,
    schema: { $ref: '#/components/schemas/AbnLookupType' },
  })
  expect(document.components.schemas.AbnLookupType).toEqual({ type: 'string', enum: ['name', 'abn', 'acn'] })
})

test('refers to nothing that is not there, and has nothing that nobody refers to', () => {
  const places = new Set([...objectsIn(document)].map(([at]) => at))
  const references = [...objectsIn(document)].flatMap(([, { $ref }]) => ($ref === undefined ? [] : [$ref]))
  expect(references.filter((reference) => !places.has(reference as string))).toEqual([])
  const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
  expect(names.filter((name) => !references.includes(name))).toEqual([])
  expect(names.filter((name) => !/^#\/components\/schemas\/\w+$/.test(name))).toEqual([])
  // What holds for one schema by itself would send its readers elsewhere.
  expect(
    [...objectsIn(document)].filter(([, value]) => '$id' in value || '$schema' in value || '$defs' in value),
  ).toEqual([])
})

test('gives every schema its name that the contract exports by one, and that a row has anywhere in it', async () => {
  const met = new Set<unknown>()
  const meet = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema }) => void met.add(zodSchema),
    })
  for (const [, row] of rows) {
    const fields = [row.params, row.query].flatMap((part) => Object.values((part as z.ZodObject).shape))
    for (const part of [...fields, row.body]) meet(part as z.ZodType, 'input')
    meet(row.output, 'output')
  }
  const names = [...(await namedSchemas())].filter(([, schema]) => met.has(schema)).map(([name]) => name)
  expect(names.length).toBeGreaterThan(100)
  const { schemas } = document.components
  expect(names.filter((name) => !(name in schemas))).toEqual([])
})

test('what is sent has a name of its own where it differs from what is answered', () => {
  const { Colour, ColourInput } = document.components.schemas
  expect(Colour).toMatchObject({ additionalProperties: false })
  expect(ColourInput).not.toHaveProperty('additionalProperties')
})

test('a body with a file is a form, what leads elsewhere has no answer of its own', () => {
  expect(operationOf(api.setPassImage)!.requestBody?.content).toMatchObject({
    'multipart/form-data': { schema: { properties: { imageData: { type: 'string', format: 'binary' } } } },
  })
  expect(Object.keys(operationOf(api.saveGooglePass)!.responses).toSorted()).toEqual(['302', 'default'])
  expect(operationOf(api.setPassImage)!.responses[200]?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/PassImage' } },
  })
})

test('says where it is served, and what each call is about', () => {
  expect(document.servers).toEqual([{ url: '/', description: 'This installation.' }])
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const [name, row] of rows) {
    expect(operationOf(row)!.tags, name).toHaveLength(1)
    expect(tags).toContain(operationOf(row)!.tags[0])
  }
  expect(operationOf(api.listCardOrders)!.tags).toEqual(['Card orders'])
})

test('has an example of every body, which its call takes', () => {
  const wrong = rows.flatMap(([name, row]) => {
    const json = operationOf(row)!.requestBody?.content['application/json']
    const issues = (json && row.body.safeParse(json.example).error?.issues) ?? []
    return issues.map(({ path, message }) => `${name} ${path.join('.')}: ${message}`)
  })
  expect(wrong).toEqual([])
})

test('is readable as a page, where names lead to what they stand for', async () => {
  const { body } = await hub.app.inject('/api/docs')
  expect(body).toContain('POST /api/business')
  expect(body).toContain('Super administrators.')
  expect(body).toContain('<a href="#Business">Business</a>')
  const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const links = [...body.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
  expect(links.filter((id) => !ids.includes(id))).toEqual([])
})
