import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to the database that can be cut without a word, as some proxies and firewalls do: nobody is told. */
export async function openSilentProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const flows = new Set<{ near: Socket; far: Socket }>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const flow = { near, far }
    flows.add(flow)
    near.on('error', () => undefined).pipe(far)
    far.on('error', () => undefined).pipe(near)
    near.once('close', () => far.destroy())
    near.once('close', () => flows.delete(flow))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    /** From now on nothing passes on the connections there are; new ones work. */
    cut: () => {
      for (const { near, far } of flows) {
        near.unpipe(far)
        far.unpipe(near)
        near.resume()
        far.resume()
      }
    },
    close: async () => {
      for (const { near, far } of flows) for (const socket of [near, far]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
