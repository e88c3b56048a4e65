import { connect, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { inTime, patienceMs } from '#platform/outside'
import type { Settings } from '#platform/settings'
import type { Adapter } from './send.ts'
import type { StyledLetter } from './styled-letter.ts'

type Patience = { readonly stepMs: number; readonly totalMs: number }

// Of all the time it has, no single step may take more than `stepMs`.
const usualPatience: Patience = { stepMs: 10_000, totalMs: patienceMs.ofJobs }

/** Sends e-mail through the SMTP server of the settings; null where none is set. */
export function smtpAdapter({ smtpUrl, from }: Settings['mail'], patience = usualPatience): Adapter | null {
  if (!smtpUrl) return null
  const { stepMs, totalMs } = patience
  const steps = { connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs }
  return {
    send: async ({ to, subject, text, styled }) => {
      // The library ends a connection that is silent, but none that says a word now and then: that takes the socket itself.
      let socket: Socket | undefined
      const getSocket = (where: Where, done: (error: Error | null, opened: object) => void) => {
        socket = openSocket(where, stepMs, done)
      }
      const transport = createTransport({ url: smtpUrl, ...steps, getSocket }, { from })
      await inTime(
        totalMs,
        'The mail server',
        () => transport.sendMail({ to, subject: subject ?? '', text, ...(styled && bodyOf(styled)) }),
        () => socket?.destroy(),
      )
    },
  }
}

function bodyOf({ html, pictures }: StyledLetter) {
  const attachments = pictures.map(({ cid, type, content }) => ({
    cid,
    content,
    contentType: type,
    contentDisposition: 'inline' as const,
    filename: type === 'image/png' ? 'logo.png' : 'logo.jpg',
  }))
  return { html, attachments }
}

type Where = { host?: string | undefined; port?: string | number | undefined; secure?: boolean | undefined }

function openSocket(
  { host = 'localhost', port, secure }: Where,
  withinMs: number,
  done: (error: Error | null, opened: object) => void,
): Socket {
  const socket = connect(Number(port ?? (secure ? 465 : 587)), host)
  // Each line waits for an answer: held back to be sent with the next, it would wait for nothing.
  socket.setNoDelay()
  const tooLate = () => socket.destroy(new Error('The mail server can not be reached.'))
  const fail = (error: Error) => done(error, {})
  // Whatever happens to it later, the library hears of it as well.
  socket.on('error', () => undefined)
  socket.once('error', fail)
  socket.setTimeout(withinMs, tooLate)
  socket.once('connect', () => {
    socket.setTimeout(0, tooLate)
    socket.off('error', fail)
    done(null, { connection: socket })
  })
  return socket
}
