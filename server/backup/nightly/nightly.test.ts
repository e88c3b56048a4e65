import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { createHub } from '#hub'
import { noTenant } from '#platform/database'
import { runJobs } from '#platform/job-runner'
import { asSuperuser } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { testSettings } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { createOwnedDatabase } from '#tests/owned-database.ts'
import { backupStatus } from './status.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-nightly-'))
const missing = join(folder, 'missing')
const HUB_METRICS_TOKEN = 'a token for the figures'
let hub: TestHub
/** The same installation, told to put backups where nobody can. */
let lost: Awaited<ReturnType<typeof createHub>>
beforeAll(async () => {
  hub = await startTestHub({
    HUB_BACKUP_DIR: folder,
    HUB_METRICS_TOKEN,
    HUB_BACKUP_AT: '02:30',
    HUB_BACKUP_KEEP_DAYS: '3',
    HUB_BACKUP_KEEP_WEEKS: '2',
  })
  const settings = testSettings(hub.databaseUrl, { HUB_BACKUP_DIR: missing })
  lost = await createHub({ settings, databaseUrl: hub.databaseUrl, secret: hub.secret })
})
afterAll(async () => {
  await lost.app.close()
  await hub.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  await hub.owner.query('delete from nightly_backup')
})

const take = (of: Pick<TestHub, 'tasks'> = hub, dueAt?: Date) =>
  of.tasks['take_backup']!((dueAt ? { _cron: { ts: dueAt.toISOString() } } : {}) as never, { isLast: false })
/** One that was taken so many hours ago: as far as anybody is told of it. */
const wasTaken = (hours: number) =>
  hub.owner.query(
    `insert into nightly_backup (file, taken_at, bytes) values ($1, now() - $2 * interval '1 hour', 3)`,
    [join(folder, 'former'), hours],
  )
const status = async () => (await hub.as(people.superAdmin)(api.getBackupStatus)).body
const age = async () => {
  const headers = { authorization: `Bearer ${HUB_METRICS_TOKEN}` }
  const { body } = await hub.app.inject({ url: '/metrics', headers })
  return /^hub_backup_age_seconds (.+)$/m.exec(body)?.[1]
}
const doctor = (HUB_BACKUP_DIR: string) =>
  hubCommand(['doctor'], { DATABASE_URL: hub.databaseUrl, HUB_SECRET: hub.secret, HUB_BACKUP_DIR })

describe('a backup that is taken by itself', () => {
  test('lies in the folder, whole, and is told of', async () => {
    expect([(await status()).State, await age()]).toEqual(['NoneYet', undefined])
    await take()
    const [name, ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^hub-nightly-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.zst$/)
    const { size, mode } = statSync(join(folder, name!))
    expect(mode & 0o777).toBe(0o600)
    expect(await status()).toEqual({
      State: 'Good',
      DueAt: '02:30',
      TakenDate: expect.any(String),
      Bytes: size,
      FailedDate: null,
      FailureReason: null,
    })
    expect(Number(await age())).toBeLessThan(60)
    const { said } = await doctor(folder)
    expect(said).toMatch(/^ok {7}The last backup that Hub took by itself is 0 hours old\.$/m)
  })

  test('can be restored, where none has been taken yet, and none is under way', async () => {
    await hub.owner.query(`select graphile_worker.add_job('take_backup')`)
    await take()
    await hub.owner.query(`delete from graphile_worker._private_jobs`)
    const target = await createOwnedDatabase()
    const file = join(folder, readdirSync(folder)[0]!)
    const restored = await hubCommand(['restore', file], {
      DATABASE_URL: target.url,
      HUB_SECRET: hub.secret,
    })
    expect(restored).toMatchObject({ code: 0, complained: '' })
    const { rows } = await asSuperuser(target, (client) =>
      client.query(`select (select count(*)::int from nightly_backup) as taken,
        (select count(*)::int from graphile_worker.jobs where task_identifier = 'take_backup') as jobs`),
    )
    await target.drop()
    expect(rows).toEqual([{ taken: 0, jobs: 0 }])
  })

  test('is not taken twice for one night, nor by two at once', async () => {
    const night = new Date()
    await take(hub, night)
    await take(hub, night)
    const first = readdirSync(folder)
    expect(first).toHaveLength(1)
    await hub.owner.query(`select pg_advisory_lock(hashtextextended('nightly_backup', 0))`)
    await expect(take()).rejects.toThrow('Another process is taking a backup just now')
    await hub.owner.query(`select pg_advisory_unlock_all()`)
    expect(readdirSync(folder)).toEqual(first)
    await take(hub, new Date())
    expect(readdirSync(folder)).not.toEqual(first)
  })

  test('is known to a process that takes none itself', async () => {
    const db = hub.database.forTenant(noTenant)
    expect(await backupStatus(db, undefined)).toMatchObject({ State: 'NotSetUp', DueAt: null })
    await take()
    expect(await backupStatus(db, undefined)).toMatchObject({ State: 'Good', DueAt: null })
  })

  test('is late after two days', async () => {
    await wasTaken(49)
    expect((await status()).State).toBe('Late')
    expect((await doctor(folder)).said).toMatch(/^warning {2}The last backup that .+ 49 hours old: see why/m)
  })
})

