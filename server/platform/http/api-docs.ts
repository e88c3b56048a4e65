import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { openApiOf } from './openapi.ts'
import { type Prepared, prepared, sendPrepared } from './prepared.ts'

/** `/api/openapi.json`, and the same for people at `/api/docs`: both made from the contract. */
export function serveApiDocs(
  app: FastifyInstance,
  table: EndpointTable,
  namedSchemas: () => Promise<ReadonlyMap<string, z.ZodType>>,
  brand: string,
): void {
  // A quarter of what a start takes, and most processes are never asked for it.
  const document = once(async () => openApiOf(table, await namedSchemas(), brand))
  const json = once(async () =>
    compressed('application/json; charset=utf-8', JSON.stringify(await document())),
  )
  const page = once(async () => compressed('text/html; charset=utf-8', pageOf(await document())))
  app.get('/api/openapi.json', async (request, reply) => sendPrepared(request, reply, await json()))
  app.get('/api/docs', async (request, reply) => sendPrepared(request, reply, await page()))
}

const zip = promisify(gzip)

async function compressed(type: string, text: string): Promise<Prepared> {
  const plain = Buffer.from(text)
  return prepared(type, plain, { gzip: await zip(plain) })
}

/** Makes it when it is asked for first. */
function once<Made>(make: () => Made): () => Made {
  let made: { is: Made } | undefined
  return () => (made ??= { is: make() }).is
}

type Document = ReturnType<typeof openApiOf>
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required?: boolean; schema?: unknown; description?: string }[]
  /** As JSON, or a form where there is a file in it. */
  requestBody?: { content: Record<string, { schema: unknown; example?: unknown }> }
  /** An answer that is a file has no JSON. */
  responses: Record<string, { content?: { 'application/json'?: { schema: unknown } } }>
}

type Call = { path: string; method: string; operation: Operation }

function pageOf(document: Document): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
  )
  const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')]
  const shapes = Object.entries(document.components.schemas)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}</title><style>${style}</style></head>
<body><header><h1>${escape(document.info.title)}</h1>
<p>Calls carry the header <code>Authorization: Bearer …</code> with a token of <code>/identity/token</code>.
The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Calls">${groups.map(contents).join('')}${contentsOfShapes(shapes)}</nav>
<main>${groups.map(chapter).join('')}<h2>Shapes</h2>${shapes.map(shape).join('')}</main></body></html>`
}

function contents([subject, calls]: [string, Call[]]): string {
  const links = calls.map(
    ({ operation }) => `<li><a href="#${operation.operationId}">${escape(operation.summary)}</a></li>`,
  )
  return `<details><summary>${escape(subject)} <small>${calls.length}</small></summary><ul>${links.join('')}</ul></details>`
}

type Shape = [name: string, schema: unknown]

function contentsOfShapes(shapes: readonly Shape[]): string {
  const links = shapes.map(([name]) => `<li><a href="#${name}">${name}</a></li>`)
  return `<details><summary>Shapes <small>${shapes.length}</small></summary><ul>${links.join('')}</ul></details>`
}

function shape([name, schema]: Shape): string {
  return `<section id="${name}"><h3>${name}</h3>${schemaInHtml(schema)}</section>`
}

/** A schema to be read: the names in it lead to what they stand for. */
function schemaInHtml(schema: unknown): string {
  return `<pre tabindex="0">${linked(JSON.stringify(schema, null, 2))}</pre>`
}

function linked(json: string): string {
  return escape(json).replaceAll(/#\/components\/schemas\/(\w+)/g, '<a href="#$1">$1</a>')
}

function chapter([subject, calls]: [string, Call[]]): string {
  return `<h2>${escape(subject)}</h2>${calls.map(section).join('')}`
}

function section({ path, method, operation }: Call): string {
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const answer = operation.responses['200']?.content?.['application/json']?.schema
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ', required' : ''}</td>
       <td>${escape(description ?? '')} <code>${linked(JSON.stringify(schema ?? {}))}</code></td></tr>`,
  )
  return `<section id="${operation.operationId}"><h3>${escape(operation.summary)}</h3>
<p><code class="call">${method} ${escape(path)}</code></p><p>${escape(operation.description)}</p>
${parameters.length > 0 ? `<table><thead><tr><th>Parameter</th><th>In</th><th>Shape</th></tr></thead><tbody>${parameters.join('')}</tbody></table>` : ''}
${body ? `<details><summary>Request body</summary>${schemaInHtml(body.schema)}${exampleIn(body)}</details>` : ''}
${answer ? `<details><summary>Answer</summary>${schemaInHtml(answer)}</details>` : ''}</section>`
}

function exampleIn({ example }: { example?: unknown }): string {
  return example === undefined ? '' : `<p>Such as</p>${schemaInHtml(example)}`
}

// The list of calls stands beside them where there is room, and above them on a phone.
const style = `body{font:14px/1.5 system-ui,sans-serif;color:#192027;max-width:72rem;margin:0 auto;padding:16px 24px 48px}
h1{font-size:24px;margin:16px 0 4px}h2{font-size:18px;margin:40px 0 12px}h3{font-size:15px;margin:0}header p{margin:0 0 24px;color:#57626b}
a{color:#0d5768}summary{cursor:pointer;padding:4px 0}small{color:#57626b}code,pre{font-size:13px;overflow-wrap:anywhere}
nav{border:1px solid #e2e6ea;border-radius:8px;padding:8px 16px}nav ul{margin:0 0 8px;padding-left:18px}
section{border:1px solid #e2e6ea;border-radius:8px;padding:16px;margin-bottom:12px;scroll-margin-top:16px}section p{margin:4px 0}
section:target{border-color:#0d5768}.call{font-weight:600}table{border-collapse:collapse;width:100%;margin-top:8px}
td,th{text-align:left;padding:4px 12px 4px 0;vertical-align:top;border-top:1px solid #e2e6ea;overflow-wrap:anywhere}
th{border:0;color:#57626b;font-weight:500}td:nth-child(-n+2){white-space:nowrap}pre{background:#f6f8f9;border-radius:8px;padding:12px;overflow:auto;max-height:28rem}
@media(min-width:60rem){body{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:0 32px;align-items:start}header{grid-column:1/-1}
nav{position:sticky;top:16px;max-height:calc(100dvh - 48px);overflow:auto}main h2:first-child{margin-top:0}}
@media(max-width:40rem){body{padding:0 16px 32px}thead{display:none}tr,td{display:block}tr{border-top:1px solid #e2e6ea;padding:4px 0}td{border:0;padding:2px 0}}`

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
