import { afterAll, beforeAll, expect, test } from 'vitest'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

/** What a client that knows nothing but the document makes of it. */
type Parameter = { name: string; in: string; required?: boolean; example?: unknown }
type Operation = {
  operationId: string
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}
type Document = { servers: { url: string }[]; paths: Record<string, Record<string, Operation>> }

let hub: TestHub
let call: (operationId: string) => Promise<{ status: number; promised: string[] }>
beforeAll(async () => {
  hub = await startTestHub()
  const document = (await hub.app.inject('/api/openapi.json')).json<Document>()
  const token = await hub.tokenOf(people.superAdmin)
  call = (operationId) => callBy(document, operationId, token)
})
afterAll(() => hub.close())

async function callBy({ servers, paths }: Document, operationId: string, token: string) {
  const [found] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId === operationId)
      .map(([method, operation]) => ({ path, method, operation })),
  )
  const { path, method, operation } = found!
  const examples = (place: string) => operation.parameters.filter((each) => each.in === place)
  let url = `${servers[0]!.url}${path.slice(1)}`
  for (const { name, example } of examples('path')) url = url.replace(`{${name}}`, String(example))
  const query = examples('query').filter(({ required }) => required)
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {})
  const answer = await hub.app.inject({
    method: method.toUpperCase() as 'GET',
    url,
    query: Object.fromEntries(query.map(({ name, example }) => [name, String(example)])),
    headers: {
      ...(operation.security.length > 0 && { authorization: `Bearer ${token}` }),
      ...(type && { 'content-type': type }),
    },
    ...(content && { payload: JSON.stringify(content.example) }),
  })
  return { status: answer.statusCode, promised: Object.keys(operation.responses) }
}

test.each([
  'getVersion',
  'getMe',
  'listBusinesses',
  'getConfiguration',
  'listVenues',
  'listMembers',
  'createMember',
  'countEligibleMembers',
  'saveFilter',
  'createEvent',
  'listEvents',
  'createUser',
  'createCardProgram',
  'createPassConfiguration',
  'createApiKey',
])('%s is called by what the document says of it', async (operationId) => {
  const { status, promised } = await call(operationId)
  expect(status).toBeLessThan(300)
  expect(promised).toContain(String(status))
})
