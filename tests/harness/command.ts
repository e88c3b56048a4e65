import { commands, runCommand } from '#server/command'

export type Outcome = { readonly code: number; readonly said: string; readonly complained: string }

/** Runs `hub` with these words, on the database that the environment names. */
export async function hubCommand(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const said: string[] = []
  const complained: string[] = []
  const code = await runCommand(commands, words, {
    environment,
    say: (line) => void said.push(line),
    complain: (line) => void complained.push(line),
  })
  return { code, said: said.join('\n'), complained: complained.join('\n') }
}
