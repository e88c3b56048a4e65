import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { noTenant, type Queries } from '#platform/database'
import type { SealedColumn } from '#platform/secrets'

/** A value as it lies in its row, and what it was sealed for. */
export type SealedValue = {
  readonly key: string | number | Buffer
  readonly businessId: string
  readonly sealed: Buffer
  readonly context: string
}

type Row = Omit<SealedValue, 'context'> & { readonly from: readonly string[] }

const batch = 500

/** All values of a column, of whichever business, or of some rows alone; some at a time. */
export async function* valuesOf(
  db: Queries,
  of: SealedColumn,
  only: Sql = sql`true`,
): AsyncGenerator<readonly SealedValue[]> {
  const [key, column] = [raw(of.key.column), raw(of.column)]
  const businessId: Sql = of.isOfBusiness ? sql`business_id` : sql`${noTenant}::text`
  const from = join(of.contextFrom.map((name) => sql`${raw(name)}::text`))
  let after: SealedValue['key'] | null = null
  for (;;) {
    const rows: Row[] = await db.rows<Row>(sql`
      select ${key} as key, ${businessId} as "businessId", ${column} as sealed, array[${from}] as from
      from ${raw(of.table)} where ${column} is not null and ${only} ${after === null ? empty : sql`and ${key} > ${after}`}
      order by ${key} limit ${batch}`)
    if (rows.length > 0)
      yield rows.map(({ from: values, ...row }) => ({ ...row, context: of.contextOf(values) }))
    if (rows.length < batch) return
    after = rows.at(-1)!.key
  }
}
