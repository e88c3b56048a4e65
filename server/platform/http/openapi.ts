import { z } from 'zod'
import { figuresAge } from '#contract/answer-mark.ts'
import {
  type Access,
  type Endpoint,
  type EndpointTable,
  ErrorBody,
  pathParamNames,
  file,
  redirect,
  stream,
} from '#contract/endpoint.ts'
import { fieldExamples } from '#contract/field-examples.ts'
import { version } from '#platform/settings'
import { exampleOf } from './openapi-examples.ts'
import { type JsonSchema, schemasOf, type TableSchemas } from './openapi-schemas.ts'

/** What a row asks of its caller, in words. */
export function accessInWords(access: Access, opensBy?: string): string {
  if (access.kind === 'anyone')
    return opensBy ? `Open to whoever has ${opensBy}, as bearer token.` : 'Open to anyone.'
  if (access.kind === 'signed-in') return 'Any signed-in user; a user tied to a business only within it.'
  if (access.kind === 'super-administrator') return 'Super administrators.'
  if (access.kind === 'till') return 'The tills of the business, by their API keys.'
  const kit = access.orDoorKit ? ', or a door kit of the event' : ''
  const also = [access.also && ` and ${access.also}`, access.licence && ` and the licence ${access.licence}`]
  return `Needs the permission ${access.permissions.join(' or ')}${also.filter(Boolean).join('')}${kit}.`
}

/** The OpenAPI document of a table, in which schemas that have a name are written once. */
export function openApiOf(table: EndpointTable, named: ReadonlyMap<string, z.ZodType>, brand: string) {
  const schemas = schemasOf(table, named)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, row] of Object.entries(table))
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(name, row, schemas)
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version },
    // Wherever this document was fetched.
    servers: [{ url: '/', description: 'This installation.' }],
    tags: [...new Set(Object.values(table).map(tagOf))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        secret: { type: 'http', scheme: 'bearer', description: 'The secret of what a patron has begun.' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'The secret of a till’s API key: hub_…' },
      },
      schemas: { ...schemas.components, Error: errorSchema },
    },
    paths,
  }
}

/** What a row is about, by the first word of its path that tells: 'Card orders'. */
function tagOf({ path }: Endpoint): string {
  const [word = ''] = path.split('/').filter((part) => /^(?!api$|v\d|cherry)[a-z]/.test(part))
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ')
}

const { $schema: _, ...errorSchema } = z.toJSONSchema(ErrorBody)

const askedAgain =
  'A user who signed in, or showed who they are, more than 15 minutes ago is refused with prove_again until they do so at /identity/prove.'

function operation(name: string, row: Endpoint, schemas: TableSchemas) {
  const body = schemas.of(name, 'body')
  return {
    operationId: name,
    tags: [tagOf(row)],
    summary: row.title,
    description: [accessInWords(row.access, row.opensBy), ...(row.asksAgain ? [askedAgain] : [])].join(' '),
    security: row.opensBy ? [{ secret: [] }] : securityOf(row.access),
    parameters: [
      ...pathParameters(row, schemas.of(name, 'params')),
      ...queryParameters(schemas.of(name, 'query')),
      ...(row.method === 'GET' ? [] : [idempotencyKey]),
    ],
    ...(!(row.body instanceof z.ZodUndefined) && {
      requestBody: {
        required: !row.body.safeParse(undefined).success,
        content: hasFile(row.body)
          ? { 'multipart/form-data': { schema: body } }
          : { 'application/json': { schema: body, example: exampleOf(body, schemas.components) } },
      },
    }),
    responses: {
      ...answerOf(row, schemas.of(name, 'output')),
      default: { description: 'Refused.', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

/** A body with a file in it comes as a form. */
function hasFile(body: z.ZodType): boolean {
  return body instanceof z.ZodObject && Object.values(body.shape).some((field) => field instanceof z.ZodFile)
}

function answerOf({ output, mayLag }: Endpoint, schema: JsonSchema) {
  if (output === file) return { 200: { description: 'A file.', content: { 'application/octet-stream': {} } } }
  if (output === stream)
    return { 200: { description: 'Server-sent events.', content: { 'text/event-stream': {} } } }
  if (output === redirect) return { 302: { description: 'Leads to another address.' } }
  if (output instanceof z.ZodUndefined) return { 204: { description: 'Done.' } }
  return { 200: { description: 'Done.', ...(mayLag && agedAnswer), content: json(schema) } }
}

const agedAnswer = {
  headers: {
    [figuresAge.name]: {
      description:
        'How many seconds behind the database the replica was that answered; missing where none did.',
      schema: { type: 'integer' },
    },
  },
}

function securityOf({ kind }: Access) {
  return kind === 'anyone' ? [] : [kind === 'till' ? { apiKey: [] } : { token: [] }]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key stands for the same request for 24 hours, however often it is sent.',
  schema: { type: 'string', maxLength: 200 },
}

function pathParameters(row: Endpoint, { properties = {} }: Fields) {
  return pathParamNames(row.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name],
    ...exampleOfField(name),
  }))
}

function queryParameters({ properties = {}, required = [] }: Fields) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...exampleOfField(name),
  }))
}

/** Of a parameter whose schema tells all there is to know, none is needed. */
const exampleOfField = (name: string) =>
  fieldExamples[name] === undefined ? {} : { example: fieldExamples[name] }

type Fields = { properties?: Record<string, unknown>; required?: string[] }

const json = (schema: unknown) => ({ 'application/json': { schema } })
