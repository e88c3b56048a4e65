import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Queries } from '#platform/database'
import { partOfFile } from './import-file.ts'
import type { Offer } from './import-row.ts'

/** What a file is read by. */
export type ReadingTask = {
  readonly mapping: readonly (string | null)[]
  readonly offer: Offer
  readonly venueNo: string | null
  /** The last row that has been read before. */
  readonly after: number
}

/** Rows that were read: `rows` is a JSON array of what each of them says. */
export type ReadBatch = { readonly first: number; readonly last: number; readonly rows: string }

/** What the thread says: the number of the part it wants next, what it has read, and how it ended. */
export type ReaderWords =
  | { readonly wants: number }
  | { readonly batch: ReadBatch }
  | { readonly end: 'read' }
  | { readonly end: 'unreadable'; readonly why: string }

/** The file isn't one of rows and columns. */
export class UnreadableFileError extends Error {}

/**
 * Reads an uploaded file in a thread of its own, which is as busy with it as the database is: calls that come meanwhile
 * don't wait. It reads no further ahead than the part it was given, and says of each batch in which part that was.
 */
export async function* readImportFile(
  db: Queries,
  importId: string,
  task: ReadingTask,
): AsyncGenerator<ReadBatch & { part: number }> {
  const worker = new Worker(new URL('./import-reading-worker.ts', import.meta.url), { workerData: task })
  let part = 0
  try {
    // A thread that breaks down throws here.
    const said = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[ReaderWords]>
    for await (const [words] of said) {
      if ('wants' in words) {
        part = words.wants
        worker.postMessage(await partOfFile(db, importId, part))
      } else if ('batch' in words) yield { ...words.batch, part }
      else if (words.end === 'read') return
      else throw new UnreadableFileError(words.why)
    }
    throw new Error('the thread that reads the file has ended')
  } finally {
    await worker.terminate()
  }
}
