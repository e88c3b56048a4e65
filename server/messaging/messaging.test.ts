import { createServer } from 'node:http'
import { text as wholeOf } from 'node:stream/consumers'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Tasks } from '#platform/jobs'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { queueEmail, queueSms } from './outbox.ts'

const letter = {
  kind: 'invitation',
  lane: 'soon' as const,
  to: 'anna@example.org',
  subject: 'Welcome',
  body: 'Come in.',
}
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
  tasks.deliver_message_soon!({ businessId: 'harbourside', id: Number(id) } as never, attempt)

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
      `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'deliver_message_soon'`,
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
  /** Keeps who writes to somebody waiting for the answer whether they are known. */
  let holding: ((answer: () => void) => void) | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const isRefused = address.startsWith('refused') || (holding && address.startsWith('late-refused'))
      const answer = () => done(isRefused ? new Error('no such person') : null)
      if (holding) holding(answer)
      else answer()
    },
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

  test('a mail of a business has its look beside the same words, and nobody’s markup', async () => {
    const params = { businessId: 'harbourside' }
    const imageData = (
      await sharp({ create: { width: 20, height: 10, channels: 3, background: '#f00' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const as = hub.as(people.superAdmin)
    await as(api.setBusinessLogo, { params, body: { imageData } })
    const DisplayName = 'Tom & <b>Co</b>'
    const body = { DisplayName, Colour: '#ffdd00', PhoneNumber: '02 5550 1234' }
    expect((await as(api.saveBusinessSettings, { params, body })).status).toBe(200)
    const to = 'styled@example.org'
    const words = 'Hello <script>alert(1)</script>\n\nSee https://club.example/a?b=1&c="2'
    await hub.database.transaction('harbourside', (tx) => queueEmail(tx, { ...letter, to, body: words }))
    await send(hub.tasks, (await stored(hub, to)).id)
    const mail = received.at(-1)!
    expect(mail).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html[^]*Content-Id: <logo@club>/i)
    const html = mail
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    expect(html).toContain('Tom &amp; &lt;b&gt;Co&lt;/b&gt;')
    expect(html).toContain('background:#ffdd00;color:#000000')
    expect(html).toContain('src="cid:logo@club"')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('<a href="https://club.example/a?b=1&amp;c="')
    expect(html).toContain('02 5550 1234')
    expect(html.slice(html.indexOf('<!doctype'))).not.toContain('<script>')
  })

  describe('whose job was taken for lost and given to another', () => {
    /** Has a letter refused by the one only once `meanwhile` is over. */
    async function sentTwice(to: string, isLast: boolean, meanwhile: (id: string) => Promise<unknown>) {
      const { id } = await queued(hub, to)
      const asked = Promise.withResolvers<() => void>()
      holding = asked.resolve
      const lost = send(hub.tasks, id, { isLast })
      const answer = await asked.promise
      holding = undefined
      await meanwhile(id)
      answer()
      await lost.catch(() => undefined)
      return stored(hub, to)
    }

    test('stays sent when the one that was lost is refused', async () => {
      const after = await sentTwice('late-refused-1@example.org', true, (id) => send(hub.tasks, id))
      expect(after).toMatchObject({ state: 'Sent', tries: 1, last_error: null, sealed: null })
    })

    test('waits for its own try when somebody had it sent again meanwhile', async () => {
      const after = await sentTwice('late-refused-2@example.org', true, (id) =>
        hub.owner.query(`update outbox_message set tries = tries + 1 where id = $1`, [id]),
      )
      expect(after).toMatchObject({ state: 'Queued', tries: 1 })
    })

    test('is sent when the one that was lost got through after all', async () => {
      const after = await sentTwice('late@example.org', false, (id) =>
        hub.owner.query(`update outbox_message set state = 'Failed', tries = 12 where id = $1`, [id]),
      )
      expect(after).toMatchObject({ state: 'Sent', tries: 13 })
    })
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

  describe('who sent a message that was refused', () => {
    const bells = async (id: string) =>
      (
        await hub.owner.query(
          `select read_at is not null as "isRead" from user_notice where kind = 'DeliveryFailed' and subject_id = $1`,
          [id],
        )
      ).rows
    async function refusedOf(to: string) {
      const { rows } = await hub.owner.query(`select uid from business_user where email = $1`, [people.admin])
      await hub.database.transaction('harbourside', (tx) => {
        tx.actor = rows[0].uid
        return queueEmail(tx, { ...letter, to })
      })
      return (await stored(hub, to)).id as string
    }
    const lastTry = { isLast: true }

    test('is told so together with its failing, or it is tried once more', async () => {
      const to = 'refused-untold@example.org'
      const id = await refusedOf(to)
      await hub.owner.query(`alter table user_notice rename to user_notice_away`)
      await expect(send(hub.tasks, id, lastTry)).rejects.toThrow(/user_notice/)
      await hub.owner.query(`alter table user_notice_away rename to user_notice`)
      expect(await stored(hub, to)).toMatchObject({ state: 'Queued', tries: 0 })
      await expect(send(hub.tasks, id, lastTry)).rejects.toThrow(/no such person/)
      expect(await bells(id)).toEqual([{ isRead: false }])
    })

    test('has nothing left to see to once it is delivered after all', async () => {
      const to = 'refused-at-first@example.org'
      const id = await refusedOf(to)
      await expect(send(hub.tasks, id, lastTry)).rejects.toThrow(/no such person/)
      expect(await bells(id)).toEqual([{ isRead: false }])
      await hub.as(people.superAdmin)(api.resendMessage, { params: { messageId: id } })
      await hub.owner.query(`update outbox_message set recipient = 'at-last@example.org' where id = $1`, [id])
      await send(hub.tasks, id)
      expect(await stored(hub, 'at-last@example.org')).toMatchObject({ state: 'Sent' })
      expect(await bells(id)).toEqual([{ isRead: true }])
    })
  })

  test('the link in a message is nowhere to be read once it is sent, and not sent again', async () => {
    const to = 'linked@example.org'
    const secret = 'https://hub.example/set-password?ticket=abc'
    await hub.database.transaction('harbourside', (tx) =>
      queueEmail(tx, { ...letter, to, body: `Come in: ${secret}`, secret }),
    )
    const { id } = await stored(hub, to)
    await send(hub.tasks, id)
    expect(received.at(-1)).toContain(secret)
    expect(JSON.stringify(await stored(hub, to))).not.toContain('ticket')
    const again = await hub.as(people.superAdmin)(api.resendMessage, { params: { messageId: id } })
    expect(again).toMatchObject({ status: 409, body: { ErrorCode: 'secret_is_gone' } })
  })
})

describe('with Twilio', () => {
  let hub: TestHub
  const received: { path: string; authorization: string; form: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    void wholeOf(request).then((body) => {
      const form = Object.fromEntries(new URLSearchParams(body))
      received.push({ path: request.url!, authorization: request.headers.authorization!, form })
      const isRefused = form.To === '+61400000000'
      response.statusCode = isRefused ? 400 : 201
      response.end(JSON.stringify(isRefused ? { message: 'Not a number.' } : { sid: 'SM1' }))
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    const { port } = server.address() as { port: number }
    hub = await startTestHub({
      HUB_TWILIO_ACCOUNT_SID: 'AC1',
      HUB_TWILIO_AUTH_TOKEN: 'token',
      HUB_TWILIO_FROM: '+61480000000',
      HUB_TWILIO_URL: `http://127.0.0.1:${port}`,
    })
  })
  afterAll(async () => {
    await hub.close()
    server.close()
  })
  const notice = { kind: 'card', lane: 'soon' as const, body: 'A card for you.' }

  test('a text message is sent as Twilio wants it', async () => {
    const to = '+61411111111'
    await hub.database.transaction('harbourside', (tx) => queueSms(tx, { ...notice, to }))
    await send(hub.tasks, (await stored(hub, to)).id)
    expect(await stored(hub, to)).toMatchObject({ state: 'Sent', channel: 'sms' })
    expect(received.at(-1)).toEqual({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${btoa('AC1:token')}`,
      form: { To: to, From: '+61480000000', Body: notice.body },
    })
  })

  test('a refused one says why', async () => {
    const to = '+61400000000'
    await hub.database.transaction('harbourside', (tx) => queueSms(tx, { ...notice, to }))
    const { id } = await stored(hub, to)
    await expect(send(hub.tasks, id, { isLast: true })).rejects.toThrow('Not a number.')
    expect(await stored(hub, to)).toMatchObject({ state: 'Failed', last_error: 'Not a number.' })
  })
})
