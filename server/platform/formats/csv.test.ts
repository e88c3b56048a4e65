import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, csvDownload, guardedLine } from './csv.ts'

describe('a cell', () => {
  test.each([
    ['plain', 'plain'],
    ['with, comma', '"with, comma"'],
    ['with "quotes"', '"with ""quotes"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['+cmd|x', "'+cmd|x"],
    ['-2+3+cmd', "'-2+3+cmd"],
    ['@sum(1)', "'@sum(1)"],
    ['\t=1', "'\t=1"],
    ['\n=1', '"\'\n=1"'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠1', "'＠1"],
    ['-12.50', '-12.50'],
    ['+61400000000', '+61400000000'],
    ['+61 (0)2 9999-0000', '+61 (0)2 9999-0000'],
    [-3.5, '-3.5'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
  ])('%j becomes %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })
})

test('a file starts with its mark and header, and goes on as its rows come', async () => {
  async function* batches() {
    yield [{ name: 'Zoë' }, { name: 'Bob' }]
    yield [{ name: '=1' }]
  }
  const { content, type } = csvDownload('x.csv', [['Name', (row) => row.name]], batches())
  const text = await new Response(new Blob(await Array.fromAsync(content as AsyncIterable<string>))).text()
  const bytes = await new Blob(
    await Array.fromAsync(csvDownload('x.csv', [['N', () => 1]], batches()).content as AsyncIterable<string>),
  ).bytes()
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  expect(text.replace('\uFEFF', '')).toBe("Name\r\nZoë\r\nBob\r\n'=1\r\n")
  expect(type).toBe('text/csv; charset=utf-8')
})

test('a line that the database wrote is guarded as cells are', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\t\r\n",\' 0123()é.a') })
  const asWritten = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (texts) => {
      expect(guardedLine(texts.map(asWritten).join(','))).toBe(texts.map(csvCell).join(','))
    }),
    { numRuns: 2_000 },
  )
})
