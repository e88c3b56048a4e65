import { parseArgs } from 'node:util'
import { migrate } from '#platform/database'
import { startEmbeddedPostgres } from '#platform/postgres'
import { readSettings, SettingsError } from '#platform/settings'
import { seedDemo } from '#server/demo'
import { growMembers } from '#server/demo/members'

// `npm run seed -- --members 1000000` makes the demo data and lets Harbourside grow to that many members.
const say = (line: string) => process.stdout.write(`${line}\n`)

async function seed(): Promise<void> {
  const { values } = parseArgs({ options: { members: { type: 'string', default: '2000' } } })
  const wanted = Number(values.members)
  if (!Number.isInteger(wanted) || wanted < 0) throw new SettingsError('--members must be a whole number.')
  const settings = readSettings(process.env)
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: `${settings.dataFolder}/postgres`, log: say })
  try {
    const url = settings.databaseUrl ?? embedded!.url
    await migrate(url, say)
    await seedDemo(url, say, settings.database.driver)
    await growMembers(url, 'harbourside', wanted, say, settings.database.driver)
  } finally {
    await embedded?.stop()
  }
}

await seed().catch((error: unknown) => {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
