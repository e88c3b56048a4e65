import sql from 'sql-template-tag'
import type { AbnLookupResult, businessApi } from '#contract/business/business.ts'
import { isValidAbn, isValidAcn, registerDigits } from '#contract/values/abn.ts'
import type { Call } from '#platform/call'
import { invalid } from '#platform/refusals'
import type { BusinessRegister } from './register.ts'

/** Looks the register up, and says of each entry whether it is a business here already. */
export async function lookupAbn(
  { params: { type }, query: { q }, db }: Call<typeof businessApi.lookupAbn>,
  register: BusinessRegister,
): Promise<{ Results: AbnLookupResult[] }> {
  const digits = registerDigits(q)
  if (type === 'abn' && !isValidAbn(digits))
    throw invalid('This ABN is not valid.', { q: 'This ABN is not valid.' })
  if (type === 'acn' && !isValidAcn(digits))
    throw invalid('This ACN is not valid.', { q: 'This ACN is not valid.' })
  const found = await register.find(type, type === 'name' ? q : digits, db)
  const registered = await db.rows<{ abn: string }>(
    sql`select abn from business where abn = any(${found.map((entry) => entry.ABN)})`,
  )
  const known = new Set(registered.map((row) => row.abn))
  return { Results: found.map((entry) => ({ ...entry, IsRegistered: known.has(entry.ABN) })) }
}
