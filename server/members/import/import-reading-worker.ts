import { parentPort, workerData } from 'node:worker_threads'
import { isUnreadable, rowsOfFile } from './import-file.ts'
import type { ReaderWords, ReadingTask } from './import-reading.ts'
import { rowReader } from './import-row.ts'

const { mapping, offer, venueNo, after } = workerData as ReadingTask
const batchSize = 2_000
const say = (words: ReaderWords) => parentPort?.postMessage(words)

async function* parts(): AsyncGenerator<string> {
  for (let part = 0; ; part++) {
    const answer = new Promise<string | null>((resolve) => parentPort?.once('message', resolve))
    say({ wants: part })
    const text = await answer
    if (text === null) return
    yield text
  }
}

async function readFile(): Promise<void> {
  const read = rowReader(mapping, offer, venueNo)
  for await (const batch of rowsOfFile(parts(), batchSize)) {
    const [first, ...others] = batch.filter(({ rowNo }) => rowNo > after)
    if (!first) continue
    const rows = [first, ...others].map(({ rowNo, cells }) => ({ rowNo, ...read(cells) }))
    say({ batch: { first: first.rowNo, last: batch.at(-1)!.rowNo, rows: JSON.stringify(rows) } })
  }
}

try {
  await readFile()
  say({ end: 'read' })
} catch (error) {
  if (!isUnreadable(error)) throw error
  say({ end: 'unreadable', why: error.message.split('\n', 1)[0]! })
}
