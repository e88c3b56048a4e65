import { asSuperuser, backupBench, type OwnDatabase } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { tablesOfBusinesses } from '#tests/database.ts'

/** Databases to move a business between, with a secret each, and a folder for its file. */
export function moveBench() {
  const bench = backupBench()
  const passphrase = 'a passphrase that was told by telephone'
  const secretThere = 'the secret of the installation it moves to'
  return {
    ...bench,
    passphrase,
    secretThere,
    exports: (
      businessId: string,
      database: OwnDatabase,
      file: string,
      more: Record<string, string> = {},
      ...words: string[]
    ) =>
      hubCommand(
        ['export-business', businessId, '--to', file, '--stdin', ...words],
        bench.environment(database, more),
        passphrase,
      ),
    imports: (file: string, database: OwnDatabase, input = passphrase, HUB_SECRET = secretThere) =>
      hubCommand(['import-business', file, '--stdin'], bench.environment(database, { HUB_SECRET }), input),
  }
}

/** Puts a dollar on an account of a business. */
export const postOnce = (database: OwnDatabase, businessId: string) =>
  asSuperuser(database, (client) =>
    client.query(
      `with account as (
         select distinct on (kind) account_id, kind, unit from ledger_account
         where business_id = $1 and kind in ('card', 'external') and unit = 'AUD' order by kind, account_id
       ), paid as (
         update ledger_account l set balance = l.balance + case when a.kind = 'card' then 100 else -100 end
         from account a where l.business_id = $1 and l.account_id = a.account_id
       ), made as (
         insert into ledger_transaction (business_id, kind, at, actor_id, actor_name)
         values ($1, 'Test', now(), '', '') returning transaction_id
       )
       insert into ledger_entry (business_id, account_id, transaction_id, unit, amount, at)
       select $1, a.account_id, made.transaction_id, a.unit, case when a.kind = 'card' then 100 else -100 end, now()
       from made, account a`,
      [businessId],
    ),
  )

/** Closes a business, as the console does. */
export const suspend = (database: OwnDatabase, businessId: string) =>
  asSuperuser(database, (client) =>
    client.query(
      `update business set standing = 'Suspended', standing_since = now(), standing_reason = 'It moves', standing_by = 'Test'
       where business_id = $1`,
      [businessId],
    ),
  )

// What is another by intent: how it stands, which numbers are given anew, and what stays behind.
const others: Readonly<Record<string, string>> = {
  business: `- 'standing_since' - 'standing_reason' - 'standing_by' - 'closed_since'`,
  audit_entry: `- 'id'`,
  outbox_message: `- 'id' - 'sealed'`,
  calendar_link: `- 'sealed'`,
  pass_invitation_recipient: `- 'message_id'`,
  user_notice: `- 'subject_id'`,
}
const leftOut = ['door_list', 'door_list_part', 'support_visit', 'resting_job']

/** A sum over all rows of a business in every table, by name. */
export function rowsOfBusiness(database: OwnDatabase, businessId: string) {
  return asSuperuser(database, async (client) => {
    const found: Record<string, unknown> = {}
    for (const name of await tablesOfBusinesses(client)) {
      if (leftOut.includes(name)) continue
      const row = `(to_jsonb(t) ${others[name] ?? ''})::text`
      const { rows } = await client.query(
        `select count(*)::int as count, md5(string_agg(${row}, E'\\n' order by ${row})) as sum from ${name} t where business_id = $1`,
        [businessId],
      )
      found[name] = rows[0]
    }
    return found
  })
}
