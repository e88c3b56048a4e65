import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { recoveryCodeCount } from '#contract/access/second-factor-words.ts'
import type { Queries, Transaction } from '#platform/database'
import { hashOf } from '#platform/secrets'

// Without those that are taken for each other on paper: i and 1, l, o and 0, u and v.
const letters = '23456789abcdefghjkmnpqrstwxyz'
const codeLength = 16

/** Makes the codes of an account anew; those from before are good no more. They are told this once. */
export async function makeCodes(tx: Transaction, uid: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await tx.run(sql`delete from identity.recovery_code where uid = ${uid}`)
  await tx.run(sql`
    insert into identity.recovery_code (uid, code_hash)
    select ${uid}, unnest(${codes.map((code) => hashOfCode(uid, code))}::bytea[])`)
  return codes
}

/** How many are left. */
export async function codesLeft(db: Queries, uid: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from identity.recovery_code where uid = ${uid}`,
  )
  return count
}

/** Uses a code up, and tells whether it was one: of two at once, one gets it. */
export async function spendCode(tx: Transaction, uid: string, code: string): Promise<boolean> {
  const used = await tx.run(sql`
    delete from identity.recovery_code where uid = ${uid} and code_hash = ${hashOfCode(uid, code)}`)
  return used === 1
}

/** In groups of four, to be read and typed. */
function newCode(): string {
  const code = Array.from(randomLetters(codeLength)).join('')
  return code.match(/.{4}/g)!.join('-')
}

/** Each letter as likely as any other: bytes beyond the last whole round of the alphabet are thrown away. */
function* randomLetters(count: number): Generator<string> {
  const bound = 256 - (256 % letters.length)
  for (let made = 0; made < count;) {
    const [byte = 255] = randomBytes(1)
    if (byte >= bound) continue
    made++
    yield letters[byte % letters.length]!
  }
}

// People type capitals, and leave the dashes out.
function hashOfCode(uid: string, code: string): Buffer {
  return hashOf(`${uid} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`)
}
