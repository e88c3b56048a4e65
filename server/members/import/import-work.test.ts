import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { startServer } from '#tests/processes/server.ts'
import { importParams, importsBy } from '#tests/records/imports.ts'

let hub: TestHub
let imports: ReturnType<typeof importsBy>
beforeAll(async () => {
  hub = await startTestHub()
  imports = importsBy(hub, people.admin)
})
afterAll(() => hub.close())

const rows = inLong(20_000, 8_000)
const line = (i: number) => `K-${i},Kay${i},Killed,Social,kay${i}@killed.example,${1930 + (i % 80)}-01-01\n`
const asFile = (lines: (i: number) => string, length = rows) =>
  `Number,First Name,Last Name,Type,Email,DOB\n${Array.from({ length }, (_, i) => lines(i)).join('')}`
const partLength = inLong(300_000, 120_000)

const membersMade = async () => {
  const { rows: counted } = await hub.owner.query(`
    select count(*)::int as members, count(distinct membership_number)::int as numbers,
      (select count(*)::int from member_change c where c.title = 'Import members') as changes
    from member where business_id = 'harbourside' and last_name = 'Killed'`)
  return counted[0]
}
/** As if the server had been gone for a while. */
const waitForLong = () => hub.owner.query(`update member_import set worked_at = now() - interval '2 minutes'`)
const queuedJobs = async (importId: string) => {
  const { rows: jobs } = await hub.owner.query(
    `select task_identifier as task from graphile_worker.jobs where key = $1`,
    [importId],
  )
  return jobs
}

test('goes on where a killed server left it, and takes no row twice', async () => {
  const server = await startServer({ DATABASE_URL: hub.databaseUrl, HUB_SECRET: hub.secret })
  const importId = await imports.startCheck(asFile(line), { partLength })
  await expect.poll(async () => (await imports.read(importId)).Rows).toBeGreaterThan(2_000)
  await server.stop('SIGKILL')
  const halfChecked = await imports.read(importId)
  expect(halfChecked).toMatchObject({ State: 'Checking' })
  expect(halfChecked.Rows).toBeLessThan(rows)

  await waitForLong()
  await hub.tasks.resume_member_imports!({} as never, { isLast: false })
  expect(await queuedJobs(importId)).toEqual([{ task: 'check_member_import' }])
  const other = await startServer({ DATABASE_URL: hub.databaseUrl, HUB_SECRET: hub.secret })
  await expect.poll(async () => (await imports.read(importId)).State).toBe('Checked')
  expect(await imports.read(importId)).toMatchObject({ Rows: rows, Findings: { New: rows, Refused: 0 } })

  await imports.startRun(importId)
  await expect.poll(async () => (await imports.read(importId)).Progress).toBeGreaterThan(0)
  await other.stop('SIGKILL')
  const halfDone = await imports.read(importId)
  expect(halfDone).toMatchObject({ State: 'Running' })
  expect((await membersMade()).members).toBe(halfDone.Outcome.Created)

  // Two go on at once, as a resumed one and the one that was thought dead might.
  while ((await imports.read(importId)).State === 'Running')
    await Promise.all([
      imports.work('run_member_import', importId),
      imports.work('run_member_import', importId),
    ])
  expect(await imports.read(importId)).toMatchObject({
    State: 'Done',
    Outcome: { Created: rows, Skipped: 0, Refused: 0 },
  })
  expect(await membersMade()).toEqual({ members: rows, numbers: rows, changes: rows })
})

test('stops at the next batch when it is cancelled, and keeps what it has taken over', async () => {
  // A batch is 2,000.
  const cancelled = asFile((i) => `C-${i},Cay,Cancelled${i},Social,,\n`, 6_000)
  const { ImportId } = await imports.check(cancelled, { partLength })
  await imports.startRun(ImportId)
  const running = imports.work('run_member_import', ImportId)
  await expect.poll(async () => (await imports.read(ImportId)).Progress).toBeGreaterThan(0)
  const answer = await hub.as(people.admin)(api.cancelMemberImport, importParams(ImportId))
  expect(answer).toMatchObject({ status: 200, body: { State: 'Cancelled' } })
  await running
  const { Outcome, Progress } = await imports.read(ImportId)
  expect(Progress).toBeLessThan(1)
  const { rows: made } = await hub.owner.query(
    `select count(*)::int as count from member where first_name = 'Cay'`,
  )
  expect(made[0].count).toBe(Outcome.Created)
})

test('gives up when it fails again and again at the same place, and can be checked anew', async () => {
  const { ImportId } = await imports.check('First Name,Last Name,Type\nFails,Always,Social\n')
  await imports.startRun(ImportId)
  await hub.owner.query(`alter table member add constraint no_always check (last_name <> 'Always')`)
  for (let tries = 0; tries < 5; tries++)
    await expect(imports.work('run_member_import', ImportId)).rejects.toThrow('no_always')
  expect(await imports.read(ImportId)).toMatchObject({
    State: 'Failed',
    Failure: 'Something went wrong on our side at row 2. Check the file again.',
  })
  await hub.owner.query(`alter table member drop constraint no_always`)
  const body = { Mapping: ['FirstName', 'LastName', 'MembershipType'], VenueNo: '1' }
  await hub.as(people.admin)(api.checkMemberImport, { ...importParams(ImportId), body })
  await imports.work('check_member_import', ImportId)
  expect((await imports.run(ImportId)).Outcome.Created).toBe(1)
})

test('counts no try in which the database was away or busy', async () => {
  const { ImportId } = await imports.check('First Name,Last Name,Type\nLost,Often,Social\n')
  await imports.startRun(ImportId)
  await hub.owner.query(`
    create function ends() returns trigger language plpgsql as
      $$ begin raise exception 'it is shut down' using errcode = 'admin_shutdown'; end $$;
    create trigger ends before insert on member execute function ends()`)
  for (let tries = 0; tries < 6; tries++)
    await expect(imports.work('run_member_import', ImportId)).rejects.toThrow(
      'the connection to the database was lost',
    )
  await hub.owner.query('drop trigger ends on member; drop function ends')
  const { rows: kept } = await hub.owner.query(
    `select state, tries from member_import where import_id = $1`,
    [ImportId],
  )
  expect(kept).toEqual([{ state: 'Running', tries: 0 }])
  await imports.work('run_member_import', ImportId)
  expect(await imports.read(ImportId)).toMatchObject({ State: 'Done', Outcome: { Created: 1 } })
})

test('files are thrown away after 30 days, and what came of them stays known', async () => {
  const { ImportId } = await imports.check('First Name,Last Name,Type\nOld,File,Social\n')
  await imports.run(ImportId)
  await hub.owner.query(
    `update member_import set created_at = now() - interval '31 days' where import_id = $1`,
    [ImportId],
  )
  await hub.tasks.forget_old_imports!({} as never, { isLast: false })
  const { rows: left } = await hub.owner.query(
    `select from member_import_row where import_id = $1 union all select from member_import_part where import_id = $1`,
    [ImportId],
  )
  expect(left).toEqual([])
  expect(await imports.read(ImportId)).toMatchObject({ State: 'Done', Outcome: { Created: 1 } })
})
