import { randomBytes } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { goneSecret, sealedOtherwise } from '#contract/messaging/outbox.ts'
import { createHub } from '#hub'
import { testSettings } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { queueEmail, queueMany } from './outbox.ts'

let hub: TestHub
let posting: TestHub
const received: string[] = []
let refuses = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_to, _session, done) => done(refuses ? new Error('no such person') : null),
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
  hub = await startTestHub()
  posting = await startTestHub({ HUB_SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  await hub.close()
  await posting.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const businessId = 'harbourside'
let count = 0
const newLetter = () => {
  const link = `https://hub.example/set-password?ticket=${randomBytes(12).toString('hex')}`
  const body = `Come in: ${link}`
  const to = `person-${++count}@example.org`
  return { kind: 'reset', to, subject: 'Come in', body, secret: link }
}
async function queued({ database, owner }: TestHub) {
  const letter = newLetter()
  await database.transaction(businessId, (tx) => queueEmail(tx, { ...letter, lane: 'at_once' }))
  return { ...letter, id: (await stored(owner, letter.to)).id }
}
/** A message as the former version wrote it. */
async function queuedInClear({ owner }: TestHub, state = 'Queued') {
  const letter = newLetter()
  await owner.query(
    `insert into outbox_message (business_id, channel, kind, recipient, subject, body, secret, state)
     values ($1, 'email', $2, $3, $4, $5, $6, $7)`,
    [businessId, letter.kind, letter.to, letter.subject, letter.body, letter.secret, state],
  )
  return { ...letter, id: (await stored(owner, letter.to)).id }
}
async function stored(owner: TestHub['owner'], to: string) {
  const { rows } = await owner.query(
    `select *, concat(t::text, encode(sealed, 'escape')) as everything from outbox_message t where recipient = $1`,
    [to],
  )
  return rows[0]
}
const run = (
  tasks: TestHub['tasks'],
  id: string,
  { task = 'deliver_message_at_once', isLast = false } = {},
) => tasks[task]!({ businessId, id: Number(id) } as never, { isLast })
const read = async ({ as }: TestHub, messageId: string) =>
  (await as(people.superAdmin)(api.getMessage, { params: { messageId } })).body

test('a link lies in the outbox sealed, and goes out whole', async () => {
  const { id, to, secret } = await queued(posting)
  const row = await stored(posting.owner, to)
  expect(row).toMatchObject({ body: `Come in: ${goneSecret}`, sealed: expect.any(Buffer) })
  expect(row.everything).not.toContain('ticket')
  await run(posting.tasks, id)
  expect(received.at(-1)?.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(secret)
  expect(await stored(posting.owner, to)).toMatchObject({ state: 'Sent', sealed: null })
})

test('many at once are sealed as well, and such as hold no link left as they are', async () => {
  const { secret: _, ...plain } = newLetter()
  const letters = [newLetter(), { ...plain, body: 'Nothing to open.' }]
  await hub.database.transaction(businessId, (tx) => queueMany(tx, 'email', 'bulk', letters))
  expect((await stored(hub.owner, letters[0]!.to)).body).toBe(`Come in: ${goneSecret}`)
  expect(await stored(hub.owner, plain.to)).toMatchObject({ body: 'Nothing to open.', sealed: null })
})

test('the outbox shows no link, but of a message that nobody can send, to who opens it', async () => {
  const { id, secret } = await queued(hub)
  expect((await read(hub, id)).Body).not.toContain(secret)
  await run(hub.tasks, id)
  expect(await read(hub, id)).toMatchObject({
    State: 'Kept',
    Body: expect.stringContaining(secret),
    SecretIsGone: false,
  })
  const list = await hub.as(people.superAdmin)(api.listOutbox)
  expect(list.body.Results[0]).toMatchObject({ MessageId: id, Body: `Come in: ${goneSecret}` })
})

test('one that failed stays sealed, and can be sent again', async () => {
  const { id, to, secret } = await queued(posting)
  refuses = true
  await expect(run(posting.tasks, id, { isLast: true })).rejects.toThrow('no such person')
  refuses = false
  expect(JSON.stringify(await read(posting, id))).not.toContain(secret)
  await posting.as(people.superAdmin)(api.resendMessage, { params: { messageId: id } })
  await run(posting.tasks, id)
  expect(await stored(posting.owner, to)).toMatchObject({ state: 'Sent', sealed: null })
})

test('moved to another recipient, or met by another secret, it fails with a sentence and is not tried again', async () => {
  const [moved, kept] = [await queued(posting), await queued(posting)]
  await posting.owner.query(`update outbox_message set recipient = 'thief@example.org' where id = $1`, [
    moved.id,
  ])
  const before = received.length
  await run(posting.tasks, moved.id)
  const settings = testSettings(posting.databaseUrl)
  const other = await createHub({ settings, databaseUrl: posting.databaseUrl, secret: 'x'.repeat(40) })
  await run(other.tasks, kept.id)
  await other.app.close()
  expect(received).toHaveLength(before)
  for (const { id } of [moved, kept])
    expect(await read(posting, id)).toMatchObject({ State: 'Failed', Tries: 1, LastError: sealedOtherwise })
})

const jobsFor = async ({ owner }: TestHub, id: string) => {
  const { rows } = await owner.query<{ task: string }>(
    `select task_identifier as task from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where p.payload ->> 'id' = $1`,
    [id],
  )
  return rows.map(({ task }) => task)
}

test('what the former version queued in clear is sealed by its own job before it is sent, and sent by ours', async () => {
  const { id, to, secret } = await queuedInClear(posting)
  expect(JSON.stringify(await read(posting, id))).not.toContain(secret)
  const before = received.length
  await run(posting.tasks, id, { task: 'send_message' })
  // Once more after a crash, say: it is ours by now.
  await run(posting.tasks, id, { task: 'send_message' })
  expect(received).toHaveLength(before)
  const waiting = await stored(posting.owner, to)
  expect(waiting).toMatchObject({ state: 'Queued', sealed: expect.any(Buffer) })
  expect(waiting.everything).not.toContain('ticket')
  expect(await jobsFor(posting, id)).toEqual(['deliver_message_bulk'])

  await run(posting.tasks, id)
  expect(received.at(-1)).toContain('Come in')
  const row = await stored(posting.owner, to)
  expect(row).toMatchObject({ state: 'Sent', secret: '', sealed: null, body: `Come in: ${goneSecret}` })
})

test('what it queued without a link its own job sends', async () => {
  const { id, to } = await queuedInClear(posting)
  await posting.owner.query(`update outbox_message set secret = null where id = $1`, [id])
  await run(posting.tasks, id, { task: 'send_message' })
  expect(await stored(posting.owner, to)).toMatchObject({ state: 'Sent' })
})

test('what it left in clear is sealed where it stays, and can still be read or sent', async () => {
  const waiting = await queuedInClear(hub)
  const [kept, failed] = [await queuedInClear(hub, 'Kept'), await queuedInClear(hub, 'Failed')]
  await hub.tasks.seal_former_messages!(undefined as never, { isLast: false })
  for (const { to } of [kept, failed])
    expect((await stored(hub.owner, to)).everything).not.toContain('ticket')
  expect((await read(hub, kept.id)).Body).toContain(kept.secret)
  // A process of the former version may be about to send it.
  expect((await stored(hub.owner, waiting.to)).body).toBe(waiting.body)
  await run(hub.tasks, waiting.id, { task: 'send_message' })
  expect((await stored(hub.owner, waiting.to)).everything).not.toContain('ticket')
})

test('the former versions take a sealed message for one whose link is gone, and have no job for it', async () => {
  const { to, id } = await queued(hub)
  expect((await stored(hub.owner, to)).secret).toBe('')
  expect(await jobsFor(hub, id)).toEqual(['deliver_message_at_once'])
})

test('a link that nobody could guess is sealed also where its message says nothing of it', async () => {
  const { secret: link, ...letter } = newLetter()
  const text = `${link}Xy9 and then https://club.example/reports/membership-applications?sort=LastModifiedNewestFirst`
  await hub.database.transaction(businessId, (tx) => queueEmail(tx, { ...letter, body: text, lane: 'soon' }))
  const row = await stored(hub.owner, letter.to)
  expect(row.everything).not.toContain('ticket')
  expect(row.body).toContain(`${goneSecret} and then https://club.example/reports/`)
  await run(hub.tasks, row.id, { task: 'deliver_message_soon' })
  expect((await read(hub, row.id)).Body).toBe(text)
})

test('a subject holds no secret', async () => {
  const { to, kind, body, secret } = newLetter()
  const queue = hub.database.transaction(businessId, (tx) =>
    queueEmail(tx, { kind, to, subject: `Come in: ${secret}`, body, secret, lane: 'soon' }),
  )
  await expect(queue).rejects.toThrow('a subject tells its message’s secret')
})
