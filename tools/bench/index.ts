import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '#platform/database'
import { startEmbeddedPostgres } from '#platform/postgres'
import { seedDemo } from '#server/demo'
import { growMembers } from '#server/demo/members'
import { coldStart } from './cold-start.ts'
import { driver } from './driver.ts'
import { events } from './events.ts'
import { type Figure, rowOf } from './figure.ts'
import { growth } from './growth/growth.ts'
import { memberImport } from './import.ts'
import { lanes } from './lanes.ts'
import { ledger } from './ledger.ts'
import { members } from './members.ts'
import { passDesigner } from './pass-designer.ts'
import { reports } from './reports.ts'
import { signedInRead } from './signed-in-read.ts'
import { wallets } from './wallets.ts'

// Ratios within one run: the machine is noisy, and a time alone says little.
const quiet = () => undefined
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    // A folder whose database is filled once and kept: a million members take longer than most figures of them.
    in: { type: 'string' },
  },
})
// Each of these makes some of the figures.
const measures = {
  signedInRead,
  driver,
  members,
  growth,
  memberImport,
  ledger,
  events,
  wallets,
  passDesigner,
  reports,
  lanes,
  coldStart,
}
const isFilled = values.in !== undefined && existsSync(values.in)
const folder = values.in ?? mkdtempSync(join(tmpdir(), 'hub-bench-'))
const postgres = await startEmbeddedPostgres({ folder, log: quiet })
try {
  await migrate(postgres.url, quiet)
  if (!isFilled) await fill(postgres.url)
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(measures))
    if (values.only === undefined || values.only === name) figures.push(...(await measure(postgres.url)))
  process.stdout.write(
    `| figure | measured | wanted | met | detail |\n|---|---|---|---|---|\n${figures.map(rowOf).join('\n')}\n`,
  )
} finally {
  await postgres.stop()
  if (values.in === undefined) rmSync(folder, { recursive: true, force: true })
}

async function fill(url: string): Promise<void> {
  await seedDemo(url, quiet)
  await growMembers(url, 'harbourside', Number(values.members), quiet)
  await growMembers(url, 'valley-golf', 10_000, quiet)
}
