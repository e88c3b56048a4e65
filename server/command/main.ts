import { text } from 'node:stream/consumers'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

// What ends on a signal ends with an exit like any other, so that what it left behind is tidied up.
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const)
  process.on(signal, () => process.exit(128 + number))

process.exitCode = await runCommand(commands, process.argv.slice(2), {
  environment: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  readInput: () => text(process.stdin),
  complain: (line) => void process.stderr.write(`${line}\n`),
})
