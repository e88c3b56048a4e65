import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { endListening } from './open-connections.ts'

vi.setConfig({ testTimeout: 30_000 })

// People who connect and ask, some every ten milliseconds, whatever we are busy with. Tells when the first are in line, and what came of all.
const callers = `
  const { parentPort, workerData: { port, turns, perTurn, areIn } } = require('node:worker_threads')
  const { connect } = require('node:net')
  const outcomes = {}
  let under = turns * perTurn
  const tell = (outcome) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (--under === 0) parentPort.postMessage(outcomes)
  }
  const ask = () => {
    const socket = connect(port, '127.0.0.1')
    const asked = () => { Atomics.add(areIn, 0, 1); Atomics.notify(areIn, 0) }
    socket.once('connect', () => socket.write('GET / HTTP/1.1\\r\\nHost: hub\\r\\nConnection: close\\r\\n\\r\\n', asked))
    let outcome = 'closed'
    socket.once('data', (answer) => (outcome = String(answer).split('\\r\\n')[0]))
    socket.once('error', ({ code }) => (outcome = code))
    socket.once('close', () => tell(outcome))
  }
  let turn = 0
  const coming = setInterval(() => {
    for (let caller = 0; caller < perTurn; caller++) ask()
    if (++turn === turns) clearInterval(coming)
  }, 10)`

/** Ends the listening once the first of these callers are in line, and tells what came of all of them. */
async function endAmong(given: { turns: number; perTurn: number }, serve: RequestListener) {
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const areIn = new Int32Array(new SharedArrayBuffer(4))
  const { port } = server.address() as AddressInfo
  const worker = new Worker(callers, { eval: true, workerData: { port, ...given, areIn } })
  const told = once(worker, 'message')
  // Nobody is let in meanwhile: this turn goes on.
  Atomics.wait(areIn, 0, 0, 10_000)
  await endListening(server)
  expect(server.listening).toBe(false)
  const [outcomes] = (await told) as [Record<string, number>]
  await worker.terminate()
  return outcomes
}

test('who is in line when the listening is to end is let in and answered', async () => {
  const outcomes = await endAmong({ turns: 1, perTurn: 1 }, (_request, response) => response.end('here'))
  expect(outcomes).toEqual({ 'HTTP/1.1 200 OK': 1 })
})

test('of a crowd that comes faster than it is let in, everyone is answered or finds nobody: none is hung up on', async () => {
  const outcomes = await endAmong({ turns: 100, perTurn: 4 }, (_request, response) => {
    const began = performance.now()
    while (performance.now() - began < 30);
    response.end('here')
  })
  const { 'HTTP/1.1 200 OK': answered = 0, ECONNREFUSED: refused = 0, ...others } = outcomes
  expect(others).toEqual({})
  expect(answered).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(0)
})
