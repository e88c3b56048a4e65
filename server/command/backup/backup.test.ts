import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { createHub } from '#hub'
import { demoPassword } from '#server/demo/access'
import { checkLedger } from '#server/ledger'
import { asSuperuser, backupBench, everything, type OwnDatabase } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { superuserUrl, testSettings } from '#tests/database.ts'
import { isLong } from '#tests/long.ts'

const bench = backupBench()
let demo: OwnDatabase
/** A backup of the demo, and the demo in a database of another owner: both owners are nobody special. */
let file: string
let owned: OwnDatabase
beforeAll(async () => {
  demo = await bench.demo()
  file = await bench.backUp(demo, 'demo.tar.zst')
  owned = await bench.empty()
  await bench.restore(file, owned)
})
afterAll(() => bench.close())

describe('a backup', () => {
  test('has every row of every table, restored by an owner who is nobody special', async () => {
    const before = await everything(demo)
    expect(before['member']).toMatchObject({ count: expect.stringMatching(/^[1-9]\d\d/) })
    expect(await everything(owned)).toEqual(before)
    expect((await checkLedger(owned.url)).wrong).toEqual([])
  })

  // The one above is made by such an owner, too.
  test.runIf(isLong)('made of what was restored has every row, too', async () => {
    const again = await bench.empty()
    expect(await bench.restore(await bench.backUp(owned, 'owned.tar.zst'), again)).toMatchObject({
      code: 0,
    })
    expect(await everything(again)).toEqual(await everything(owned))
    expect((await checkLedger(again.url)).wrong).toEqual([])
  })

  test('lets people sign in where it is restored, with the same secret', async () => {
    const hub = await createHub({
      settings: testSettings(owned.url),
      databaseUrl: owned.url,
      secret: bench.secret,
    })
    const answer = await hub.app.inject({
      method: 'POST',
      url: api.signIn.path,
      payload: { email: 'admin@harbourside.example', password: demoPassword },
    })
    expect(answer.statusCode).toBe(200)
    await hub.app.close()
  })

  test('is of one moment, whatever is written meanwhile, as verify proves', async () => {
    const busy = await bench.demo()
    const writer = new pg.Client(superuserUrl(busy.url))
    await writer.connect()
    const over = new AbortController()
    const writing = (async () => {
      while (!over.signal.aborted)
        await writer.query(`
          begin;
          update ledger_account set balance = balance + 100
            where account_id = (select min(account_id) from ledger_account where kind = 'card');
          with made as (insert into ledger_transaction (business_id, kind, at, actor_id, actor_name)
            select business_id, 'Test', now(), '', '' from ledger_account
            where account_id = (select min(account_id) from ledger_account where kind = 'card')
            returning business_id, transaction_id)
          insert into ledger_entry (business_id, account_id, transaction_id, unit, amount, at)
          select m.business_id, a.account_id, m.transaction_id, a.unit, x.amount, now()
          from made m join ledger_account a on a.business_id = m.business_id
            join (values ('card', 100), ('external', -100)) x (kind, amount) on a.kind = x.kind
          where a.account_id = (select min(b.account_id) from ledger_account b
            where b.kind = a.kind and b.business_id = a.business_id and b.unit = 'AUD');
          commit`)
    })()
    const taken = await bench.backUp(busy, 'busy.tar.zst')
    over.abort()
    await writing
    await writer.end()
    // Elsewhere, where nothing is left of it, and where nobody else proves theirs.
    const elsewhere = mkdtempSync(join(bench.folder, 'verify-'))
    vi.stubEnv('TMPDIR', elsewhere)
    const outcome = await hubCommand(['verify', 'backup', taken], bench.environment(demo))
    vi.unstubAllEnvs()
    expect(outcome).toMatchObject({ code: 0, complained: '' })
    expect(outcome.said).toMatch(/It was made with the HUB_SECRET of these settings\./)
    expect(outcome.said).toMatch(/It can be restored, and its ledger is proven: [\d,]+ transactions\.$/)
    expect(readdirSync(elsewhere)).toEqual([])
  })

  test('is for its owner alone, and there whole or not at all', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await hubCommand(['backup', '--to', file], bench.environment(demo))
    expect([again.code, again.complained]).toEqual([1, `${file} is there already: name another.`])
    const nowhere = await hubCommand(
      ['backup', '--to', join(bench.folder, 'not/there.zst')],
      bench.environment(demo),
    )
    expect(nowhere.complained).toContain("isn't there")
    expect(readdirSync(bench.folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('goes into a folder under the moment it is of', async () => {
    const outcome = await hubCommand(['backup', '--to', bench.folder], bench.environment(demo))
    expect(outcome.said).toMatch(/hub-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.zst \(\d+ kB\)/)
  })

  test('of a database that is not ours is refused', async () => {
    const empty = await bench.empty()
    const outcome = await hubCommand(
      ['backup', '--to', join(bench.folder, 'empty.tar.zst')],
      bench.environment(empty),
    )
    expect([outcome.code, outcome.complained]).toEqual([
      1,
      'This database is not one of Hub, or not migrated: there is nothing to back up.',
    ])
  })
})

// That verify asks after the ledger is held by the one of one moment, and what is found by server/ledger/check.test.ts.
test.runIf(isLong)('verify finds a ledger that was wrong when it was backed up', async () => {
  const wrong = await bench.demo()
  await asSuperuser(wrong, (client) =>
    client.query(`update ledger_account set balance = balance + 7 where kind = 'card'`),
  )
  const outcome = await hubCommand(
    ['verify', 'backup', await bench.backUp(wrong, 'wrong.tar.zst')],
    bench.environment(wrong),
  )
  expect([outcome.code, outcome.complained]).toEqual([1, expect.stringContaining('its ledger is WRONG')])
})
