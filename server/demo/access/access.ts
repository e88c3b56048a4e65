import sql from 'sql-template-tag'
import { announceAccessChange } from '#platform/access'
import { type DriverName, noTenant, openDatabase, type Transaction } from '#platform/database'
import { hashOf } from '#platform/secrets'
import { setDisabled } from '#server/identity/accounts'
import { demoTillSecret, tillBusiness } from './till.ts'

type Say = (line: string) => void

/** Notes that the demo made this account, which may then be closed with it. */
export async function markAccount(tx: Transaction, uid: string): Promise<void> {
  await tx.run(sql`insert into demo_access (kind, id) values ('account', ${uid})`)
}

/**
 * Shuts out whoever comes with what everybody knows of the demo: its accounts, whatever their passwords are by now, and
 * the key of its till. Nobody else is touched.
 */
export function closeDemo(databaseUrl: string, say: Say, driver?: DriverName): Promise<void> {
  return alone({ databaseUrl, driver }, async (tx) => {
    const accounts = await tx.rows<{ uid: string; email: string }>(sql`
      update demo_access set closed_at = now() from identity.account
      where kind = 'account' and id = account.uid and not is_disabled returning uid, email`)
    for (const { uid } of accounts) await setDisabled(tx, uid, true)
    const keys = await revokeTillKey(tx)
    const closed = [
      ...accounts.map(({ email }) => email).toSorted(),
      ...keys.map(() => 'the key of its till'),
    ]
    if (closed.length > 0)
      say(
        `The demo is off, so nobody gets in by it any more. Closed: ${closed.join(', ')}. HUB_DEMO=on opens them again.`,
      )
  })
}

/** Opens what closing the demo has closed. */
export function openDemo(databaseUrl: string, say: Say, driver?: DriverName): Promise<void> {
  return alone({ databaseUrl, driver }, async (tx) => {
    const opened = await tx.rows<{ kind: string; id: string }>(sql`
      update demo_access set closed_at = null where closed_at is not null returning kind, id`)
    for (const { kind, id } of opened)
      await (kind === 'account' ? setDisabled(tx, id, false) : restoreTillKey(tx, id))
    if (opened.length > 0) say('The demo is on: its accounts, which were closed, are open again.')
  })
}

/** Its secret is printed in the sources, so that is how the key is known. */
async function revokeTillKey(tx: Transaction): Promise<{ id: string }[]> {
  const keys = await tx.asTenant(tillBusiness, (own) =>
    own.rows<{ id: string }>(sql`
      update api_key set revoked_at = now()
      where business_id = ${own.businessId} and secret_hash = ${hashOf(demoTillSecret)} and revoked_at is null
      returning api_key_id as id`),
  )
  for (const { id } of keys) {
    await tx.run(sql`
      insert into demo_access (kind, id, closed_at) values ('API key', ${id}, now())
      on conflict (kind, id) do update set closed_at = excluded.closed_at`)
    await announceAccessChange(tx, id)
  }
  return keys
}

async function restoreTillKey(tx: Transaction, apiKeyId: string): Promise<void> {
  await tx.asTenant(tillBusiness, (own) =>
    own.run(sql`
      update api_key set revoked_at = null
      where business_id = ${own.businessId} and api_key_id = ${apiKeyId}`),
  )
}

/** Of several processes that start at once, one does it and the others find it done. */
async function alone(
  { databaseUrl, driver }: { databaseUrl: string; driver: DriverName | undefined },
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const database = openDatabase(databaseUrl, { connections: 1, driver })
  try {
    await database.transaction(noTenant, async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`)
      await work(tx)
    })
  } finally {
    await database.close()
  }
}
