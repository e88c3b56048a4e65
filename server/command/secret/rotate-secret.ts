import { readFileSync } from 'node:fs'
import type { Transaction } from '#platform/database'
import { knownSecret, replaceSecret } from '#platform/secrets'
import {
  asOperator,
  callerPath,
  type Command,
  CommandTrouble,
  type Given,
  recordByOperator,
  WrongUse,
} from '#server/command/frame'
import { fitOf, holdSecret, isServed, type Resealed, resealAll, whyDiffers } from '#server/secret'

/** `hub rotate-secret` */
export const rotateSecretCommand: Command = {
  name: 'rotate-secret',
  takes: '[--file <file> | --stdin] [--lost]',
  summary: 'changes HUB_SECRET, and seals everything with the new one',
  about: `Stop every process of Hub first. The new secret, of 32 characters or more, is read from HUB_SECRET_NEW, or:

  --file   from this file
  --stdin  from a pipe
  --lost   goes on although the present secret is lost: authenticator apps and passes on phones have to be added anew,
           messages that waited to be sent fail

Everything that is sealed in the database is sealed anew, all of it or nothing: until it says that it is done the present
secret is the right one, and if it is broken off it can be run again. Then set HUB_SECRET to the new one for every process; a
secret in the data folder is replaced. Sessions, links in messages, authenticator apps and passes on phones go on. Lists of
doors are made anew, links to a next page end, and browsers count as new ones where failed sign-ins are counted. Backups
from before are restored with the secret from before. It is in the platform's audit trail as done by the operator.`,
  options: {
    file: { type: 'string' },
    stdin: { type: 'boolean', default: false },
    lost: { type: 'boolean', default: false },
  },
  run: async (given) => {
    const { settings, options, say } = given
    const to = await newSecretOf(given)
    const known = knownSecret(settings.secret, settings.dataFolder)
    if (to === known) throw new CommandTrouble('The new secret is the present one: nothing was changed.')
    const from = options.lost ? null : known
    if (from === undefined) throw new CommandTrouble(whyDiffers(settings))
    const outcome = await asOperator(settings, (tx) => rotate(tx, given, from, to))
    if (outcome) tell(outcome, say)
    else say('Everything is sealed with the new secret already.')
    say(
      settings.secret
        ? 'Set HUB_SECRET to the new one for every process before it starts.'
        : `The new secret is in ${replaceSecret(to, settings.dataFolder)}.`,
    )
  },
}

async function newSecretOf({ options, settings, readInput }: Given): Promise<string> {
  const file = options.file as string | undefined
  if (file !== undefined && options.stdin) throw new WrongUse('Name the new secret by --file or by --stdin.')
  const given = options.stdin
    ? await readInput()
    : file === undefined
      ? settings.newSecret
      : readFileSync(callerPath(file), 'utf8')
  if (given === undefined)
    throw new WrongUse('There is no new secret: set HUB_SECRET_NEW, or say --file or --stdin.')
  const secret = given.trim()
  if (secret.length < 32) throw new WrongUse('The new secret must have 32 characters or more.')
  if (/[\r\n]/.test(secret)) throw new WrongUse('The new secret must be a single line.')
  return secret
}

/** Null if that was done before, and only its end got lost. */
async function rotate(
  tx: Transaction,
  { settings }: Given,
  from: string | null,
  to: string,
): Promise<Resealed | null> {
  await holdSecret(tx)
  const requireUnserved = async () => {
    if (await isServed(tx))
      throw new CommandTrouble(
        'Hub is running on this database: stop every process of it first. Nothing was changed.',
      )
  }
  await requireUnserved()
  const already = await fitOf(tx, to)
  if (already.isChecked && already.state === 'fits') return null
  await requirePresent(tx, settings, from)
  const outcome = await resealAll(tx, from, to)
  const action = { name: 'rotate-secret', title: 'Change the secret (operator)' }
  const record = { kind: 'Secret', id: 'HUB_SECRET', name: 'HUB_SECRET' }
  await recordByOperator(tx, action, record, {
    'Sealed anew': outcome.count,
    'Could not be opened': outcome.left,
  })
  // One that started meanwhile, with the present secret, before ours was held.
  await requireUnserved()
  return outcome
}

async function requirePresent(
  tx: Transaction,
  settings: Given['settings'],
  from: string | null,
): Promise<void> {
  const known = from ?? knownSecret(settings.secret, settings.dataFolder)
  const { state } = await fitOf(tx, known)
  if (from !== null && state === 'differs') throw new CommandTrouble(whyDiffers(settings))
  if (from === null && state !== 'differs')
    throw new CommandTrouble('The present secret is the right one, and not lost: leave --lost out.')
}

function tell({ count, left }: Resealed, say: Given['say']): void {
  say(`Sealed ${count} ${count === 1 ? 'value' : 'values'} with the new secret.`)
  if (left > 0) say(`${left} could not be opened with the present one, and stay as they are.`)
}
