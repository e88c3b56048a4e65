import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

// What browsers' tools call slow 3G: so many bytes a second, and so long on the way there and back.
const bytesPerSecond = 50_000
const roundTripMs = 400

/** A line between a device and Hub that brings no more than a slow 3G connection, however many of them it opens. */
export async function openSlowLine(hubUrl: string) {
  const open = new Set<Socket>()
  // When everything that was sent so far has come.
  let busyUntil = 0
  const ask = async (device: Socket, hub: Socket) => {
    for await (const bytes of device as AsyncIterable<Buffer>) {
      await pause(roundTripMs)
      hub.write(bytes)
    }
    hub.end()
  }
  const answer = async (hub: Socket, device: Socket) => {
    for await (const bytes of hub as AsyncIterable<Buffer>) {
      busyUntil = Math.max(busyUntil, Date.now()) + (bytes.length / bytesPerSecond) * 1000
      await pause(busyUntil - Date.now())
      if (!device.write(bytes)) await once(device, 'drain')
    }
    device.end()
  }
  const server = createServer((device) => {
    const hub = connect(Number(new URL(hubUrl).port), '127.0.0.1')
    const hangUp = () => [device, hub].forEach((socket) => socket.destroy())
    for (const socket of [device, hub]) {
      open.add(socket)
      socket.on('error', hangUp).on('close', () => open.delete(socket))
    }
    ask(device, hub).catch(hangUp)
    answer(hub, device).catch(hangUp)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
