import { commands, runCommand } from '#server/command'

export type Outcome = { readonly code: number; readonly said: string; readonly complained: string }

/** Runs `hub` with these words, on the database that the environment names; `input` comes in by a pipe. */
export async function hubCommand(
  words: readonly string[],
  environment: Record<string, string> = {},
  input = '',
): Promise<Outcome> {
  const said: string[] = []
  const complained: string[] = []
  const code = await runCommand(commands, words, {
    environment,
    say: (line) => void said.push(line),
    readInput: async () => input,
    complain: (line) => void complained.push(line),
  })
  return { code, said: said.join('\n'), complained: complained.join('\n') }
}
