import { createTransport } from 'nodemailer'
import type { Settings } from '#platform/settings'
import type { Adapter } from './send.ts'

// A server that doesn't answer keeps a place in the job queue for as long.
const patienceMs = 20_000

/** Sends e-mail through the SMTP server of the settings; null where none is set. */
export function smtpAdapter({ smtpUrl, from }: Settings['mail']): Adapter | null {
  if (!smtpUrl) return null
  const patience = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
  const transport = createTransport({ url: smtpUrl, ...patience }, { from })
  return {
    send: async ({ to, subject, text }) =>
      void (await transport.sendMail({ to, subject: subject ?? '', text })),
  }
}
