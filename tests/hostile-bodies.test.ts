import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { demoTillSecret } from '#server/demo'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const deep = 20_000

// What nobody sends by mistake, as text: some of it could not even be written by JSON.stringify.
const hostile: Record<string, string> = {
  'arrays in arrays': '['.repeat(deep) + ']'.repeat(deep),
  'objects in objects': '{"a":'.repeat(deep) + '0' + '}'.repeat(deep),
  'arrays in arrays that never end': '['.repeat(deep),
  'arrays in a field': `{"Name":${'['.repeat(deep)}${']'.repeat(deep)}}`,
  'half a million zeros': `[${'0,'.repeat(500_000)}0]`,
  'half a million zeros in a field': `{"Scans":[${'0,'.repeat(500_000)}0]}`,
  'a hundred thousand fields': `{${Array.from({ length: 80_000 }, (_, i) => `"f${i}":0`).join(',')}}`,
  'a prototype': '{"__proto__":{"isSuperAdmin":true}}',
  'an escaped prototype': String.raw`{"\u005f\u005fproto__":{"isSuperAdmin":true}}`,
  'a constructor': '{"constructor":{"prototype":{"isSuperAdmin":true}}}',
  'what is no JSON': '{"Name":',
  nothing: '',
}

const writes = Object.entries(api as Record<string, Endpoint>).filter(([, row]) => row.method !== 'GET')

describe.each(writes)('%s refuses in a sentence', (name, row) => {
  test.each(Object.entries(hostile))('%s', async (_, payload) => {
    const params = { businessId: 'harbourside', ...samples[name as keyof typeof samples].params }
    const token = row.access.kind === 'till' ? demoTillSecret : await hub.tokenOf(people.admin)
    const answer = await hub.app.inject({
      method: row.method,
      url: row.path.replaceAll(/\{(\w+)\}/g, (_all, param: string) =>
        String(params[param as never] ?? param),
      ),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': 'hostile',
      },
      payload,
    })
    expect(answer.statusCode).toSatisfy((status: number) => status === 400 || status === 413)
    // Identity has a vocabulary of codes in place of sentences.
    const { ErrorMessage, code } = answer.json()
    expect(ErrorMessage ?? `${code}.`).toMatch(/\w.*\.$/)
    expect(answer.body.length).toBeLessThan(20_000)
  })
})
