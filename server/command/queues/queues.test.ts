import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visitNeeded } from '#contract/business/visit-words.ts'
import { newBrowser } from '#tests/browser.ts'
import { hubCommand } from '#tests/command.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())
beforeEach(async () => {
  await hub.owner.query('delete from graphile_worker._private_jobs')
  await hub.owner.query('update business set asks_visit_reason = false')
})

const run = (...words: string[]) =>
  hubCommand(words, { DATABASE_URL: hub.databaseUrl, HUB_SECRET: hub.secret })
const askWhy = () =>
  hub.owner.query(`update business set asks_visit_reason = true where business_id = 'harbourside'`)
const trail = async (action: string) => {
  const { rows } = await hub.owner.query(
    `select business_id as "of", record_id as id, title from audit_entry
     where action = $1 and actor_name like 'Operator (%)' order by id`,
    [action],
  )
  return rows
}

/** A job of Harbourside's that was tried so often. */
async function failed(attempts = 12): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select id from graphile_worker.add_job('tell_wallets', '{"businessId": "harbourside"}', max_attempts := 12)`,
  )
  const { id } = rows[0]!
  await hub.owner.query(
    `update graphile_worker._private_jobs set attempts = $2, last_error = E'No answer.\\n  at send',
       run_at = now() + interval '1 hour' where id = $1`,
    [id, attempts],
  )
  return id
}
const attemptsOf = async (id: string) =>
  (await hub.owner.query('select attempts from graphile_worker._private_jobs where id = $1', [id])).rows[0]
    ?.attempts

describe('jobs', () => {
  test('are counted by task, and those that failed listed with why', async () => {
    const [given, retrying] = [await failed(), await failed(3)]
    const { said } = await run('jobs')
    expect(said.split('\n').slice(0, 4)).toEqual([
      'waiting  running   failed  task',
      '      1        0        1  tell_wallets (Tell wallets of changes)',
      '',
      expect.stringMatching(
        new RegExp(
          `^${retrying}  tell_wallets, Harbourside Leagues Club: 3 of 12 tries, next try 2.*Z\\. No answer\\.$`,
        ),
      ),
    ])
    const onlyFailed = (await run('jobs', '--state', 'failed')).said
    expect(onlyFailed).toContain(
      `${given}  tell_wallets, Harbourside Leagues Club: 12 of 12 tries, failed for good. No answer.`,
    )
    expect(onlyFailed).not.toContain(`${retrying}  `)
    expect((await run('jobs', '--task', 'expire_cards')).said).toBe('There are no such jobs.')
  })

  test('are listed for those who type list as well, as messages are', async () => {
    await failed()
    expect(await run('jobs', 'list', '--state', 'failed')).toEqual(await run('jobs', '--state', 'failed'))
    expect(await run('outbox', 'list')).toEqual(await run('outbox'))
    expect(await run('help', 'outbox', 'list')).toMatchObject({ code: 0 })
  })

  test('of a business that asks why one enters keep their reason', async () => {
    await failed()
    await askWhy()
    const { said } = await run('jobs')
    expect(said).toContain(visitNeeded)
    expect(said).not.toContain('No answer.')
  })

  test('are tried again, one or all, and dropped: on record', async () => {
    const [one, other, third] = [await failed(), await failed(), await failed()]
    expect((await run('jobs', 'drop', third)).said).toBe(`The job ${third} is dropped.`)
    expect((await run('jobs', 'retry', one)).said).toBe(`The job ${one} is tried again.`)
    expect([await attemptsOf(one), await attemptsOf(other), await attemptsOf(third)]).toEqual([
      0,
      12,
      undefined,
    ])
    expect((await run('jobs', 'retry', '--failed')).said).toBe('1 job is tried again.')
    expect(await attemptsOf(other)).toBe(0)
    expect((await run('jobs', 'retry', '--failed')).said).toBe('No job has failed for good.')
    expect(await trail('jobs drop')).toEqual([
      { of: 'harbourside', id: third, title: 'Drop failed work (operator)' },
    ])
    expect(await trail('jobs retry')).toEqual([
      { of: 'harbourside', id: one, title: 'Try failed work again (operator)' },
      { of: '*', id: 'tell_wallets', title: 'Try all failed work of a kind again (operator)' },
    ])
  })

  test.each<[string[], number, string]>([
    [['drop', '1'], 1, 'The job was not found.'],
    [['drop', 'x'], 2, 'A job is named by its number.'],
    [['retry'], 2, 'Name a job by its number, or say --failed for all that failed.'],
    [['retry', '1', '--failed'], 2, 'Name a job by its number, or say --failed for all that failed.'],
    [['--state', 'lost'], 2, '--state is one of waiting, running, failed.'],
  ])('%j is refused', async (words, code, complained) => {
    expect(await run('jobs', ...words)).toEqual({ code, said: '', complained })
  })

  test('with tries left is not dropped', async () => {
    expect((await run('jobs', 'drop', await failed(3))).complained).toBe(
      'This work has tries left: only what was given up can be dropped.',
    )
  })
})

describe('the outbox', () => {
  let id: string
  beforeEach(async () => {
    await hub.owner.query('delete from outbox_message')
    await newBrowser(hub.app).post('reset', { email: people.finance })
    const { rows } = await hub.owner.query<{ id: string }>(
      `update outbox_message set state = 'Failed', tries = 3, last_error = 'No such mailbox.',
         created_at = now() - interval '1 hour' returning id`,
    )
    id = rows[0]!.id
  })
  const setState = (state: string) => hub.owner.query('update outbox_message set state = $1', [state])

  test('lists what was not sent, and shows a message without what is for its recipient alone', async () => {
    expect((await run('outbox')).said).toMatch(
      new RegExp(
        `^${id}  failed   email to ${people.finance} \\(reset, .*\\), 2.*Z: 3 tries\\. No such mailbox\\.$`,
      ),
    )
    expect((await run('outbox', '--state', 'waiting')).said).toBe('There are no such messages.')
    const { said } = await run('outbox', 'show', id)
    expect(said).toContain(`To: ${people.finance} (email)\n`)
    expect(said).toContain('(for the recipient alone)')
    expect(said).not.toContain('ticket=')
    await setState('Kept')
    expect((await run('outbox', 'show', id)).said).toContain('set-password?ticket=')
  })

  test('has a message sent again, on record, and not twice', async () => {
    expect((await run('outbox', 'resend', id)).said).toBe(`The message ${id} is waiting to be sent.`)
    const { rows } = await hub.owner.query(`select state from outbox_message`)
    expect(rows).toEqual([{ state: 'Queued' }])
    const jobs = await hub.owner.query(
      `select from graphile_worker.jobs where task_identifier = 'deliver_message_soon'`,
    )
    expect(jobs.rowCount).toBe(1)
    expect((await run('outbox', 'resend', id)).complained).toBe('This message is waiting to be sent already.')
    expect(await trail('outbox resend')).toMatchObject([{ id, title: 'Send a message again (operator)' }])
  })

  test('keeps those of a business that asks why one enters', async () => {
    await askWhy()
    expect((await run('outbox')).said).toBe('There are no such messages.')
    for (const act of ['show', 'resend'])
      expect(await run('outbox', act, id)).toMatchObject({
        code: 1,
        complained: 'The message was not found.',
      })
  })
})
