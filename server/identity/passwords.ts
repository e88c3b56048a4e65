import { hash, verify } from '@node-rs/argon2'
import { shortestPassword } from '#contract/identity.ts'
import { refuse } from './refusals.ts'

const longestPassword = 200

// An argon2 run takes a core and 19 MiB for a while, on the threads that files and names are also looked up on.
const mostRunning = 2
const mostWaiting = 100
let running = 0
const waiting: (() => void)[] = []

/** Refuses a password that is too short or absurdly long; see also `refuseGuessable`. */
export function requireAcceptable(password: string): void {
  const { length } = password
  if (length < shortestPassword || length > longestPassword) throw refuse('invalid-password')
}

/** The argon2id hash that is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalised(password)))
}

/** Whether the password is the one that was hashed. */
export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, normalised(password)))
}

// Keyboards differ in how they compose the same letter.
function normalised(password: string): string {
  return password.normalize('NFKC')
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < mostRunning) running++
  else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw refuse('too-many-attempts')
  try {
    return await work()
  } finally {
    // The turn passes to the next in line without ever being free.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
