import { SMTPServer } from 'smtp-server'

/** A mail server that takes the text of a letter and says nothing to it until it is let go, as one that stalls. */
export async function openHeldMail(isHeld: (to: string) => boolean) {
  /** To whom letters were delivered, in this order. */
  const delivered: string[] = []
  const held = new Map<string, () => void>()
  let holds = true
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const [to = ''] = session.envelope.rcptTo.map(({ address }) => address)
      stream.resume()
      stream.once('end', () => {
        const deliver = () => {
          held.delete(to)
          delivered.push(to)
          done()
        }
        if (holds && isHeld(to)) held.set(to, deliver)
        else deliver()
      })
    },
  })
  // Who gives up a letter ends its connection.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as { port: number }
  return {
    settings: { HUB_SMTP_URL: `smtp://127.0.0.1:${port}` },
    delivered,
    /** To whom letters are held back now. */
    held: () => [...held.keys()],
    letGo: () => {
      holds = false
      for (const deliver of held.values()) deliver()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
