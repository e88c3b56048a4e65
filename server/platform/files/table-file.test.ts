import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Download } from '#platform/formats'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { csvCells, xlsxCells } from '#tests/reading/cells.ts'
import { type TableColumn, tableFile } from './table-file.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const columns: readonly TableColumn[] = [
  { name: 'Text', header: 'Text', kind: 'text', value: sql`r.text` },
  { name: 'Money', header: 'Money', kind: 'money', value: sql`r.cents` },
  { name: 'Day', header: 'Day', kind: 'date', value: sql`r.day` },
  { name: 'At', header: 'At', kind: 'instant', value: sql`r.at` },
  { name: 'Is', header: 'Is', kind: 'yes-no', value: sql`r.is` },
]

const rows = [
  ['=1+1', -1250, '2026-11-14', '2026-11-14T09:30:15.75Z', true],
  ['say "hi", \\ <b>&\r\nZoë', 0, null, null, false],
  ['+61 400 000 000', 123456789, '1899-12-31', '2026-07-01T00:00:00Z', null],
  [null, null, null, null, null],
  ['x\u0001y', 5, null, null, null],
  // Of this year, not of the next.
  ['＝1+1', 1, null, '2026-12-31T12:59:59.6Z', null],
]

const file = (format: 'csv' | 'xlsx', query = sql`${JSON.stringify(rows)}`) =>
  tableFile(hub.database.forTenant('harbourside'), {
    name: 'sample',
    format,
    columns,
    from: sql`from (
      select r ->> 0 as text, (r ->> 1)::bigint as cents, (r ->> 2)::date as day, (r ->> 3)::timestamptz as at,
        (r ->> 4)::boolean as is
      from jsonb_array_elements(${query}::jsonb) r) r`,
    timeZone: 'Australia/Sydney',
  })

const bytesOf = async ({ content }: Download) => {
  const pieces: Uint8Array[] = []
  for await (const piece of content as AsyncIterable<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a table', () => {
  test('is a CSV file cell by cell, where nothing runs as a formula', async () => {
    expect(csvCells(await bytesOf(file('csv')))).toEqual([
      ['Text', 'Money', 'Day', 'At', 'Is'],
      ["'=1+1", '-12.50', '2026-11-14', '2026-11-14 20:30:15', 'Yes'],
      ['say "hi", \\ <b>&\r\nZoë', '0.00', '', '', 'No'],
      ['+61 400 000 000', '1234567.89', '1899-12-31', '2026-07-01 10:00:00', ''],
      ['', '', '', '', ''],
      ['x\u0001y', '0.05', '', '', ''],
      ["'＝1+1", '0.01', '', '2026-12-31 23:59:59', ''],
    ])
  })

  test('is a workbook cell by cell: money and dates as numbers, text as it is', async () => {
    const serial = Date.UTC(2026, 10, 14) / 86_400_000 + 25_569
    const newYear = Date.UTC(2027, 0, 1) / 86_400_000 + 25_569
    const seconds = (20 * 3600 + 30 * 60 + 15) / 86_400
    const [sheet = [], ...others] = xlsxCells(await bytesOf(file('xlsx')))
    expect(others).toEqual([])
    expect(sheet).toEqual([
      ['Text', 'Money', 'Day', 'At', 'Is'],
      ['=1+1', -12.5, serial, expect.closeTo(serial + seconds, 8), 'Yes'],
      ['say "hi", \\ <b>&\r\nZoë', 0, '', '', 'No'],
      ['+61 400 000 000', 1234567.89, '1899-12-31', expect.closeTo(46_204 + 10 / 24, 8)],
      [],
      ['xy', 0.05],
      ['＝1+1', 0.01, '', expect.closeTo(newYear - 1 / 86_400, 8)],
    ])
  })

  test('is named by the moment: day, month, year, hour, minute and second', () => {
    expect(file('xlsx').name).toMatch(/^sample-\d\d-\d\d-20\d\d-\d\d-\d\d-\d\d\.xlsx$/)
  })

  test('that can not be read fails before any of it is sent', async () => {
    await expect(bytesOf(file('csv', sql`'nonsense'`))).rejects.toThrow(/json/)
    await expect(bytesOf(file('xlsx', sql`'nonsense'`))).rejects.toThrow(/json/)
  })
})

describe('copying', () => {
  const copy = (query = sql`select repeat('x', 1000) from generate_series(1, 20000)`) =>
    hub.database.forTenant('harbourside').copy(query)

  test('comes in pieces of whole lines, of which few wait', async () => {
    let lines = 0
    for await (const piece of copy()) {
      expect(piece.length).toBeLessThanOrEqual(64 * 1024)
      expect(Buffer.from(piece).toString('latin1')).toMatch(/^(x{1000}\r\n)+$/)
      lines += piece.length / 1002
    }
    expect(lines).toBe(20_000)
  })

  test('stops in the database when nobody reads on, and leaves its connection to nobody', async () => {
    for (let turn = 0; turn < 6; turn++) for await (const piece of copy()) if (piece.length > 0) break
    await expect
      .poll(async () => {
        const { rows: running } = await hub.owner.query(
          `select from pg_stat_activity where datname = current_database() and state = 'active' and query ~ 'copy \\('`,
        )
        return running.length
      })
      .toBe(0)
  })

  test('sees the rows of its business alone, whatever it asks for, and keeps its values values', async () => {
    const pieces: Uint8Array[] = []
    const nasty = `O'Neil \\' ); drop table venue; --`
    for await (const piece of copy(
      sql`select distinct business_id, ${nasty}::text, ${['a', 'b']}::text[], ${null}::text from venue`,
    ))
      pieces.push(piece)
    expect(Buffer.concat(pieces).toString()).toBe(`harbourside,${nasty},"{a,b}",\r\n`)
    const { rows: left } = await hub.database.pool.query('select current_business() as business')
    expect(left).toEqual([{ business: null }])
  })
})
