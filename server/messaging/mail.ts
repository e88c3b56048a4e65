import { createTransport } from 'nodemailer'
import type { Settings } from '#platform/settings.ts'
import type { Adapter } from './send.ts'

/** Sends e-mail through the SMTP server of the settings; null where none is set. */
export function smtpAdapter({ smtpUrl, from }: Settings['mail']): Adapter | null {
  if (!smtpUrl) return null
  const transport = createTransport(smtpUrl, { from })
  return {
    send: async ({ to, subject, text }) =>
      void (await transport.sendMail({ to, subject: subject ?? '', text })),
  }
}
