import sql, { raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { createVault, type SealedColumn } from '#platform/secrets'
import { keepPassTokens } from '#server/wallets/signing'
import { sealedColumns } from './sealed-columns.ts'
import { type SealedValue, valuesOf } from './sealed-values.ts'
import { writeCheck } from './secret-check.ts'

/** How many values were sealed anew, and how many are of some other secret and stay as they are. */
export type Resealed = { readonly count: number; readonly left: number }

/** Seals everything with another secret, in one transaction; where the former one is lost (null) nothing can be. */
export async function resealAll(tx: Transaction, from: string | null, to: string): Promise<Resealed> {
  let [count, left] = [0, 0]
  if (from !== null) await keepPassTokens(tx, from)
  for (const column of sealedColumns) {
    const [former, next] = [
      from === null ? null : createVault(from, column.purpose),
      createVault(to, column.purpose),
    ]
    for await (const values of valuesOf(tx, column)) {
      const opened = values.flatMap((value) => {
        const content = former?.open(value.sealed, value.context)
        return content ? [{ ...value, sealed: next.seal(content, value.context) }] : []
      })
      await keep(tx, column, opened)
      count += opened.length
      left += values.length - opened.length
    }
  }
  await forgetDoorLists(tx)
  await writeCheck(tx, to)
  return { count, left }
}

async function keep(tx: Transaction, of: SealedColumn, values: readonly SealedValue[]): Promise<void> {
  for (const [businessId, own] of Map.groupBy(values, (value) => value.businessId)) {
    const only = of.isOfBusiness ? sql`t.business_id = ${businessId}` : sql`true`
    await tx.asTenant(businessId, (part) => part.run(sealedUpdate(of, own, only)))
  }
}

/** Puts values into their rows, if they are among these. */
export function sealedUpdate(
  of: SealedColumn,
  values: readonly Pick<SealedValue, 'key' | 'sealed'>[],
  only: Sql,
): Sql {
  const [table, column, key, type] = [of.table, of.column, of.key.column, `${of.key.type}[]`].map((name) =>
    raw(name),
  )
  return sql`
    update ${table!} t set ${column!} = v.sealed
    from unnest(${values.map((value) => value.key)}::${type!}, ${values.map((value) => value.sealed)}::bytea[])
      as v (key, sealed)
    where t.${key!} = v.key and ${only}`
}

/** Their codes are hashed with keys that are made from the secret: the doors ask for new ones. */
async function forgetDoorLists(tx: Transaction): Promise<void> {
  const lists = await tx.rows<{ businessId: string }>(sql`
    select distinct business_id as "businessId" from door_list`)
  for (const { businessId } of lists)
    await tx.asTenant(businessId, (part) =>
      part.run(sql`delete from door_list where business_id = ${businessId}`),
    )
}

// What the pools of a server and its listeners call themselves.
const servers = ['hub', 'hub-listen', 'hub-jobs']

/** Whether somebody else works on this database, who would go on sealing with the secret that they know. */
export async function isServed(tx: Transaction): Promise<boolean> {
  // It is remembered for the whole of a transaction otherwise.
  await tx.rows(sql`select pg_stat_clear_snapshot()`)
  const { others } = await tx.one<{ others: number }>(sql`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name = any(${servers})`)
  return others > 0
}
