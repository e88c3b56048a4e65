import { hash, verify } from '@node-rs/argon2'
import { shortestPassword } from '#contract/access/identity.ts'
import { fewOfEach } from '#platform/concurrency'
import { refuse } from '#server/identity/accounts'

const longestPassword = 200

// An argon2 run takes a core and 19 MiB for a while, on the threads that files and names are also looked up on.
// Of one account few wait: whoever signs in to theirs again and again keeps nobody else waiting for long.
const inTurn = fewOfEach(2, 100, 5, () => refuse('too-many-attempts'))

/** Refuses a password that is too short or absurdly long; see also `refuseGuessable`. */
export function requireAcceptable(password: string): void {
  const { length } = password
  if (length < shortestPassword || length > longestPassword) throw refuse('invalid-password')
}

/** The argon2id hash that is stored of a password, for whom it is. */
export function hashPassword(whose: string, password: string): Promise<string> {
  return inTurn(whose, () => hash(normalised(password)))
}

/** Whether the password is the one of the account. */
export function isPassword(uid: string, passwordHash: string, password: string): Promise<boolean> {
  return inTurn(uid, () => verify(passwordHash, normalised(password)))
}

// Keyboards differ in how they compose the same letter.
function normalised(password: string): string {
  return password.normalize('NFKC')
}