describe('after the folder was taken out of the settings', () => {
  type Beat = readonly [role: string, takesBackups: boolean | null, minutesAgo?: number]
  const withBeats = async (...beats: Beat[]) => {
    await wasTaken(49)
    await hub.owner.query('delete from process_beat')
    for (const [index, [role, takes, minutes = 0]] of beats.entries())
      await hub.owner.query(
        `insert into process_beat (process_id, name, role, version, takes_backups, beat_at)
         values ($1, $1, $2, '1', $3, now() - make_interval(mins => $4))`,
        [`beat ${index}`, role, takes, minutes],
      )
    const { State, TakenDate } = await status()
    expect(TakenDate).not.toBeNull()
    return [State, (await age()) !== undefined]
  }

  test.each<[string, readonly Beat[], 'Late' | 'NotSetUp']>([
    ['the worker takes none', [['worker', false]], 'NotSetUp'],
    [
      'only one for people is told',
      [
        ['web', true],
        ['worker', false],
      ],
      'NotSetUp',
    ],
    [
      'one that takes them is gone',
      [
        ['all', true, 6],
        ['all', false],
      ],
      'NotSetUp',
    ],
    ['a worker takes them', [['worker', true]], 'Late'],
    [
      'one of two takes them',
      [
        ['worker', false],
        ['all', true],
      ],
      'Late',
    ],
    ['a former version doesn’t say', [['worker', null]], 'Late'],
    [
      'one of two doesn’t say',
      [
        ['worker', false],
        ['worker', null],
      ],
      'Late',
    ],
    ['no worker lives', [['web', false]], 'Late'],
    ['nobody lives', [], 'Late'],
  ])('%s', async (_, beats, state) => {
    expect(await withBeats(...beats)).toEqual([state, state === 'Late'])
  })
})

describe('one that fails', () => {
  const sentence = `The folder ${missing} isn't there: make it, or set HUB_BACKUP_DIR to another.`

  test('is told of until a good one comes after it', async () => {
    await expect(take(lost)).rejects.toThrow(sentence)
    expect(await status()).toMatchObject({
      State: 'NoneYet',
      FailedDate: expect.any(String),
      FailureReason: sentence,
    })
    const { code, said } = await doctor(missing)
    expect(code).toBe(1)
    expect(said).toMatch(
      /^wrong {4}HUB_BACKUP_DIR can't be used, and no backup is taken\. .+ isn't there\.$/m,
    )
    expect(said).toContain(sentence)
    await take()
    expect(await status()).toMatchObject({ State: 'Good', FailedDate: null, FailureReason: null })
  })

  test('leaves nothing behind, and what was there', async () => {
    await take()
    const before = readdirSync(folder)
    await hub.owner.query('alter table ledger_account rename to elsewhere')
    await expect(take()).rejects.toThrow(/^No backup was taken, and it is tried again: .*ledger_account/)
    await hub.owner.query('alter table elsewhere rename to ledger_account')
    expect(readdirSync(folder)).toEqual(before)
  })

  test('is a failed job with the reason, as the next night has it due again', async () => {
    await hub.owner.query(`select graphile_worker.add_job('take_backup', max_attempts := 1)`)
    const { promise: failed, resolve } = Promise.withResolvers<unknown>()
    const jobs = await runJobs(hub.databaseUrl, lost.tasks, hub.schedule, (_task, error) => resolve(error))
    expect(await failed).toMatchObject({ message: sentence })
    await jobs.stop()
    const { Results } = (await hub.as(people.superAdmin)(api.listFailedJobs)).body
    expect(Results).toMatchObject([{ Task: 'take_backup', State: 'Failed' }])
    expect(Results[0]!.Reason).toContain(sentence)
    const { rows } = await hub.owner.query(
      `select identifier from graphile_worker._private_known_crontabs where identifier = 'take_backup'`,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('older ones', () => {
  /** One that was taken so many days before a Wednesday, unless it is told to be otherwise. */
  async function taken(days: number, { bytes = 3, name = `of-${days}` } = {}) {
    const file = join(folder, name)
    writeFileSync(file, 'abc')
    await hub.owner.query(
      `insert into nightly_backup (file, taken_at, bytes)
       values ($1, date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - $2 * interval '1 day', nullif($3, 0))`,
      [file, days, bytes],
    )
  }

  test('go once a newer one is there, but for the last of so many days and weeks', async () => {
    // Counted back from this week's Monday: those of today's week come first.
    for (const days of [1, 2, 3, 7, 8, 9, 15]) await taken(days)
    await take()
    const kept = readdirSync(folder).filter((name) => name.startsWith('of-'))
    // Three days are today and the two before; two weeks are this one and the last, whose last day is among them.
    expect(kept.toSorted()).toEqual(['of-1', 'of-2'])
  })

  test('stay where the newer one failed', async () => {
    for (const days of [1, 2, 3, 7, 8]) await taken(days)
    await expect(take(lost)).rejects.toThrow("isn't there")
    expect(readdirSync(folder)).toHaveLength(5)
  })

  test('of others stay, and what was broken off goes', async () => {
    writeFileSync(join(folder, 'hub-2020-01-01T00-00-00Z.tar.zst'), 'by hand')
    for (const days of [1, 2, 3]) await taken(days)
    await taken(20, { bytes: 4, name: 'replaced' })
    await taken(21, { bytes: 0, name: 'broken' })
    writeFileSync(join(folder, 'broken.part'), 'half')
    await take()
    const left = readdirSync(folder).filter((name) => !name.startsWith('hub-nightly-'))
    expect(left.toSorted()).toEqual(['hub-2020-01-01T00-00-00Z.tar.zst', 'of-1', 'of-2', 'replaced'])
    expect(existsSync(join(folder, 'broken.part'))).toBe(false)
  })
})
