import type { FastifyInstance } from 'fastify'
import type { EndpointTable } from '#contract/endpoint.ts'
import { openApiOf } from './openapi.ts'

/** `/api/openapi.json`, and the same for people at `/api/docs`: both made from the contract. */
export function serveApiDocs(app: FastifyInstance, table: EndpointTable, brand: string): void {
  const document = openApiOf(table, brand)
  const page = pageOf(document)
  app.get('/api/openapi.json', async () => document)
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}

type Document = ReturnType<typeof openApiOf>
type Operation = {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; in: string; required?: boolean; schema?: unknown; description?: string }[]
  requestBody?: { content: { 'application/json': { schema: unknown } } }
  /** An answer that is a file has no JSON. */
  responses: Record<string, { content?: { 'application/json'?: { schema: unknown } } }>
}

function pageOf(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
  )
  const contents = operations.map(
    ({ operation }) => `<li><a href="#${operation.operationId}">${escape(operation.summary)}</a></li>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}</title><style>${style}</style></head>
<body><header><h1>${escape(document.info.title)}</h1>
<p>Calls carry the header <code>Authorization: Bearer …</code> with a token of <code>/identity/token</code>.
The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Calls"><ul>${contents.join('')}</ul></nav>
<main>${operations.map(section).join('')}</main></body></html>`
}

function section({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): string {
  const body = operation.requestBody?.content['application/json'].schema
  const answer = operation.responses['200']?.content?.['application/json']?.schema
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ', required' : ''}</td>
       <td>${escape(description ?? '')} <code>${escape(JSON.stringify(schema ?? {}))}</code></td></tr>`,
  )
  return `<section id="${operation.operationId}"><h2>${escape(operation.summary)}</h2>
<p><code class="call">${method} ${escape(path)}</code></p><p>${escape(operation.description)}</p>
${parameters.length > 0 ? `<table><thead><tr><th>Parameter</th><th>In</th><th>Shape</th></tr></thead><tbody>${parameters.join('')}</tbody></table>` : ''}
${body ? `<details><summary>Request body</summary><pre>${escape(JSON.stringify(body, null, 2))}</pre></details>` : ''}
${answer ? `<details><summary>Answer</summary><pre>${escape(JSON.stringify(answer, null, 2))}</pre></details>` : ''}</section>`
}

const style = `body{font:15px/1.5 system-ui,sans-serif;color:#1f2933;max-width:60rem;margin:0 auto;padding:1rem}
nav ul{columns:2;padding-left:1.2rem}section{border-top:1px solid #d9dee3;padding:.5rem 0 1rem}h2{font-size:1.1rem;margin:.8rem 0 .2rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .5rem .25rem 0;vertical-align:top;overflow-wrap:anywhere}
pre{background:#f5f7f9;padding:.75rem;overflow:auto}code.call{font-weight:600}@media(max-width:40rem){nav ul{columns:1}}`

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
