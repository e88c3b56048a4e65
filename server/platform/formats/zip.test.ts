import { describe, expect, test } from 'vitest'
import { unzipped } from '#tests/reading/cells.ts'
import { type ZipEntry, type ZipLimits, zipped } from './zip.ts'

const files = {
  'one.txt': 'one '.repeat(50),
  'zwei ü.txt': Array.from({ length: 400 }, (_, i) => i.toString(36)).join(''),
  'empty.txt': '',
  'last.txt': 'last',
}

async function packed(limits?: ZipLimits, content: Record<string, string> = files): Promise<Buffer> {
  const entries = Object.entries(content).map(([name, text]): ZipEntry => ({ name, content: [text] }))
  return Buffer.concat(await Array.fromAsync(zipped(entries, limits)))
}

const farEnd = Buffer.from('PK\u0006\u0006', 'latin1')
// A field that says no more than 'look beside' would be taken for a size otherwise.
const few: ZipLimits = { bytes: 0xfffffffe, entries: 3 }
const small: ZipLimits = { bytes: 100, entries: 0xfffe }

test('what fits is a zip file as it always was', async () => {
  const zip = await packed()
  expect(zip.includes(farEnd)).toBe(false)
  expect(unzipped(zip)).toEqual(files)
})

describe.each([
  ['more files', few],
  ['larger files and places further away', small],
  ['more of either', { bytes: 0, entries: 0 }],
])('%s than its fields can hold', (_, limits) => {
  test('are written as ZIP64', async () => {
    const zip = await packed(limits)
    expect(zip.includes(farEnd)).toBe(true)
    expect(unzipped(zip)).toEqual(files)
  })
})

test('a large file alone is large, and the end what it was', async () => {
  const large = { 'large.txt': 'x'.repeat(1000) }
  const zip = await packed({ bytes: 500, entries: 1 }, large)
  expect(zip.includes(farEnd)).toBe(false)
  expect(unzipped(zip)).toEqual(large)
})
