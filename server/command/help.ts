import type { Command } from '#server/command/frame'
import { WrongUse } from '#server/command/frame'

const usageOf = ({ name, takes }: Command) => ['hub', name, takes].filter(Boolean).join(' ')

/** What `hub` alone says: every command in a line. */
export function helpOnAll(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'Looks after an installation of Hub, with the settings that npm start reads.',
    '',
    ...commands.map(({ name, summary }) => `  hub ${name.padEnd(width)}  ${summary}`),
    '',
    `  hub help <command>${' '.repeat(Math.max(0, width - 14))}  tells more of one of them`,
    '',
    'It exits with 0 when all went well, with 1 when something was wrong, and with 2 when it was called the wrong way.',
  ].join('\n')
}

/** What `hub help backup` says. */
export function helpOn(commands: readonly Command[], words: readonly string[]): string {
  const wanted = words.join(' ')
  const found = commands.filter(
    ({ name, alias }) => name === wanted || alias === wanted || name.startsWith(`${wanted} `),
  )
  if (found.length === 0) throw unknownCommand(commands, words)
  return found.map((command) => `${usageOf(command)}\n\n${command.about}`).join('\n\n\n')
}

/** The commands whose names begin as what was typed, or all. */
export function unknownCommand(commands: readonly Command[], words: readonly string[]): WrongUse {
  const alike = commands.filter(({ name }) => name.split(' ')[0] === words[0])
  const hint = alike.length > 0 ? alike.map(usageOf).join(', ') : 'hub, without more, lists all'
  return new WrongUse(`There is no command hub ${words.join(' ')} (${hint}).`)
}

/** For those who called it the wrong way. */
export const usageHint = (command: Command) =>
  `It is: ${usageOf(command)} (hub help ${command.name} tells more).`
