import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// What portals and proxies answer in the place of those one asked for.
const statuses = [200, 302, 401, 403, 404, 409, 429, 503, 511]

/** A Wi-Fi between a device and Hub, which lets everything through until it asks people to sign in. */
export async function openWifi(hubUrl: string) {
  const wifi = { asksToSignIn: false, answered: 0 }
  const answer = (reply: ServerResponse) => {
    const status = statuses[wifi.answered++ % statuses.length]!
    const headers = { 'content-type': 'text/html', 'x-made-up': 'yes', location: '/portal' }
    reply.writeHead(status, headers).end('<h1>Welcome to our Wi-Fi</h1>')
  }
  const passOn = (asked: IncomingMessage, reply: ServerResponse) => {
    const { method, headers, url } = asked
    const passed = request(`${hubUrl}${url}`, { method: method ?? 'GET', headers }, (from) => {
      reply.writeHead(from.statusCode ?? 500, from.headers)
      from.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    asked.pipe(passed)
  }
  const server = createServer((asked, reply) => (wifi.asksToSignIn ? answer(reply) : passOn(asked, reply)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    wifi,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
