import { parseCrontab } from 'graphile-worker'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { InPieces } from '#platform/jobs'
import { about, bank, businessId, startTestLedger, type TestLedger } from '#tests/reading/ledger.ts'
import { inShortTurn } from '#tests/turns.ts'
import { cardBalance, expireHolds, hold, move } from './index.ts'

// Tills were away, or Hub was: many holds of a club are due, and those of the others are, too.

const task = 'expire_holds'
const elsewhere = 'valley-golf'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await startTestLedger()
})
afterAll(() => ledger.hub.close())
beforeEach(() => ledger.hub.owner.query('delete from graphile_worker._private_jobs'))

/** Holds whose time is over, all of them at the same moment. */
async function dueHolds(count: number, of = businessId): Promise<void> {
  const card = cardBalance('due-holds')
  await ledger.hub.database.transaction(of, async (tx) => {
    await move(tx, about('Load'), { from: bank, to: card, amount: count })
    for (let i = 0; i < count; i++) await hold(tx, about('Hold'), { account: card, amount: 1, seconds: -60 })
  })
}

async function stillDue(of = businessId): Promise<number> {
  const { rows } = await ledger.hub.owner.query<{ n: number }>(
    'select count(*)::int as n from ledger_hold where business_id = $1 and outcome is null and expires_at <= now()',
    [of],
  )
  return rows[0]!.n
}

/** One turn, over with its first piece. */
const shortTurn = (payload: InPieces) =>
  inShortTurn(() => ledger.hub.tasks[task]!(payload as never, { isLast: false }))

async function queued() {
  const { rows } = await ledger.hub.owner.query<{ key: string; isDue: boolean; payload: InPieces }>(
    `select j.key, j.run_at <= now() as "isDue", j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
    [task],
  )
  return rows
}

const begun = { left: [businessId, elsewhere].map((id) => ({ businessId: id, after: '' })) }

test('many are given back so many at once, the others’ before the rest, and the rest right after', async () => {
  await dueHolds(250)
  await dueHolds(1, elsewhere)
  await shortTurn(begun)
  expect(await stillDue()).toBe(150)
  const [rest, ...others] = await queued()
  expect(others).toEqual([])
  expect(rest).toMatchObject({ isDue: true })
  expect(rest!.payload.left?.map((place) => place.businessId)).toEqual([elsewhere, businessId])
  await shortTurn(rest!.payload)
  expect([await stillDue(elsewhere), await stillDue()]).toEqual([0, 150])
  for (const due of [50, 0]) {
    await shortTurn((await queued())[0]!.payload)
    expect(await stillDue()).toBe(due)
  }
})

test('more that can not be given back than are looked at at once keep no later one from its turn', async () => {
  await dueHolds(120)
  await ledger.hub.owner.query(`
    create function refuse_hold() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`)
  await ledger.hub.owner.query(`
    create trigger broken before update on ledger_hold for each row when (old.expires_at < now())
      execute function refuse_hold()`)
  await expect(expireHolds(ledger.hub.database)).rejects.toThrow('broken')
  await ledger.hub.owner.query(`
    drop trigger broken on ledger_hold;
    create trigger broken before update on ledger_hold for each row when (old.expires_at < now() - interval '1 minute')
      execute function refuse_hold()`)
  const { card } = await ledger.held(300, -1)
  await expect(expireHolds(ledger.hub.database)).rejects.toThrow('broken')
  expect(await ledger.balance(card)).toBe(500)
  await ledger.hub.owner.query('drop trigger broken on ledger_hold')
  await expireHolds(ledger.hub.database)
  expect(await stillDue()).toBe(0)
})

test('two that begin at once don’t go through the same: one of them leaves it to the other', async () => {
  await dueHolds(60)
  const worked = vi.spyOn(ledger.hub.database, 'transaction')
  await Promise.all([1, 2, 3].map(() => expireHolds(ledger.hub.database)))
  const times = worked.mock.calls.length
  worked.mockRestore()
  expect(await stillDue()).toBe(0)
  // Who leaves it has looked at one of them, or few.
  expect(times).toBeLessThan(70)
})

test('of what the clock begins no two wait, and it takes no place of a rest', async () => {
  const line = ledger.hub.schedule.find((each) => each.split(' ')[5] === task)!
  const { options } = parseCrontab(line)[0]!
  const begin = (ts: string) =>
    ledger.hub.owner.query(
      `select graphile_worker.add_job($1, $2, run_at := $3, job_key := $4, job_key_mode := $5)`,
      [task, { _cron: { ts } }, ts, options.jobKey, options.jobKeyMode],
    )
  await dueHolds(150)
  await shortTurn({ ...begun, _cron: { ts: '2026-05-05T00:00:00Z' } })
  await begin('2026-05-05T00:01:00Z')
  await begin('2026-05-05T00:02:00Z')
  expect(await queued()).toMatchObject([
    { payload: { left: [{ businessId: elsewhere }, { businessId }] } },
    { payload: { _cron: { ts: '2026-05-05T00:02:00Z' } } },
  ])
  // It waits for as long as it did: whoever comes meanwhile is behind it.
  const { rows } = await ledger.hub.owner.query(
    `select run_at = '2026-05-05T00:01:00Z' as "keepsPlace" from graphile_worker.jobs where key = $1`,
    [options.jobKey],
  )
  expect(rows).toEqual([{ keepsPlace: true }])
})
