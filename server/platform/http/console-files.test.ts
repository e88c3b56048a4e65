import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { harden } from '#platform/serving'
import { serveConsole } from './console-files.ts'

const folder = `${mkdtempSync(join(tmpdir(), 'pages-'))}/`
const script = `export const words = ${JSON.stringify('many '.repeat(1000))}`
const app = Fastify()

beforeAll(async () => {
  mkdirSync(`${folder}assets`)
  mkdirSync(`${folder}console`)
  writeFileSync(`${folder}console/index.html`, '<!doctype html><title>Hub</title><script>go()</script>')
  writeFileSync(`${folder}assets/first.js`, script)
  writeFileSync(`${folder}assets/drawing.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>')
  // Another content than the server would make of it shows which was sent.
  writeFileSync(`${folder}assets/first.js.br`, brotliCompressSync(`/* br */${script}`))
  writeFileSync(`${folder}assets/first.js.gz`, gzipSync(`/* gz */${script}`))
  await harden(app, { isHttps: false })
  await serveConsole(app, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const ask = (url: string, encodings?: string) =>
  app.inject({ url, ...(encodings && { headers: { 'accept-encoding': encodings } }) })

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gz', 'gzip, deflate', gunzipSync],
] as const)('an asset is sent as the copy that the build has made: %s', async (kind, accepted, unpack) => {
  const { statusCode, headers, rawPayload } = await ask('/assets/first.js', accepted)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-encoding': kind === 'br' ? 'br' : 'gzip',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(unpack(rawPayload).toString()).toBe(`/* ${kind} */${script}`)
})

test('who takes nothing compressed gets it as it is', async () => {
  const { headers, body } = await ask('/assets/first.js')
  expect([headers['content-encoding'], body]).toEqual([undefined, script])
})

test('a copy has no address of its own', async () => {
  expect((await ask('/assets/first.js.br')).statusCode).toBe(404)
})

test.each(['none.js', 'none.svg', '', '..%2fconsole%2findex.html', 'deep/first.js'])(
  'there is nothing at /assets/%s',
  async (name) => {
    expect((await ask(`/assets/${name}`)).statusCode).toBe(404)
  },
)

test('an asset can be asked after without being fetched', async () => {
  const { statusCode, body } = await app.inject({ method: 'HEAD', url: '/assets/first.js' })
  expect([statusCode, body]).toEqual([200, ''])
})

test('a page may run the script that is written in it, and none that gets into it', async () => {
  const { headers } = await ask('/businesses')
  const hash = createHash('sha256').update('go()').digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`)
})

test('a script has none of the rules for pages, and can be taken for nothing else', async () => {
  const { headers } = await ask('/assets/first.js')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(Object.keys(headers)).not.toContain('content-security-policy')
  expect((await ask('/assets/drawing.svg')).headers['content-security-policy']).toContain(
    "default-src 'self'",
  )
})

test('a page is asked for anew each time', async () => {
  const { headers, body } = await ask('/businesses', 'br')
  expect(headers['cache-control']).toBe('no-cache')
  expect(body).toContain('<title>Hub</title>')
})

test('a session of the former version gets its mark with the next page, one that ended none', async () => {
  const marked = async (url: string, cookie: string) =>
    (await app.inject({ url, headers: { cookie } })).headers['set-cookie']
  expect(await marked('/', '__Host-hub_session=secret')).toMatch(/^hub_signed_in=1; Path=\//)
  expect(await marked('/', '__Host-hub_session=secret; hub_signed_in=1')).toBeUndefined()
  expect(await marked('/', '__Host-hub_session=secret; hub_signed_in=0')).toBeUndefined()
  expect(await marked('/', 'other=1')).toBeUndefined()
  expect(await marked('/assets/first.js', '__Host-hub_session=secret')).toBeUndefined()
})
