import { expect, test } from 'vitest'
import { cutRows } from './cut-rows.ts'

const csv = 'a,b\n"two\nlines",c\n"a ""quoted\n"" word",é\n\n"",\n'
const rows = ['a,b\n', '"two\nlines",c\n', '"a ""quoted\n"" word",é\n', '\n', '"",\n']

test('rows are cut at their ends, however the bytes come', () => {
  const bytes = Buffer.from(csv)
  for (let length = 1; length <= bytes.length; length++) {
    const cut: string[] = []
    const add = cutRows((row) => void cut.push(row.toString()))
    for (let from = 0; from < bytes.length; from += length) add(bytes.subarray(from, from + length))
    expect(cut, `pieces of ${length}`).toEqual(rows)
  }
})
