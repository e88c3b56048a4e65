import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { demoTillSecret } from '#server/demo/access'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { sampleSecret } from '#tests/samples/sample-records.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const deep = 20_000
// In the short form enough to be far more than anybody sends.
const many = inLong(500_000, 50_000)
// A hundred megabytes in some bytes.
const bomb = brotliCompressSync(Buffer.alloc(100 * 1024 * 1024), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
})

// What nobody sends by mistake, as text: some of it could not even be written by JSON.stringify.
const hostile: Record<string, string> = {
  'arrays in arrays': '['.repeat(deep) + ']'.repeat(deep),
  'objects in objects': '{"a":'.repeat(deep) + '0' + '}'.repeat(deep),
  'arrays in arrays that never end': '['.repeat(deep),
  'arrays in a field': `{"Name":${'['.repeat(deep)}${']'.repeat(deep)}}`,
  'very many zeros': `[${'0,'.repeat(many)}0]`,
  'very many zeros in a field': `{"Scans":[${'0,'.repeat(many)}0]}`,
  'a hundred thousand fields': `{${Array.from({ length: 80_000 }, (_, i) => `"f${i}":0`).join(',')}}`,
  'a prototype': '{"__proto__":{"isSuperAdmin":true}}',
  'an escaped prototype': String.raw`{"\u005f\u005fproto__":{"isSuperAdmin":true}}`,
  'a constructor': '{"constructor":{"prototype":{"isSuperAdmin":true}}}',
  'what is no JSON': '{"Name":',
  'a list of what is none': '[null]',
  text: '"text"',
}

const path = (name: string, row: Endpoint) => {
  const params = { businessId: 'harbourside', ...samples[name as keyof typeof samples].params }
  return row.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => String(params[param as never] ?? param))
}

const writes = Object.entries(api as Record<string, Endpoint>).filter(([, row]) => row.method !== 'GET')

/** All of them in the long form; in the short one a third for each write, for the next write the next. */
const inTurn = <One>(all: readonly One[], name: string) => {
  const place = writes.findIndex(([each]) => each === name)
  return inLong(
    all,
    all.filter((_, at) => at % 3 === place % 3),
  )
}

const isSentence = /^[A-Z'{].*\.$/s
const texts = new Set<unknown>(Object.values(messages).flatMap((area) => Object.values(area)))

/** The house's shape: a sentence, a code that says what, and a sentence for each field by its name. */
function expectRefusal({ ErrorMessage, ErrorCode, Errors = {}, code }: Record<string, unknown>) {
  // Identity has a vocabulary of codes in place of sentences.
  if (code !== undefined) return expect(code).toMatch(/^[a-z-]+$/)
  expect(ErrorCode).toMatch(/^(?!http)[a-z_]+$/)
  for (const sentence of [ErrorMessage, ...Object.values(Errors as object)])
    if (!texts.has(sentence)) expect(sentence).toMatch(isSentence)
  expect(Object.keys(Errors as object)).not.toContain('')
}

describe.each(writes)('%s refuses in a sentence', (name, row) => {
  test.each(inTurn(Object.entries(hostile), name))('%s', async (_, payload) => {
    const token = row.access.kind === 'till' ? demoTillSecret : await hub.tokenOf(people.superAdmin)
    const answer = await hub.app.inject({
      method: row.method,
      url: path(name, row),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': 'hostile',
      },
      payload,
    })
    expect(answer.statusCode).toSatisfy((status: number) => status === 400 || status === 413)
    expectRefusal(answer.json())
    expect(answer.body.length).toBeLessThan(20_000)
  })
})

test.each(writes.filter(([, row]) => !row.body.safeParse(undefined).success))(
  '%s refuses a body of which every field is wrong, and none at all',
  async (name, row) => {
    const token = row.access.kind === 'till' ? demoTillSecret : await hub.tokenOf(people.superAdmin)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const names = Object.keys(samples[name as keyof typeof samples].body ?? {})
    const wrong = names.map((field) =>
      Object.fromEntries(names.map((each) => [each, each === field ? [7] : null])),
    )
    for (const payload of ['', ...wrong.map((body) => JSON.stringify(body))]) {
      const answer = await hub.app.inject({ method: row.method, url: path(name, row), headers, payload })
      expect(answer.statusCode).toBe(400)
      expectRefusal(answer.json())
    }
  },
)

// What can't be read shows whether anybody has tried to read it.
const unreadable = { headers: { 'content-type': 'application/json' }, payload: '{' }

test.each(writes.filter(([, row]) => row.access.kind !== 'anyone'))(
  '%s asks who sends a body before it reads it',
  async (name, row) => {
    const answer = await hub.app.inject({ method: row.method, url: path(name, row), ...unreadable })
    expect(answer.statusCode).toBe(401)
    const other = await hub.app.inject({
      method: row.method,
      url: path(name, row),
      ...unreadable,
      headers: { ...unreadable.headers, authorization: `Bearer ${await hub.tokenOf(people.otherAdmin)}` },
    })
    // Another business's administrator is told neither what is there, nor that the body is wrong.
    expect(other.statusCode).toBe(
      row.path.includes('{businessId}') ? 404 : row.access.kind === 'signed-in' ? 400 : 403,
    )
  },
)

test.each(writes.filter(([, row]) => row.access.kind === 'anyone' && !row.opensBy))(
  '%s takes no more than 32 kB of a stranger',
  async (name, row) => {
    const answer = await hub.app.inject({
      method: row.method,
      url: path(name, row),
      payload: { Name: 'x'.repeat(32 * 1024) },
    })
    expect(answer.statusCode).toBe(413)
  },
)

test.each(writes.filter(([, row]) => row.opensBy))(
  '%s asks a stranger for a secret that is known before it reads a body',
  async (name, row) => {
    const query = samples[name as keyof typeof samples].query as Record<string, string>
    const send = (headers: object) =>
      hub.app.inject({
        method: row.method,
        url: path(name, row),
        query,
        ...unreadable,
        headers: { ...unreadable.headers, ...headers },
      })
    expect((await send({})).statusCode).toBe(400)
    const unknown = await send({ authorization: `Bearer ${sampleSecret}` })
    expect(unknown.statusCode).toBe(404)
  },
)

test.each(['boundary=b', 'xboundary=zzz; boundary=b', 'x="boundary=zzz"; boundary=b', 'boundary="b"'])(
  'a form of very many parts is refused before they are read: %s',
  async (boundary) => {
    const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'
    const answer = await hub.app.inject({
      method: api.setCardArt.method,
      url: path('setCardArt', api.setCardArt),
      headers: {
        'content-type': `multipart/form-data; ${boundary}`,
        authorization: `Bearer ${await hub.tokenOf(people.superAdmin)}`,
      },
      payload: `${part.repeat(5_000)}--b--\r\n`,
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().ErrorMessage).toBe('The form has too many parts.')
  },
)

test.each(writes)('%s unpacks nothing', async (name, row) => {
  const token = row.access.kind === 'till' ? demoTillSecret : await hub.tokenOf(people.superAdmin)
  for (const encoding of inTurn(['br', 'gzip', 'deflate', 'zstd', 'identity, br'], name)) {
    const answer = await hub.app.inject({
      method: row.method,
      url: path(name, row),
      headers: {
        'content-type': 'application/json',
        'content-encoding': encoding,
        authorization: `Bearer ${token}`,
      },
      payload: bomb,
    })
    expect(answer.statusCode).toBe(415)
  }
})
