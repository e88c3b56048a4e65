import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '#platform/refusals'

/** Lets forms with files in: a body of their fields by name, a file as a `File`, within the row's limit of bytes. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer<ArrayBuffer>) =>
      readForm(request.headers['content-type'] ?? '', body),
  )
}

// No form of the contract has a tenth of it, and each part costs much more than its bytes.
const mostParts = 100

async function readForm(type: string, body: Buffer<ArrayBuffer>) {
  if (hasTooManyParts(body)) throw invalid('The form has too many parts.')
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('The form could not be read.')
  })
  const fields: [string, unknown][] = []
  for (const [name, value] of form)
    fields.push([name, typeof value === 'string' ? value : await withDigest(value)])
  return Object.fromEntries(fields)
}

/** Each part has to say what it is: that is counted, since what separates them can be said in many ways. */
function hasTooManyParts(body: Buffer): boolean {
  const parts = body.toString('latin1').matchAll(/content-disposition/gi)
  return parts.drop(mostParts).next().done !== true
}

/** A file that stands for its content wherever a body is compared with another: two of them are not alike. */
async function withDigest(file: File): Promise<File> {
  const digest = createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex')
  return Object.assign(file, { toJSON: () => digest })
}
