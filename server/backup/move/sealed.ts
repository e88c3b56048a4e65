import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { queriesVia } from '#platform/database'
import { type BackedUpTable, type Entry, hashing, tablePartName } from '#server/backup/archive'
import { type OpenedValue, openedValues, sealValues } from '#server/secret'
import { sealedTable } from './manifest.ts'
import type { Shifts } from './numbers.ts'

const queriesOn = (client: pg.Client, businessId: string) =>
  queriesVia(
    businessId,
    (query: Sql) => client.query({ text: query.text, values: query.values }),
    () => undefined,
  )

export type SealedEntries = { readonly table: BackedUpTable; readonly count: number; readonly left: number }

/** What is sealed with the secret of this installation and goes along, opened, a line each. */
export async function* sealedEntries(
  client: pg.Client,
  businessId: string,
  secret: string,
): AsyncGenerator<Entry, SealedEntries> {
  const which: Readonly<Record<string, Sql>> = {
    outbox_message: sql`business_id = ${businessId}`,
    calendar_link: sql`business_id = ${businessId}`,
    'identity.factor': sql`uid in (select uid from business_user where business_id = ${businessId})`,
  }
  const sums = hashing()
  let [part, count, left] = [0, 0, 0]
  for await (const { values, missed } of openedValues(queriesOn(client, businessId), secret, which)) {
    left += missed
    if (values.length === 0) continue
    const content = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
    sums.add(content)
    count += values.length
    yield { name: tablePartName(sealedTable, ++part), content }
  }
  const { schema, name, columns } = sealedTable
  return { table: { schema, name, columns, rows: count, ...sums.end() }, count, left }
}

/** Seals what came with the secret of this installation. Whose row isn't here, as they have an account already, goes without. */
export async function sealAnew(
  client: pg.Client,
  businessId: string,
  secret: string,
  content: Buffer,
  shifts: Shifts,
): Promise<number> {
  const values = content
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OpenedValue)
  const numbered = values.map((value) =>
    value.table === 'outbox_message'
      ? { ...value, key: String(BigInt(value.key) + shifts['outbox_message.id']) }
      : value,
  )
  await sealValues(queriesOn(client, businessId), secret, numbered, {
    outbox_message: sql`business_id = ${businessId}`,
    calendar_link: sql`business_id = ${businessId}`,
    'identity.factor': sql`uid in (select uid from moving_uid)`,
  })
  return values.length
}
