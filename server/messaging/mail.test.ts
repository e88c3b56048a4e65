import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smtpAdapter } from './mail.ts'

const patience = { stepMs: 1000, totalMs: 3000 }
const letter = { to: 'anna@example.org', subject: 'Welcome', text: 'Come in.' }

/** A mail server that does with a connection what it is told, and tells when that was ended. */
async function mailServer(greet: (socket: Socket) => void) {
  const ended = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('close', () => ended.resolve())
    greet(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { smtpUrl: `smtp://127.0.0.1:${port}`, ended: ended.promise }
}

/** Speaks with who sends, line by line, until a word that it says nothing to. */
const untilData =
  (stall: (socket: Socket) => void) =>
  (socket: Socket): void => {
    socket.write('220 slow\r\n')
    let isText = false
    socket.on('data', (chunk: Buffer) => {
      const said = chunk.toString()
      if (isText) return void (said.endsWith('\r\n.\r\n') && stall(socket))
      isText = said.startsWith('DATA')
      socket.write(isText ? '354 go on\r\n' : '250 yes\r\n')
    })
  }

/** Says something all the time, and never comes to an end. */
const drip = (socket: Socket) => {
  const dripping = setInterval(() => socket.write('250-not yet\r\n'), 50)
  socket.once('close', () => clearInterval(dripping))
}

test.each([
  // Whichever of two clocks of the same length strikes first.
  ['says nothing at all', () => undefined, /Greeting never received|Timeout/],
  ['stalls after the text', untilData(() => undefined), /Timeout/],
  ['drips after the text', untilData(drip), /^The mail server did not answer within 3 seconds\.$/],
  ['drips from the start', drip, /.+/],
])('a mail server that %s is given up, and its connection ended', async (_, greet, words) => {
  const { smtpUrl, ended } = await mailServer(greet)
  const adapter = smtpAdapter({ smtpUrl, from: 'Club <club@example.org>' }, patience)
  await expect(adapter!.send(letter)).rejects.toThrow(words)
  await ended
})

test('one that is not there is told', async () => {
  const adapter = smtpAdapter({ smtpUrl: 'smtp://127.0.0.1:1', from: 'club@example.org' }, patience)
  await expect(adapter!.send(letter)).rejects.toThrow('ECONNREFUSED')
})

test('a message goes out by an encrypted connection', async () => {
  const received = Promise.withResolvers<string>()
  const server = new SMTPServer({
    secure: true,
    authOptional: true,
    onData: (stream, session, done) => {
      stream.resume()
      stream.once('end', () => {
        received.resolve(session.envelope.rcptTo[0]!.address)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const smtpUrl = `smtps://127.0.0.1:${port}/?tls.rejectUnauthorized=false`
  await smtpAdapter({ smtpUrl, from: 'club@example.org' })!.send(letter)
  expect(await received.promise).toBe(letter.to)
})
