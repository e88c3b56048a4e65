import { readFileSync } from 'node:fs'
import { callerPath, type Given, WrongUse } from '#server/command/frame'

// Short ones are guessed, however slow that is made.
const least = 16

export const passphraseOptions = {
  'passphrase-file': { type: 'string' },
  stdin: { type: 'boolean', default: false },
} as const

export const passphraseHelp = `The passphrase, of ${least} characters or more, is never an argument, as others on the machine see these:

  --passphrase-file  reads it from this file
  --stdin            reads it from a pipe`

/** What the file of a business is encrypted with. */
export async function passphraseOf({ options, readInput }: Given): Promise<string> {
  const file = options['passphrase-file'] as string | undefined
  if ((file === undefined) === (options.stdin !== true))
    throw new WrongUse('Name the passphrase by --passphrase-file or by --stdin.')
  const passphrase = (file === undefined ? await readInput() : readFileSync(callerPath(file), 'utf8')).trim()
  if (/[\r\n]/.test(passphrase)) throw new WrongUse('The passphrase must be a single line.')
  if (passphrase.length < least) throw new WrongUse(`The passphrase must have ${least} characters or more.`)
  return passphrase
}
