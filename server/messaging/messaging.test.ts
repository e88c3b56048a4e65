import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tasks } from '#platform/jobs.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { queueEmail } from './outbox.ts'

const letter = { kind: 'invitation', to: 'anna@example.org', subject: 'Welcome', body: 'Come in.' }
const hurry = { isLast: false }

async function queued(hub: TestHub, to: string) {
  await hub.database.transaction('harbourside', (tx) => queueEmail(tx, { ...letter, to }))
  return stored(hub, to)
}
async function stored(hub: TestHub, to: string) {
  const { rows } = await hub.owner.query(`select * from outbox_message where recipient = $1`, [to])
  return rows[0]
}
const send = (tasks: Tasks, id: string, attempt = hurry) =>
  tasks.send_message!({ businessId: 'harbourside', id: Number(id) } as never, attempt)

describe('without a mail server', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub()
  })
  afterAll(() => hub.close())

  test('a message is kept in the outbox', async () => {
    const message = await queued(hub, letter.to)
    await send(hub.tasks, message.id)
    expect(await stored(hub, letter.to)).toMatchObject({ state: 'Kept', tries: 1, sent_at: null })
  })

  test('a message and its job come with the transaction or not at all', async () => {
    const undone = hub.database.transaction('harbourside', async (tx) => {
      await queueEmail(tx, { ...letter, to: 'undone@example.org' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await stored(hub, 'undone@example.org')).toBeUndefined()
    const { rows } = await hub.owner.query(
      `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'send_message'`,
    )
    const { rows: messages } = await hub.owner.query(
      `select count(*)::int as messages from outbox_message where recipient like '%@example.org'`,
    )
    expect(rows[0].jobs).toBe(messages[0].messages)
  })
})

describe('with a mail server', () => {
  let hub: TestHub
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? new Error('no such person') : null),
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const { port } = server.server.address() as { port: number }
    hub = await startTestHub({
      HUB_SMTP_URL: `smtp://127.0.0.1:${port}`,
      HUB_MAIL_FROM: 'Club <club@example.org>',
    })
  })
  afterAll(async () => {
    await hub.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  test('a message is sent once, however often its job runs', async () => {
    const message = await queued(hub, letter.to)
    await send(hub.tasks, message.id)
    await send(hub.tasks, message.id)
    expect(await stored(hub, letter.to)).toMatchObject({ state: 'Sent', tries: 1 })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatch(/From: Club <club@example.org>[\s\S]*To: anna@example.org[\s\S]*Come in\./)
  })

  test('a refused message waits for its next try, and fails after the last', async () => {
    const to = 'refused@example.org'
    const message = await queued(hub, to)
    await expect(send(hub.tasks, message.id)).rejects.toThrow(/no such person/)
    expect(await stored(hub, to)).toMatchObject({
      state: 'Queued',
      tries: 1,
      last_error: expect.stringMatching(/no such person/),
    })
    await expect(send(hub.tasks, message.id, { isLast: true })).rejects.toThrow(/no such person/)
    expect(await stored(hub, to)).toMatchObject({ state: 'Failed', tries: 2 })
  })
})
