import type { Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { createVault } from '#platform/secrets'
import { sealedUpdate } from './reseal.ts'
import { sealedColumns } from './sealed-columns.ts'
import { valuesOf } from './sealed-values.ts'

/** A value that another installation is to seal. */
export type OpenedValue = {
  readonly table: string
  readonly column: string
  readonly key: string
  readonly context: string
  /** In base64. */
  readonly content: string
}

/** The tables of which values go to another installation, and which of their rows. */
export type Which = Readonly<Record<string, Sql>>

/** Opens the values of these rows, some at a time; tells how many of them are of some other secret. */
export async function* openedValues(
  db: Queries,
  secret: string,
  which: Which,
): AsyncGenerator<{ values: OpenedValue[]; missed: number }> {
  for (const column of sealedColumns) {
    const only = which[column.table]
    if (!only) continue
    const vault = createVault(secret, column.purpose)
    for await (const sealed of valuesOf(db, column, only)) {
      const values = sealed.flatMap(({ key, context, sealed: value }) => {
        const content = vault.open(value, context)?.toString('base64')
        const { table, column: name } = column
        return content === undefined ? [] : [{ table, column: name, key: String(key), context, content }]
      })
      yield { values, missed: sealed.length - values.length }
    }
  }
}

/** Seals such values in their rows, if they are among these, with the secret of this installation. */
export async function sealValues(
  db: Queries,
  secret: string,
  values: readonly OpenedValue[],
  which: Which,
): Promise<void> {
  for (const column of sealedColumns) {
    const only = which[column.table]
    const own = values.filter((value) => value.table === column.table && value.column === column.column)
    if (!only || own.length === 0) continue
    const vault = createVault(secret, column.purpose)
    const sealed = own.map(({ key, context, content }) => ({
      key,
      sealed: vault.seal(Buffer.from(content, 'base64'), context),
    }))
    await db.run(sealedUpdate(column, sealed, only))
  }
}
