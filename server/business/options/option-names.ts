import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

type Fields = Record<string, unknown> | null

/** Puts what people call an option, offered or not, in the place of its key: a record of a member has the keys. */
export async function namingOptions(db: Queries): Promise<(fields: Fields) => Fields> {
  const options = await db.rows<{ list: string; key: string; value: string }>(sql`
    select list, key, value from option_list_item where business_id = ${db.businessId}`)
  const names = new Map(options.map(({ list, key, value }) => [`${list} ${key}`, value]))
  return (fields) =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        names.get(`${field} ${String(value)}`) ?? value,
      ]),
    )
}
