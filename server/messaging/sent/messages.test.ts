import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { queueEmail } from '#server/messaging'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

let count = 0
/** A message of the business, and its id; `state` as if its job had run. */
async function write(businessId: string, state = 'Queued') {
  const to = `person-${++count}@example.org`
  await hub.database.transaction(businessId, (tx) =>
    queueEmail(tx, { kind: 'invitation', lane: 'soon', to, subject: `Letter ${count}`, body: 'Come in.' }),
  )
  const { rows } = await hub.owner.query<{ id: string }>(
    `update outbox_message set state = $2, tries = 1, last_error = 'no such person', sent_at = now()
     where recipient = $1 returning id`,
    [to, state],
  )
  return { to, messageId: rows[0]!.id }
}
const jobsOf = async (messageId: string) => {
  const { rows } = await hub.owner.query<{ payload: { businessId: string } }>(
    `select payload from graphile_worker._private_jobs where payload ->> 'id' = $1`,
    [messageId],
  )
  return rows.map((row) => row.payload.businessId)
}
const recipientsOf = (answer: { body: { Results: { Recipient: string }[] } }) =>
  answer.body.Results.map((message) => message.Recipient)

describe('the outbox', () => {
  test('shows every business’s messages and the platform’s own, newest first', async () => {
    const written = [await write('harbourside'), await write('valley-golf'), await write('*')]
    const answer = await superAdmin(api.listOutbox, { query: { limit: 3 } })
    expect(recipientsOf(answer)).toEqual(written.toReversed().map(({ to }) => to))
    expect(answer.body.Results).toMatchObject([
      { BusinessId: null, BusinessName: null },
      { BusinessId: 'valley-golf', BusinessName: 'Valley Golf Club' },
      {
        BusinessId: 'harbourside',
        Channel: 'email',
        Kind: 'invitation',
        Subject: 'Letter 1',
        Body: 'Come in.',
        State: 'Queued',
        Tries: 1,
        LastError: 'no such person',
      },
    ])
  })

  test('goes on page by page by its own link', async () => {
    const all = recipientsOf(await superAdmin(api.listOutbox, { query: { limit: 500 } }))
    const seen: string[] = []
    let query: Record<string, string | number> = { limit: 2 }
    for (;;) {
      const answer = await superAdmin(api.listOutbox, { query })
      seen.push(...recipientsOf(answer))
      const next = answer.body._links.next
      if (!next) break
      query = Object.fromEntries(new URL(next.href).searchParams)
    }
    expect(seen).toEqual(all)
  })

  test('can be narrowed down', async () => {
    const { to } = await write('summit-bowls', 'Failed')
    const found = async (query: object) => recipientsOf(await superAdmin(api.listOutbox, { query }))
    expect(await found({ forBusiness: 'summit-bowls' })).toEqual([to])
    expect(await found({ forBusiness: 'summit-bowls', state: 'Sent' })).toEqual([])
    expect(await found({ state: 'Failed', q: to.toUpperCase() })).toEqual([to])
    expect(await found({ q: `letter ${count}` })).toEqual([to])
    expect(await found({ channel: 'sms' })).toEqual([])
    expect(await found({ q: '%' })).toEqual([])
    expect((await superAdmin(api.listOutbox, { query: { state: 'Lost' as 'Sent' } })).status).toBe(400)
  })

  test.each([people.admin, people.door])('is closed to %s', async (email) => {
    const { messageId } = await write('harbourside', 'Sent')
    for (const row of [api.listOutbox, api.getMessage, api.resendMessage]) {
      const { status, error } = await hub.as(email)(row, { params: { messageId } })
      expect(status).toBe(403)
      expect(error.ErrorMessage).toBe('Only a super administrator can do this.')
    }
  })

  test('opens one message by its number', async () => {
    const { to, messageId } = await write('valley-golf')
    const { body } = await superAdmin(api.getMessage, { params: { messageId } })
    expect(body).toMatchObject({ MessageId: messageId, Recipient: to, BusinessId: 'valley-golf' })
    const missing = await superAdmin(api.getMessage, { params: { messageId: '999999' } })
    expect(missing.status).toBe(404)
    expect(missing.error.ErrorMessage).toBe('The message was not found.')
    expect((await superAdmin(api.getMessage, { params: { messageId: 'x' } })).status).toBe(400)
  })
})

