import { parseArgs } from 'node:util'
import { readSettings } from '#platform/settings'
import { type Command, type Given, WrongUse } from '#server/command/frame'
import { sentenceOf } from '#server/command/frame'
import { helpOn, helpOnAll, unknownCommand, usageHint } from './help.ts'

export type Surroundings = {
  readonly environment: Record<string, string | undefined>
  /** What was asked for. */
  readonly say: (line: string) => void
  readonly readInput: () => Promise<string>
  /** What went wrong. */
  readonly complain: (line: string) => void
}

/** Does what was typed after `hub`, and tells the exit code. */
export async function runCommand(
  commands: readonly Command[],
  words: readonly string[],
  { environment, say, complain, readInput }: Surroundings,
): Promise<number> {
  try {
    if (words.length === 0 || isHelp(words[0]!)) {
      const about = words.slice(1)
      say(about.length > 0 ? helpOn(commands, about) : helpOnAll(commands))
      return 0
    }
    const { command, name } = commandOf(commands, words)
    const rest = words.slice(name.split(' ').length)
    if (rest.some((word) => word === '--help' || word === '-h')) {
      say(helpOn(commands, [command.name]))
      return 0
    }
    const typed = parse(command, rest)
    await command.run({ ...typed, settings: readSettings(environment), say, readInput })
    return 0
  } catch (error) {
    complain(sentenceOf(error))
    return error instanceof WrongUse ? 2 : 1
  }
}

const isHelp = (word: string) => ['help', '--help', '-h'].includes(word)

/** The command that was typed, and the name that it was typed by. */
function commandOf(commands: readonly Command[], words: readonly string[]) {
  const begun = commands
    .flatMap((command) => [command.name, command.alias ?? []].flat().map((name) => ({ command, name })))
    .filter(({ name }) => name.split(' ').every((part, index) => words[index] === part))
  // Of hub jobs and hub jobs retry the one that says more.
  const named = begun.toSorted((one, other) => other.name.length - one.name.length)[0]
  if (!named)
    throw unknownCommand(
      commands,
      words.filter((word) => !word.startsWith('-')),
    )
  return named
}

/** What follows a command's name; what it doesn't know or misses is refused in a sentence. */
function parse(command: Command, args: readonly string[]): Pick<Given, 'operands' | 'options'> {
  const [least, most] = command.operands ?? [0, 0]
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: command.options ?? {},
      allowPositionals: true,
    })
    if (positionals.length < least) throw new WrongUse(`Something is missing. ${usageHint(command)}`)
    if (positionals.length > most)
      throw new WrongUse(`${positionals[most]} is more than hub ${command.name} takes. ${usageHint(command)}`)
    return { operands: positionals, options: values as Given['options'] }
  } catch (error) {
    throw asWrongUse(error, command)
  }
}

function asWrongUse(error: unknown, command: Command): unknown {
  const { code, message } = error as { code?: string; message: string }
  const option = /'(--?[^' ]+)/.exec(message)?.[1]
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return new WrongUse(`hub ${command.name} has no option ${option}. ${usageHint(command)}`)
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return new WrongUse(
      message.includes('does not take')
        ? `The option ${option} takes no value. ${usageHint(command)}`
        : `The option ${option} needs a value. ${usageHint(command)}`,
    )
  return error
}
