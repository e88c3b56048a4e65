import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { goneSecret } from '#contract/messaging/outbox.ts'
import { tablesOfBusinesses } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { unzipped } from '#tests/reading/cells.ts'
import { exportBusiness } from './export.ts'
import { noSecrets, withheldColumns } from './withheld.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

async function everythingOf(businessId: string): Promise<Record<string, string>> {
  const answer = await hub.app.inject({
    method: 'GET',
    url: api.exportBusiness.path.replace('{businessId}', businessId),
    headers: { authorization: `Bearer ${await hub.tokenOf(people.superAdmin)}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  return unzipped(answer.rawPayload)
}

const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await hub.owner.query<Row>(text, values)).rows

const countIn = async (table: string, businessId: string) =>
  Number(
    (await ask<{ n: string }>(`select count(*) as n from ${table} where business_id = $1`, [businessId]))[0]!
      .n,
  )

const rowsOf = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, record_delimiter: '\r\n' })

describe.each(['harbourside', 'valley-golf'])('everything of %s', (businessId) => {
  let files: Record<string, string>
  beforeAll(async () => {
    files = await everythingOf(businessId)
  })

  test('has every row of every table, and none of another business', async () => {
    const names = await tablesOfBusinesses(hub.owner)
    expect(
      Object.keys(files)
        .filter((name) => name.startsWith('tables/'))
        .toSorted(),
    ).toEqual(names.map((name) => `tables/${name}.csv`))
    const { Rows } = JSON.parse(files['manifest.json']!)
    for (const name of names) {
      const rows = rowsOf(files[`tables/${name}.csv`]!)
      // The entry of the export itself was written before the moment it is of.
      expect({ name, rows: rows.length, told: Rows[name] }).toEqual({
        name,
        rows: await countIn(name, businessId),
        told: rows.length,
      })
      expect(rows.every((row) => row.business_id === businessId)).toBe(true)
    }
  })

  test('has its pictures, and says what is in the ledger', async () => {
    const manifest = JSON.parse(files['manifest.json']!)
    expect(manifest).toMatchObject({
      Layout: 1,
      Business: { BusinessId: businessId, ABN: expect.any(String) },
      Migration: expect.stringMatching(/^\d{4}-/),
      Moment: expect.any(String),
      Files: await countIn('file', businessId),
    })
    expect(Object.keys(files).filter((name) => name.startsWith('files/'))).toHaveLength(manifest.Files)
    for (const [name, content] of Object.entries(files))
      if (name.endsWith('.png')) expect(content).toContain('PNG')
    const sums = await ask<{ kind: string; sum: string }>(
      `select a.kind, a.unit, sum(e.amount)::text as sum from ledger_entry e
       join ledger_account a using (business_id, account_id) where business_id = $1 group by 1, 2`,
      [businessId],
    )
    expect(
      manifest.Ledger.filter(({ Entries }: { Entries: number }) => Entries > 0).map(
        ({ Kind, Unit, Sum }: { Kind: string; Unit: string; Sum: number }) => [Kind, Unit, String(Sum)],
      ),
    ).toEqual(expect.arrayContaining(sums.map((row) => Object.values(row))))
    expect(manifest.Ledger.reduce((all: number, { Sum }: { Sum: number }) => all + Sum, 0)).toBe(0)
  })

  test('goes without what would open something', () => {
    for (const [table, columns] of Object.entries(withheldColumns)) {
      const head = files[`tables/${table}.csv`]!.split('\r\n')[0]!.split(',')
      expect(head).not.toEqual([])
      for (const column of Object.keys(columns)) expect(head).not.toContain(column)
    }
  })
})

test('what is copied can be copied back as it is: nothing, empty text and breaks are told apart', async () => {
  const note = 'one\r\ntwo, "three"\n'
  await ask(
    `update member_note set text = $1 where id = (select min(id) from member_note where business_id = 'harbourside')`,
    [note],
  )
  const files = await everythingOf('harbourside')
  expect(rowsOf(files['tables/member_note.csv']!).map(({ text }) => text)).toContain(note)
})

test('a link that a former version left in the text of a message isn’t in it', async () => {
  const link = 'https://club.example/set-password?ticket=in-clear'
  await ask(
    `insert into outbox_message (business_id, channel, kind, recipient, body, secret, state)
     values ('harbourside', 'email', 'reset', 'former@club.example', $1, $2, 'Queued')`,
    [`Here: ${link}`, link],
  )
  const files = await everythingOf('harbourside')
  const message = rowsOf(files['tables/outbox_message.csv']!).find(
    ({ recipient }) => recipient === 'former@club.example',
  )
  expect(message?.body).toBe(`Here: ${goneSecret}`)
})

test('each column that looks like a secret is withheld, or known to be none', async () => {
  const suspicious = await ask<{ table: string; column: string }>(
    `
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and (c.data_type = 'bytea'
        or c.column_name ~ '(hash|secret|token|seal|password|passphrase|code|key|credential|otp|_url$|payload)')
      and c.table_name = any($1) and c.column_name <> 'postcode'
      and exists (select from information_schema.columns b where b.table_schema = 'public'
        and b.table_name = c.table_name and b.column_name = 'business_id')`,
    [await tablesOfBusinesses(hub.owner)],
  )
  const known = (table: string, column: string) =>
    withheldColumns[table]?.[column] ?? noSecrets[table]?.[column]
  expect(suspicious.filter(({ table, column }) => !known(table, column))).toEqual([])
  const listed = [withheldColumns, noSecrets].flatMap((list) =>
    Object.entries(list).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => ({ table, column })),
    ),
  )
  const there = await ask<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
  )
  for (const each of listed) expect(there).toContainEqual(each)
})

test('is one moment, whoever writes meanwhile', async () => {
  const { content } = await exportBusiness({
    db: hub.database.forTenant('harbourside'),
    who: { uid: 'x', name: 'X' },
    origin: { address: '', requestId: '' },
    endpoint: 'exportBusiness',
  } as unknown as Parameters<typeof exportBusiness>[0])
  const before = await countIn('member_note', 'harbourside')
  const pieces: Uint8Array[] = []
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    if (pieces.length === 0)
      await ask(`insert into member_note (business_id, member_id, text, is_pinned, actor_id, actor_name)
        select business_id, member_id, 'Late', false, '', '' from member where business_id = 'harbourside' limit 5`)
    pieces.push(piece)
  }
  const files = unzipped(Buffer.concat(pieces))
  expect(rowsOf(files['tables/member_note.csv']!)).toHaveLength(before)
})

test('whoever leaves half way leaves no connection behind', async () => {
  for (let turn = 0; turn < 8; turn++) {
    const moment = hub.database.forTenant('harbourside').inOneMoment(async function* (at) {
      yield* at.copy(sql`select repeat('x', 1000) from generate_series(1, 20000)`)
    })
    for await (const piece of moment) if (piece.length > 0) break
  }
  await expect
    .poll(() =>
      ask(`select from pg_stat_activity where datname = current_database() and state like 'idle in%'`),
    )
    .toEqual([])
  expect((await everythingOf('valley-golf'))['manifest.json']).toBeDefined()
})

test('the trail tells who asked for it; nobody of the business may', async () => {
  const told = await ask<{ trail: string }>(
    `select distinct business_id as trail from audit_entry
     where action = 'exportBusiness' and by_administrator and record_name like 'everything-harbourside-%.zip'`,
  )
  expect(told.map(({ trail }) => trail)).toEqual(['harbourside'])
  const params = { businessId: 'harbourside' }
  expect((await hub.as(people.admin)(api.exportBusiness, { params })).status).toBe(403)
  expect((await hub.as(people.otherAdmin)(api.exportBusiness, { params })).status).toBe(404)
})
