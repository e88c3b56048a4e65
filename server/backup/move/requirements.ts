import type pg from 'pg'
import { noTenant } from '#platform/database'
import { BackupTrouble, lookInto, requireOwnSecret, tablesOf } from '#server/backup/archive'
import type { MoveManifest } from './manifest.ts'

/** Refuses what can't come here, before anything is written. */
export async function requireMovable(
  client: pg.Client,
  manifest: MoveManifest,
  secret: string,
): Promise<void> {
  await requireOwnSecret(client, await tablesOf(client), secret)
  await requireSameShape(client, manifest)
  await client.query('begin')
  await requireFree(client, manifest.business)
  await client.query('commit')
}

async function requireSameShape(client: pg.Client, { migrations, hub }: MoveManifest): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from public.migration order by name',
  )
  const there = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const here = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const differs = [...new Set([...there.keys(), ...here.keys()])].find((name) => {
    const [one, other] = [there.get(name), here.get(name)]
    return one === undefined || other === undefined || (one !== other && one !== null && other !== null)
  })
  if (differs)
    throw new BackupTrouble(
      `The file is of Hub ${hub}, whose database has another shape than this one (${differs}): bring both installations to the same version, and export it again.`,
    )
}

async function requireFree(client: pg.Client, { id, name, abn }: MoveManifest['business']): Promise<void> {
  await lookInto(client, noTenant)
  const { rows } = await client.query<{ id: string; name: string; abn: string }>(
    'select business_id as id, display_name as name, abn from business where business_id = $1 or abn = $2',
    [id, abn],
  )
  const taken = rows.find((row) => row.id === id) ?? rows[0]
  if (taken)
    throw new BackupTrouble(
      taken.id === id
        ? `There is a business with the id ${id} here already (${taken.name}): nothing was imported.`
        : `There is a business with the ABN ${abn} of ${name} here already (${taken.name}): nothing was imported.`,
    )
  const erased = await client.query('select from erased_business where former_id = $1', [id])
  if (erased.rowCount)
    throw new BackupTrouble(
      `A business with the id ${id} was erased here, and no id is given again: nothing was imported.`,
    )
}

type User = { readonly email: string; readonly of: string }

/** Who has an account here and works for another business, or for all of them, can't work for this one, too. */
export async function requireUsersFree(client: pg.Client, businessId: string): Promise<void> {
  await lookInto(client, noTenant)
  const { rows: elsewhere } = await client.query<User>(
    `select m.email, b.display_name as of from moving_account m join identity.account a on a.email = m.email
     join business_user u on u.uid = a.uid join business b on b.business_id = u.business_id order by 1`,
  )
  if (elsewhere[0])
    throw new BackupTrouble(
      `${listed(elsewhere.map(({ email, of }) => `${email} (${of})`))} ${elsewhere.length === 1 ? 'is a user' : 'are users'} of another business here, and a person is a user of one: remove them in one of the two. Nothing was imported.`,
    )
  // Whoever looks after users of the business could take the account of one who looks after all.
  const { rows: above } = await client.query<{ email: string }>(
    `select m.email from moving_account m join identity.account a on a.email = m.email
     join super_administrator s on s.uid = a.uid order by 1`,
  )
  if (above[0])
    throw new BackupTrouble(
      `${listed(above.map(({ email }) => email))} ${above.length === 1 ? 'is a super administrator' : 'are super administrators'} here, and no user of a business: remove them in one of the two. Nothing was imported.`,
    )
  const { rows: alike } = await client.query<{ email: string }>(
    `select m.email from moving_account m join identity.account a
       on (a.uid = m.uid or a.microsoft_key = m.microsoft_key) and a.email <> m.email order by 1`,
  )
  if (alike[0])
    throw new BackupTrouble(
      `The account of ${listed(alike.map(({ email }) => email))} is here with another address: nothing was imported.`,
    )
  await lookInto(client, businessId)
}

/** Its users are those whose accounts came along, or were joined by their address. */
export async function requireOwnUsers(client: pg.Client, businessId: string): Promise<void> {
  const strays = await client.query(
    `select from business_user u join identity.account a on a.uid = u.uid where u.business_id = $1
       and u.uid not in (select uid from moving_uid union all select uid from moving_person) limit 1`,
    [businessId],
  )
  if (strays.rowCount)
    throw new BackupTrouble("A user of the file has somebody else's account here: nothing was imported.")
}

const listed = (words: readonly string[]) =>
  words.length > 5 ? `${words.slice(0, 5).join(', ')} and ${words.length - 5} more` : words.join(', ')
