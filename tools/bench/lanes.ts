import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { identityApi } from '#contract/access/identity.ts'
import type { Figure } from './figure.ts'

const invitations = 20_000
const takesMs = 250
const resets = ['reception', 'finance', 'promotions', 'door', 'admin'].map(
  (name) => `${name}@harbourside.example`,
)
const wantedMs = 2_000

/** How long a reset takes to arrive behind thousands of invitations, by a mail server that takes its time for each letter. */
export async function lanes(databaseUrl: string): Promise<Figure[]> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  const mail = await startMailServer()
  const server = fork(fileURLToPath(new URL('servers/lanes-server.ts', import.meta.url)), [
    databaseUrl,
    mail.url,
    String(invitations),
  ])
  try {
    const [{ url }] = (await once(server, 'message')) as [{ url: string }]
    const tookMs: number[] = []
    for (const email of resets) {
      const arrival = mail.arrivalOf(email)
      const began = performance.now()
      await fetch(url + identityApi.requestReset.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email }),
      })
      await arrival
      tookMs.push(performance.now() - began)
      await pause(1_000)
    }
    const worst = Math.max(...tookMs)
    const left = await owner.query(
      `select from graphile_worker.jobs where task_identifier = 'deliver_message_bulk'`,
    )
    return [
      {
        what: `2 s / a reset behind ${invitations.toLocaleString('en-AU')} invitations`,
        measured: wantedMs / worst,
        wanted: 1,
        detail: `${tookMs.map((ms) => ms.toFixed(0)).join(', ')} ms; ${(left.rowCount ?? 0).toLocaleString('en-AU')} invitations still waited`,
      },
    ]
  } finally {
    const closed = once(server, 'close')
    server.kill('SIGKILL')
    await closed
    await mail.close()
    await owner.query(`delete from graphile_worker._private_jobs`)
    await owner.query(`delete from outbox_message where recipient like 'invited-%'`)
    await owner.end()
  }
}

async function startMailServer() {
  const arrived = new Map<string, () => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      stream.resume()
      const take = () => {
        for (const { address } of session.envelope.rcptTo) arrived.get(address)?.()
        done()
      }
      stream.once('end', () => void setTimeout(take, takesMs))
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrivalOf: (to: string) => new Promise<void>((resolve) => arrived.set(to, resolve)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
