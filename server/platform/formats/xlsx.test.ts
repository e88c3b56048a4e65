import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unzipped, xlsxCells } from '#tests/reading/cells.ts'
import { xlsxDownload } from './xlsx.ts'

const columns = [{ header: 'Number', kind: 'text' }] as const
const pieces = (content: unknown) => (content as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()

test('what does not fit on a sheet goes on on the next, under headings of its own', async () => {
  async function* batches() {
    yield [['1'], ['2']]
    yield [['3'], ['4'], ['5'], ['6']]
    yield [['7']]
  }
  const found: Uint8Array[] = []
  const { content } = xlsxDownload('numbers.xlsx', columns, batches(), 3)
  for await (const piece of content as AsyncIterable<Uint8Array>) found.push(piece)
  expect(xlsxCells(Buffer.concat(found))).toEqual([
    [['Number'], ['1'], ['2'], ['3']],
    [['Number'], ['4'], ['5'], ['6']],
    [['Number'], ['7']],
  ])
})

test('is made at the pace of its reader, however long it is, and no more once nobody reads', async () => {
  let made = 0
  let isStopped = false
  // Noise, so that it can't be packed: a piece to read for each that is made.
  let seed = 1
  const noise = () => (seed = (seed * 48_271) % 2_147_483_647).toString(36)
  async function* endless() {
    try {
      for (;;) {
        made++
        yield [[Array.from({ length: 5_500 }, noise).join('')]]
      }
    } finally {
      isStopped = true
    }
  }
  const reading = pieces(xlsxDownload('endless.xlsx', columns, endless()).content)
  const settled = async () => {
    for (let turn = 0; turn < 200; turn++) await setImmediate()
    return made
  }
  await reading.next()
  const atFirst = await settled()
  // Nobody reads: nothing more is made, whatever the time.
  expect(await settled()).toBe(atFirst)
  expect(atFirst).toBeLessThan(20)
  let bytes = 0
  while (bytes < 3e6) bytes += (await reading.next()).value?.length ?? 0
  // What a batch takes at the least, packed.
  const perBatch = 15_000
  expect((await settled()) * perBatch).toBeLessThan(bytes + 20 * 64 * 1024)
  await reading.return?.(undefined)
  await expect.poll(() => isStopped).toBe(true)
})

test('a text that looks like the code of a character stays that text', async () => {
  async function* batches() {
    yield [['_x0041_x0042_ a_b _x41_']]
  }
  const found: Uint8Array[] = []
  const { content } = xlsxDownload('codes.xlsx', columns, batches())
  for await (const piece of content as AsyncIterable<Uint8Array>) found.push(piece)
  const sheet = unzipped(Buffer.concat(found))['xl/worksheets/sheet1.xml']
  expect(sheet).toContain('>_x005F_x0041_x005F_x0042_ a_b _x41_<')
})
