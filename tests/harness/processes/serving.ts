import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHub } from '#hub'
import { runJobs } from '#platform/job-runner'
import { installationSecret } from '#platform/secrets'
import { readSettings } from '#platform/settings'

let stop = async () => {}

/** The whole server on a database that is ready for it, on a free port, in a data folder that goes with it. */
async function serve(environment: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-server-'))
  const settings = readSettings({ PORT: '0', HUB_DATA_DIR: folder, ...environment })
  const databaseUrl = settings.databaseUrl ?? ''
  const secret = installationSecret(settings.secret, folder)
  const { app, tasks, schedule } = await createHub({ settings, databaseUrl, secret })
  const url = await app.listen({ port: settings.port, host: settings.host })
  const jobs = await runJobs(databaseUrl, tasks, schedule, (task, error) =>
    app.log.error({ err: error, task }, 'job failed'),
  )
  stop = async () => {
    await jobs.stop()
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return url
}

async function serveInstead(settings: Record<string, string>) {
  await stop()
  process.send?.(await serve(settings))
}

async function leave() {
  await stop()
  process.exit()
}

process.on('message', (settings: Record<string, string>) => void serveInstead(settings))
// Whoever started it is done with it, or gone.
process.once('disconnect', () => void leave())
