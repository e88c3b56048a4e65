import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '#contract/endpoint.ts'
import { startTestHub, type TestHub } from './hub.ts'

/** A call that is ready to be made: as a demo account, with the key of a till, or by anybody. */
export type Sent = {
  row: Endpoint
  params: Record<string, string>
  body?: object
  who?: string
  key?: string
}

/** A hub that listens. Where it is asked for, the line is cut when the answer is ready: all is committed, and nobody hears of it. */
export async function startHubThatCuts(): Promise<TestHub> {
  const hub = await startTestHub({}, (app) =>
    app.addHook('onSend', async ({ headers, raw }) => {
      if (headers['x-cut'] !== undefined) raw.socket.destroy()
    }),
  )
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
  return hub
}

/** Makes a call over a real line; tells the status and the answer, or null if the line was cut. */
export async function overTheLine(
  hub: TestHub,
  sent: Sent,
  idempotencyKey: string,
  isCut = false,
): Promise<{ status: number; text: string } | null> {
  const { port } = hub.app.server.address() as AddressInfo
  const path = sent.row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sent.params[name]!)
  const payload = sent.body && JSON.stringify(sent.body)
  const token = sent.key ?? (sent.who && (await hub.tokenOf(sent.who)))
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    'idempotency-key': idempotencyKey,
    ...(isCut && { 'x-cut': 'yes' }),
  }
  return new Promise((resolve) => {
    const line = request({ port, path, method: sent.row.method, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    line.on('error', () => resolve(null))
    line.end(payload)
  })
}
