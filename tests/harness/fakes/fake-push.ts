import { createSecureServer, createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'

type Tls = { cert: string; key: string; ca: string }

/** A server that speaks Apple's push protocol over HTTP/2, for tests; with `tls` it asks for a client's certificate. */
export async function startFakePush(tls?: Tls) {
  const pushes: { token: string; topic: string; body: string; client: string | null }[] = []
  /** What it answers for a token, if ever; 200 where nothing is said. */
  const answers = new Map<string, { status: number; reason?: string } | 'never'>()
  /** What happens before it answers. */
  const meanwhile: { work?: () => Promise<unknown> } = {}
  const server = tls
    ? createSecureServer({ ...tls, requestCert: true, rejectUnauthorized: true })
    : createServer()
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    let body = ''
    stream.setEncoding('utf8')
    stream.on('data', (part: string) => (body += part))
    const answer = async () => {
      const token = String(headers[':path']).replace('/3/device/', '')
      const socket = stream.session?.socket as TLSSocket | undefined
      const client = tls ? String(socket?.getPeerCertificate().subject.CN) : null
      pushes.push({ token, topic: String(headers['apns-topic']), body, client })
      await meanwhile.work?.()
      const wanted = answers.get(token) ?? { status: 200 }
      if (wanted === 'never') return
      const { status, reason } = wanted
      stream.respond({ ':status': status })
      stream.end(reason ? JSON.stringify({ reason }) : undefined)
    }
    stream.on('end', () => void answer())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    pushes,
    answers,
    meanwhile,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
