import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { endListening } from './open-connections.ts'

// Somebody who connects and asks while we are busy, and tells both us, at once, and later what came of it.
const caller = `
  const { parentPort, workerData: { port, isIn } } = require('node:worker_threads')
  const socket = require('node:net').connect(port, '127.0.0.1')
  const tell = () => { Atomics.store(isIn, 0, 1); Atomics.notify(isIn, 0) }
  socket.once('connect', () => socket.write('GET / HTTP/1.1\\r\\nHost: hub\\r\\nConnection: close\\r\\n\\r\\n', tell))
  socket.once('data', (answer) => parentPort.postMessage(String(answer).split('\\r\\n')[0]))
  socket.once('error', (error) => parentPort.postMessage(error.code))`

test('who comes in the turn in which the listening would end is let in and answered', async () => {
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const isIn = new Int32Array(new SharedArrayBuffer(4))
  const { port } = server.address() as AddressInfo
  // After the system was asked who is in line, and before the listening ends: as when others are served in that turn.
  setImmediate(() => Atomics.wait(isIn, 0, 0, 10_000))
  const worker = new Worker(caller, { eval: true, workerData: { port, isIn } })
  const told = once(worker, 'message')
  await endListening(server)
  expect(await told).toEqual(['HTTP/1.1 200 OK'])
  expect(server.listening).toBe(false)
  await worker.terminate()
})
