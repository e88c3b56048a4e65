import type { ParseArgsConfig } from 'node:util'
import type { Settings } from '#platform/settings'

/** What a command is given: what was typed after its name, the settings of `npm start`, and a way to say something. */
export type Given = {
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly settings: Settings
  readonly say: (line: string) => void
  /** What comes in by a pipe, up to its end. */
  readonly readInput: () => Promise<string>
}

/** One thing that `hub` does. */
export type Command = {
  /** What is typed after `hub`. */
  readonly name: string
  /** What may be typed instead. */
  readonly alias?: string
  /** What follows it, as the help shows it. */
  readonly takes?: string
  /** One line for the list of all. */
  readonly summary: string
  /** The rest of its help, in sentences. */
  readonly about: string
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** How many operands it needs, and how many it takes. */
  readonly operands?: readonly [least: number, most: number]
  readonly run: (given: Given) => Promise<void>
}

/** What went wrong, in words for the person at the keyboard. */
export class CommandTrouble extends Error {}

/** It was called in a way that it can't be; another exit code tells scripts so. */
export class WrongUse extends CommandTrouble {}