describe('sending again', () => {
  test.each(['Sent', 'Kept', 'Failed'])(
    'queues a message that is %s, with one job of its business and none from before',
    async (state) => {
      const { messageId } = await write('valley-golf', state)
      const { status, body } = await superAdmin(api.resendMessage, { params: { messageId } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ State: 'Queued', LastError: null, SentDate: null, Tries: 1 })
      expect(await jobsOf(messageId)).toEqual(['valley-golf'])
    },
  )

  test('refuses a message that is waiting already', async () => {
    const { messageId } = await write('harbourside')
    const { status, error } = await superAdmin(api.resendMessage, { params: { messageId } })
    expect(status).toBe(409)
    expect(error.ErrorMessage).toBe('This message is waiting to be sent already.')
    expect(await jobsOf(messageId)).toHaveLength(1)
  })

  /** As if the message had been written, and its job begun, so long ago. */
  async function waits(ofMessage: string, ofJob: string) {
    const { messageId } = await write('harbourside')
    await hub.owner.query(`update outbox_message set created_at = now() - $2::interval where id = $1`, [
      messageId,
      ofMessage,
    ])
    await hub.owner.query(
      `update graphile_worker._private_jobs set ${ofJob} where payload ->> 'id' = '${messageId}'`,
    )
    return superAdmin(api.resendMessage, { params: { messageId } })
  }

  test.each([
    ['whose job has been locked for longer than sending takes', `locked_at = now() - interval '1 hour'`],
    ['whose job was lost in its last try', 'attempts = max_attempts'],
    ['whose next try is hours from now', `attempts = 9, run_at = now() + interval '2 hours'`],
  ])('queues a message that waits, %s', async (_, ofJob) => {
    expect(await waits('1 hour', ofJob)).toMatchObject({ status: 200, body: { State: 'Queued' } })
  })

  test.each([
    ['is under way', `locked_at = now(), locked_by = 'somebody'`],
    ['is about to be, behind many', 'attempts = 0'],
  ])('refuses one that has waited long, and whose job %s', async (_, ofJob) => {
    expect(await waits('1 hour', ofJob)).toMatchObject({ status: 409 })
  })

  test('happens once when two ask for one that lies lost', async () => {
    const { messageId } = await write('harbourside')
    await hub.owner.query(`update outbox_message set created_at = now() - interval '1 hour' where id = $1`, [
      messageId,
    ])
    await hub.owner.query(`delete from graphile_worker._private_jobs where payload ->> 'id' = $1`, [
      messageId,
    ])
    const resend = () => superAdmin(api.resendMessage, { params: { messageId } })
    const answers = await Promise.all([resend(), resend(), resend()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await jobsOf(messageId)).toHaveLength(1)
  })

  test('happens once when two ask at the same time', async () => {
    const { messageId } = await write('harbourside', 'Failed')
    const resend = () => superAdmin(api.resendMessage, { params: { messageId } })
    const answers = await Promise.all([resend(), resend(), resend()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await jobsOf(messageId)).toHaveLength(1)
  })

  test('refuses one whose link is gone by the time that it is its turn', async () => {
    const { messageId } = await write('harbourside', 'Failed')
    await hub.owner.query(`update outbox_message set secret = '', sealed = 'x' where id = $1`, [messageId])
    await hub.owner.query('begin')
    await hub.owner.query('select from outbox_message where id = $1 for update', [messageId])
    const answer = superAdmin(api.resendMessage, { params: { messageId } })
    const waiting = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await hub.owner.query(waiting)).rows[0]).toEqual({ count: 1 })
    await hub.owner.query(`update outbox_message set state = 'Sent', sealed = null where id = $1`, [
      messageId,
    ])
    await hub.owner.query('commit')
    expect(await answer).toMatchObject({ status: 409, body: { ErrorCode: 'secret_is_gone' } })
    expect((await superAdmin(api.getMessage, { params: { messageId } })).body.State).toBe('Sent')
  })

  test('of a message nobody wrote is not found', async () => {
    const { status } = await superAdmin(api.resendMessage, { params: { messageId: '999999' } })
    expect(status).toBe(404)
  })

  test('is recorded in the trail of the business whose message it is', async () => {
    const { to, messageId } = await write('valley-golf', 'Failed')
    await superAdmin(api.resendMessage, { params: { messageId } })
    const { body } = await hub.as(people.otherAdmin)(api.listAudit, {
      params: { businessId: 'valley-golf' },
      query: { action: 'resendMessage', record: to },
    })
    expect(body.Results).toMatchObject([
      { ActorName: 'Sam Super', RecordName: to, Before: { State: 'Failed' }, After: { State: 'Queued' } },
    ])
  })
})
