import { strictEqual } from 'node:assert'
import { join } from 'node:path'
import { asSuperuser, type DebianPostgres } from '#tools/operate/debian-postgres.ts'
import { hubCommand, type Installation, ofRelease } from '#tools/operate/installation.ts'
import { openFolder } from '#tools/operate/process.ts'
import { buildFormer } from '#tools/operate/released.ts'
import { run } from '#tools/run.mjs'
import { check, type Score } from '#tools/testing/checks.mjs'
import { type StartProxy, startProcesses, told } from './processes.ts'
import { perSecond, underLoad } from './under-load.ts'

/** The former release is at work: the newest migrates beneath it, and takes the place of its processes one by one. */
export async function proveRollOut(
  postgres: DebianPostgres,
  startProxy: StartProxy,
  newest: Installation,
): Promise<Score[]> {
  const folder = openFolder()
  const place = join(folder.path, 'hub-before')
  try {
    const built = await check('the former release is built', () => buildFormer(folder.path, place))
    if (built.failed > 0) return [built]
    return [built, ...(await rollOut(postgres, startProxy, ofRelease(place, undefined), newest))]
  } finally {
    await run('chmod', ['-R', 'u+w', folder.path])
    folder.remove()
  }
}

async function rollOut(
  postgres: DebianPostgres,
  startProxy: StartProxy,
  former: Installation,
  newest: Installation,
): Promise<Score[]> {
  const DATABASE_URL = await postgres.makeDatabase('rolled_out')
  const processes = await startProcesses(startProxy, DATABASE_URL, () => former)
  try {
    return await asSuperuser(postgres.urlOf('postgres', 'rolled_out'), async (superuser) => [
      await check(`from the former release to the newest at ${perSecond} requests a second: none fails`, () =>
        underLoad(processes, superuser, async () => {
          await told('the newest migrates', async () => {
            const { code, output } = await hubCommand(newest, ['migrate'], processes.settings)
            strictEqual(code, 0, output)
          })
          await processes.replaceEach(() => newest)
        }),
      ),
      await check('the ledger holds after it', () => requireLedger(newest, processes.settings)),
    ])
  } finally {
    await processes.stop()
  }
}

export async function requireLedger(
  installed: Installation,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { code, output } = await hubCommand(installed, ['ledger', 'check'], settings)
  strictEqual(code, 0, output)
}
