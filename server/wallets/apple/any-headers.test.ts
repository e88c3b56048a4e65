import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appleDevice } from '#tests/fakes/apple-device.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass } from '#tests/records/passes.ts'
import { downloadPass } from '#tests/records/wallets.ts'

let hub: TestHub
let device: ReturnType<typeof appleDevice>
beforeAll(async () => {
  hub = await startTestHub()
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
  const { holderKey } = await heldPass(hub)
  device = appleDevice((await downloadPass(hub, holderKey)).pkpass)
})
afterAll(() => hub.close())

/** Sends a request as it is written here, and tells the status of its answer. */
async function status(method: string, path: string, headers: readonly string[], body = ''): Promise<number> {
  const { port } = hub.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const authorised = `Authorization: ApplePass ${device.pass.authenticationToken}`
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: hub', 'Connection: close', authorised, ...headers]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return Number((await text(socket)).split(' ', 2)[1])
}
const registrations = () =>
  `/wallet/v1/devices/${device.deviceId}/registrations/${device.pass.passTypeIdentifier}`
const installed = () => `${registrations()}/${device.pass.serialNumber}`
const json = JSON.stringify({ pushToken: 'a-token' })
const long = (body: string) => `Content-Length: ${body.length}`

describe('a device unregisters', () => {
  test.each<[string, string[], string]>([
    ['with nothing', [], ''],
    ['with a type and no body', ['Content-Type: application/json'], ''],
    ['with a charset', ['Content-Type: application/json; charset=utf-8', 'Content-Length: 0'], ''],
    ['with the type of a form', ['Content-Type: application/x-www-form-urlencoded'], ''],
    ['with a type that is none', ['Content-Type: nonsense', 'Content-Length: 0'], ''],
    ['with an empty type', ['Content-Type:', 'Content-Length: 0'], ''],
    ['in pieces', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
    [
      'in pieces of JSON',
      ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      '2\r\n{}\r\n0\r\n\r\n',
    ],
    ['with a body that is no JSON', ['Content-Type: application/json', 'Content-Length: 3'], 'no!'],
    ['with an odd wish', ['Accept: application/vnd.apple.pkpass;q=0.1'], ''],
  ])('%s', async (_, headers, body) => {
    await device.register()
    expect(await device.changes()).not.toBeNull()
    expect(await status('DELETE', installed(), headers, body)).toBe(200)
    expect(await device.changes()).toBeNull()
  })
})

describe('a device registers, and complains', () => {
  test.each<[string, string[]]>([
    ['without a type', []],
    ['with a charset', ['Content-Type: application/json;charset=UTF-8']],
    ['as text', ['Content-Type: text/plain']],
    ['as a form', ['Content-Type: application/x-www-form-urlencoded']],
  ])('%s', async (_, headers) => {
    await device.unregister()
    expect(await status('POST', installed(), [...headers, long(json)], json)).toBe(201)
    const complaint = '{"logs":["[Error] something"]}'
    expect(await status('POST', '/wallet/v1/log', [...headers, long(complaint)], complaint)).toBe(200)
  })

  test('and is told what is wrong with a body that is none', async () => {
    expect(await status('POST', installed(), ['Content-Length: 3'], 'no!')).toBe(400)
    expect(await status('POST', installed(), [])).toBe(400)
  })
})

test.each<[string, string[]]>([
  ['with nothing', []],
  ['with a type', ['Content-Type: application/json']],
  ['with a length', ['Content-Type: nonsense', 'Content-Length: 0']],
  ['with an odd wish', ['Accept: text/html']],
])('a device asks for changes and fetches its pass %s', async (_, headers) => {
  await device.register()
  expect(await status('GET', registrations(), headers)).toBe(200)
  const path = `/wallet/v1/passes/${device.pass.passTypeIdentifier}/${device.pass.serialNumber}`
  expect(await status('GET', path, headers)).toBe(200)
})
