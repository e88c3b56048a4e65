import { migrate, migrationNames } from '#platform/database'
import type { Command } from '#server/command/frame'
import { withDatabase } from '#server/command/frame'

/** `hub migrate`: what a start does first, alone. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: "brings the database to this version's shape, and starts nothing",
  about: `Applies the migrations that this version has and the database hasn't, in their order, and says which. A start does
the same; alone it is for a rolling upgrade: migrate with the new version while the former one serves, then replace
the processes one by one. Run twice, or by two at once, it is done once.`,
  run: ({ settings, say }) =>
    withDatabase(
      settings,
      async (url) => {
        const names = new Set(migrationNames())
        let applied = 0
        await migrate(url, (line) => {
          // It also says whom it waits for.
          if (names.has(line)) applied++
          say(names.has(line) ? `Migrating: ${line}` : line)
        })
        const last = migrationNames().at(-1)
        say(
          applied === 0
            ? `Nothing to do: the database is at ${last} already.`
            : `Applied ${applied} ${applied === 1 ? 'migration' : 'migrations'}: the database is at ${last}.`,
        )
      },
      { mayMake: true },
    ),
}
