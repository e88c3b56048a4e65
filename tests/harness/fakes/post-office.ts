import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { text as wholeOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Takes e-mails and text messages of a server as its carriers would, and refuses those to addresses that begin with 'refused'. */
export async function openPostOffice() {
  const delivered: { to: string; text: string }[] = []
  const waiting = new Set<() => void>()
  const deliver = (to: string, text: string) => {
    delivered.push({ to, text })
    for (const look of waiting) look()
  }

  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? new Error('no such person') : null),
    onData: (stream, session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) deliver(address, readable(text))
        done()
      })
    },
  })
  const sms = createServer((request, response) => {
    void wholeOf(request).then((body) => {
      const form = new URLSearchParams(body)
      deliver(form.get('To') ?? '', form.get('Body') ?? '')
      response.writeHead(201).end('{}')
    })
  })
  const [mailPort, smsPort] = [await portOf(mail.server), await portOf(sms)]

  return {
    settings: {
      HUB_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      HUB_TWILIO_ACCOUNT_SID: 'AC1',
      HUB_TWILIO_AUTH_TOKEN: 'what-twilio-knows-the-hub-by',
      HUB_TWILIO_FROM: '+61480000000',
      HUB_TWILIO_URL: `http://127.0.0.1:${smsPort}`,
    },
    /** What the pattern finds in the first message to somebody that has it, or in a later one, as soon as there is one. */
    find: (to: string, pattern: RegExp, which = 1) =>
      new Promise<string>((resolve) => {
        const look = () => {
          const found = delivered.filter((each) => each.to === to && pattern.test(each.text))[which - 1]
          if (!found) return
          waiting.delete(look)
          resolve(pattern.exec(found.text)?.[1] ?? '')
        }
        waiting.add(look)
        look()
      }),
    async close() {
      await new Promise<void>((resolve) => mail.close(() => resolve()))
      sms.close()
    },
  }
}

/** An e-mail's text without the marks that it travels with. */
function readable(mail: string): string {
  return mail
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
