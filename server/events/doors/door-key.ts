import sql, { type Sql } from 'sql-template-tag'
import type { Vault } from '#platform/secrets'

/**
 * The key that the codes in an event's list are hashed with, of each event another. Numbers are short: by a list alone,
 * without its key, they can't be tried one after the other, nor told from one event to the next.
 */
export function doorKeyOf(vault: Vault | null, businessId: string, eventId: string): Buffer {
  if (!vault) throw new Error('a list for doors can not be made without the installation’s secret')
  return vault.keyFor(`door list ${businessId} ${eventId}`)
}

const blockLength = 64

/**
 * Makes the expression that hashes a code with the key, as `codeHash` does on the device. Codes that mean nobody, because
 * several have them, have no hash: a device, which may know one of them alone, would take it for that one.
 */
export function hashingBy(key: Buffer, meaningless: readonly string[]): (code: Sql) => Sql {
  const padded = Buffer.concat([key, Buffer.alloc(blockLength - key.length)])
  const [inner, outer] = [padded.map((byte) => byte ^ 0x36), padded.map((byte) => byte ^ 0x5c)]
  const meaningful = (code: Sql) =>
    meaningless.length === 0
      ? sql`code_key(${code})`
      : sql`case when code_key(${code}) <> all(${meaningless}::text[]) then code_key(${code}) end`
  return (code) => sql`keyed_code_hash(${Buffer.from(inner)}, ${Buffer.from(outer)}, ${meaningful(code)})`
}
