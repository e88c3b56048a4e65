import { runJobs } from '#platform/job-runner'
import { inLane } from '#platform/jobs'
import type { ToJobProcess } from './job-processes.ts'

/** Works on the queue: what it begins it tells, and ends only when it is told to. */
async function work({ databaseUrl, beat }: ToJobProcess) {
  const tell = (words: string) => void process.send?.(words)
  const tasks = {
    wait: inLane('soon', async () => {
      tell('began')
      await new Promise<void>(() => undefined)
    }),
  }
  await runJobs(databaseUrl, tasks, [], (_, error) => tell((error as Error).message), beat)
  tell('ready')
}

process.on('message', (order: ToJobProcess) => void work(order))
// Whoever started it is done with it, or gone.
process.once('disconnect', () => process.exit())
