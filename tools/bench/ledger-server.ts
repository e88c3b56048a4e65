import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { createHub } from '#hub'
import { endpoint, may } from '#contract/endpoint.ts'
import type { Handlers } from '#platform/call.ts'
import { mount } from '#platform/http.ts'
import { readSettings } from '#platform/settings.ts'
import { demoPassword } from '#server/demo'
import { capture, outside } from '#server/ledger'

// The real server, and beside its awards and transfers a capture as bare as it can be: one posting.
const databaseUrl = process.argv[2]!
const Moved = z.object({ TransactionId: z.string() })
const path = '/api/bench/{businessId}'

const table = {
  captureForBench: endpoint({
    method: 'POST',
    path: `${path}/capture/{holdId}`,
    title: 'Capture a hold, for measuring',
    access: may('Cardholder.PointsToMoney'),
    output: Moved,
  }),
}
const handlers: Handlers<typeof table> = {
  captureForBench: async ({ db, who, params: { holdId } }) => {
    const to = outside('till', 'AUD')
    const captured = await capture(db, { kind: 'Capture', actor: who }, { holdId, amount: 1, to })
    return { TransactionId: captured.transactionId }
  },
}

const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', HUB_LOG_LEVEL: 'silent' })
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
mount(hub.app, hub.platform, table, handlers)
const url = await hub.app.listen({ port: 0, host: '127.0.0.1' })
const signedIn = await fetch(`${url}/identity/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'super@hub.example', password: demoPassword }),
})
const { token } = (await signedIn.json()) as { token: string }
process.send!({ url, token })
process.on('disconnect', () => process.exit(0))
