import { startEmbeddedPostgres } from '#platform/postgres'
import { readSettings, SettingsError } from '#platform/settings'
import { checkLedger, type Proof } from '#server/ledger'

// `npm run ledger:check` proves the ledger of the database that `npm start` would use: exit 1 if anything is wrong.
const quiet = () => undefined

async function check(): Promise<void> {
  const settings = readSettings(process.env)
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: `${settings.dataFolder}/postgres`, log: quiet })
  try {
    report(await checkLedger(settings.databaseUrl ?? embedded!.url))
  } finally {
    await embedded?.stop()
  }
}

function report({ transactions, wrong }: Proof): void {
  if (wrong.length === 0) {
    const counted = transactions.toLocaleString('en-AU')
    process.stdout.write(
      `The ledger is proven: ${counted} transactions balance, every kept balance equals its entries, no hold is unmatched.\n`,
    )
    return
  }
  process.stderr.write(`The ledger is WRONG:\n${wrong.map((sentence) => `- ${sentence}\n`).join('')}`)
  process.exitCode = 1
}

await check().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof SettingsError ? error.message : `The ledger could not be checked: ${(error as Error).message}`}\n`,
  )
  process.exitCode = 1
})
