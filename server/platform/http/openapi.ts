import { z } from 'zod'
import {
  type Access,
  type Endpoint,
  type EndpointTable,
  ErrorBody,
  pathParamNames,
  file,
  stream,
} from '#contract/endpoint.ts'
import { version } from '#platform/settings'

/** What a row asks of its caller, in words. */
export function accessInWords(access: Access): string {
  if (access.kind === 'anyone') return 'Open to anyone.'
  if (access.kind === 'signed-in') return 'Any signed-in user; a user tied to a business only within it.'
  if (access.kind === 'super-administrator') return 'Super administrators.'
  if (access.kind === 'till') return 'The tills of the business, by their API keys.'
  if (access.kind === 'administrator') return 'The role Admin, and super administrators.'
  const kit = access.orDoorKit ? ', or a door kit of the event' : ''
  return `Needs the permission ${access.permission}${access.licence ? ` and the licence ${access.licence}` : ''}${kit}.`
}

/** The OpenAPI document of a table. */
export function openApiOf(table: EndpointTable, brand: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, row] of Object.entries(table))
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(name, row)
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'The secret of a till’s API key: hub_…' },
      },
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
    },
    paths,
  }
}

function operation(name: string, row: Endpoint) {
  const answers = !(row.output instanceof z.ZodUndefined)
  return {
    operationId: name,
    summary: row.title,
    description: accessInWords(row.access),
    security: securityOf(row.access),
    parameters: [
      ...pathParameters(row),
      ...queryParameters(row),
      ...(row.method === 'GET' ? [] : [idempotencyKey]),
    ],
    ...(!(row.body instanceof z.ZodUndefined) && {
      requestBody: { required: true, content: json(jsonSchema(row.body, 'input')) },
    }),
    responses: {
      ...(row.output === file
        ? { 200: { description: 'A file.', content: { 'application/octet-stream': {} } } }
        : row.output === stream
          ? { 200: { description: 'Server-sent events.', content: { 'text/event-stream': {} } } }
          : answers
            ? { 200: { description: 'Done.', content: json(jsonSchema(row.output, 'output')) } }
            : { 204: { description: 'Done.' } }),
      default: { description: 'Refused.', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
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

function pathParameters(row: Endpoint) {
  const { properties = {} } = jsonSchema(row.params, 'input')
  return pathParamNames(row.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name],
  }))
}

function queryParameters(row: Endpoint) {
  const { properties = {}, required = [] } = jsonSchema(row.query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] }

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const json = (schema: unknown) => ({ 'application/json': { schema } })
