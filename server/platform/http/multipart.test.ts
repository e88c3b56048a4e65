import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { largestPassImageBytes } from '#contract/passes/pass-images.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const path = api.setPassImage.path
  .replace('{businessId}', 'harbourside')
  .replace('{passConfigurationId}', 'member-card')
  .replace('{imageType}', 'AppleStrip')
const type = 'multipart/form-data; boundary=b'

let hub: TestHub
let authorization: string
let port: number
let picture: Buffer
/** What was thrown, also where nobody is left to be told. */
const refused: unknown[] = []
beforeAll(async () => {
  hub = await startTestHub({}, (app) => {
    app.addHook('onError', async (_request, _reply, error) => void refused.push(error))
  })
  authorization = `Bearer ${await hub.tokenOf(people.admin)}`
  port = Number(new URL(await hub.app.listen({ port: 0, host: '127.0.0.1' })).port)
  picture = await sharp({ create: { width: 30, height: 15, channels: 3, background: '#0d5768' } })
    .png()
    .toBuffer()
})
afterAll(() => hub.close())

const part = (disposition: string, content: string | Buffer = picture, ...headers: string[]) =>
  Buffer.concat([
    Buffer.from([`--b\r\ncontent-disposition: form-data; ${disposition}`, ...headers].join('\r\n')),
    Buffer.from('\r\n\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const end = Buffer.from('--b--\r\n')
const form = (...parts: Buffer[]) => Buffer.concat([...parts, end])
const imageData = () => part('name="imageData"; filename="picture.png"')

const post = async (payload: Buffer, headers: Record<string, string> = {}) => {
  const answer = await hub.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { authorization, 'content-type': type, ...headers },
  })
  return { status: answer.statusCode, sentence: answer.json<{ ErrorMessage: string }>().ErrorMessage }
}

const kept = async () => (await hub.owner.query('select file_id from file order by 1')).rows

test('one file in a form is taken in', async () => {
  expect(await post(form(imageData()))).toMatchObject({ status: 200 })
})

const asked = 'Send the picture as a file.'
const unreadable = 'The form could not be read.'
const deep = '['.repeat(100_000) + ']'.repeat(100_000)

test.each<[what: string, body: () => Buffer, sentence: string]>([
  ['a text in its place', () => form(part('name="imageData"', 'text')), asked],
  ['bytes without a name', () => form(part('name="imageData"', 'x', 'content-type: application/octet-stream')), asked],
  ['a file in another place', () => form(part('name="other"; filename="x.png"')), asked],
  ['a part that nobody asked for', () => form(imageData(), part('name="note"', 'x')), 'The request has no note.'],
  ['two files', () => form(imageData(), imageData()), 'The form can have one file at the most.'],
  ['two files of two names', () => form(imageData(), part('name="x"; filename="x"')), 'The form can have one file at the most.'],
  ['a file of a very long name', () => form(part(`name="imageData"; filename="${'x'.repeat(10_000)}"`)), 'The name of a file can have 255 characters at the most.'],
  ['a file without a name', () => form(part('name="imageData"; filename=""')), 'The file has no name.'],
  ['an empty file', () => form(part('name="imageData"; filename="x"', '')), 'The picture must be a PNG or a JPEG.'],
  ['a part without a name', () => form(part('filename="x"')), unreadable],
  ['the name of a prototype', () => form(part('name="__proto__"; filename="x"')), unreadable],
  ['no part at all', () => form(), unreadable],
  ['nothing', () => Buffer.alloc(0), unreadable],
  ['a head without an end', () => Buffer.from('--b\r\ncontent-disposition: form-data; name="a"\r\n--b--\r\n'), unreadable],
  ['a file and a head without an end', () => Buffer.concat([imageData(), Buffer.from('--b\r\nx\r\n--b--\r\n')]), unreadable],
  ['no end', () => imageData(), unreadable],
  ['JSON that is nested deeply', () => form(part('name="imageData"', deep, 'content-type: application/json')), unreadable],
  ['JSON that is none', () => form(part('name="imageData"', '{', 'content-type: application/json')), unreadable],
])('%s is refused in a sentence, and leaves nothing', async (_, body, sentence) => {
  const before = await kept()
  expect(await post(body())).toEqual({ status: 400, sentence })
  expect(await kept()).toEqual(before)
}) // prettier-ignore

test('a stranger is told so before a form of theirs is read', async () => {
  expect(await post(Buffer.from('nothing of the kind'), { authorization: '' })).toMatchObject({ status: 401 })
})

const tooLarge = { status: 413, sentence: 'The request is too large.' }

describe('what is larger than its row allows', () => {
  const whole = () => form(part('name="imageData"; filename="x"', Buffer.alloc(2 * largestPassImageBytes)))

  test('is refused by what it says of itself', async () => {
    expect(await post(whole())).toEqual(tooLarge)
  })

  test.each([
    ['a file', () => whole()],
    [
      'what stands before the form',
      () => Buffer.concat([Buffer.alloc(2 * largestPassImageBytes, 'x'), form(imageData())]),
    ],
    [
      'what stands behind it',
      () => Buffer.concat([form(imageData()), Buffer.alloc(2 * largestPassImageBytes, 'x')]),
    ],
  ])('is refused where it passes that, if it says nothing: %s', async (_, body) => {
    expect(await sendInPieces(body())).toMatchObject({
      status: 413,
      body: { ErrorMessage: tooLarge.sentence },
    })
  })
})

test('what comes in many pieces is put together again, be it a text', async () => {
  const noise = Buffer.from(Array.from({ length: 900_000 }, (_, i) => (i * 7919) % 251))
  const raw = { width: 600, height: 500, channels: 3 } as const
  const large = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer()
  expect(await sendInPieces(form(part('name="imageData"; filename="x"', large)))).toMatchObject({
    status: 200,
  })
  const texts = form(part('name="imageData"', 'x'.repeat(3_000_000)))
  expect(await sendInPieces(texts)).toMatchObject({ status: 400, body: { ErrorMessage: asked } })
})

async function sendInPieces(body: Buffer) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body: inPieces(body),
    duplex: 'half',
  })
  return { status: answer.status, body: await answer.json() }
}

/** A body whose length nobody says beforehand. */
function inPieces(body: Buffer): ReadableStream {
  const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, i) =>
    body.subarray(i * 65_536, (i + 1) * 65_536),
  )
  return ReadableStream.from(pieces)
}

test.each([
  ['while its sender is asked for their name', false],
  ['half way', true],
])('one that is cut off %s is no fault of ours, and leaves nothing', async (_, hasBegun) => {
  const before = await kept()
  refused.length = 0
  const body = form(imageData())
  const socket = connect(port, '127.0.0.1')
  const arrived = once(hub.app.server, 'request') as Promise<[IncomingMessage]>
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: hub.example\r\nauthorization: ${authorization}\r\n` +
      `content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  socket.write(body.subarray(0, 150))
  const [request] = await arrived
  if (hasBegun) await expect.poll(() => request.readableFlowing).toBe(true)
  socket.destroy()
  await expect.poll(() => refused).toHaveLength(1)
  expect(refused).toMatchObject([{ status: 400, message: 'The request was cut off before its end.' }])
  expect(await kept()).toEqual(before)
})
