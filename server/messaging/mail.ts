import { createTransport } from 'nodemailer'

export type MailAdapter = { send(mail: { to: string; subject: string; text: string }): Promise<void> }

/** Sends through the SMTP server of the settings; null where none is set. */
export function smtpAdapter(settings: { smtpUrl: string | undefined; from: string }): MailAdapter | null {
  if (!settings.smtpUrl) return null
  const transport = createTransport(settings.smtpUrl, { from: settings.from })
  return { send: async (mail) => void (await transport.sendMail(mail)) }
}
